import { expect, test } from 'vitest'
import { inviteWish } from '#client/palette/invite-wish.ts'
import { nameOfEmail } from '#client/screens/users/invite-draft.ts'
import { roles as definitions } from '#shared/roles.ts'
import { madeStore } from '#tests/support/made-store.ts'

const roles = definitions.map((role) => ({ ...role, permissions: [...role.permissions] }))
const storeNamed = (name: string) => madeStore({ id: name.toLowerCase(), name })
const stores = ['Gift Barn', 'North Supply'].map(storeNamed)

const asked = (sentence: string) => {
  const wish = inviteWish(sentence, roles, stores)
  return wish && { ...wish, role: wish.role?.id, stores: wish.stores.map(({ name }) => name) }
}

test.each([
  ['anna@shop.com', { role: undefined, stores: [] }],
  ['invite anna@shop.com', { role: undefined, stores: [] }],
  ['anna@shop.com staff gift', { role: 'staff', stores: ['Gift Barn'] }],
  ['staff north gift barn anna@shop.com', { role: 'staff', stores: ['North Supply', 'Gift Barn'] }],
  ['anna@shop.com staff gift gift', { role: 'staff', stores: ['Gift Barn'] }],
  // The role is for all stores, so none is chosen.
  ['anna@shop.com admin gift', { role: 'admin', stores: [] }],
])('%s asks for an invitation', (sentence, wish) => {
  expect(asked(sentence)).toEqual({ email: 'anna@shop.com', ...wish })
})

test.each(['', 'staff gift', 'anna@', '@shop.com', 'anna@shop.com ben@shop.com', 'anna@shop.com shoes'])(
  '"%s" asks for no invitation',
  (sentence) => {
    expect(asked(sentence)).toBeNull()
  },
)

test.each([
  ['anna.smith@shop.com', 'Anna Smith'],
  ['anna_maria-smith+test@shop.com', 'Anna Maria Smith'],
  ['lan2@shop.com', 'Lan'],
  ['đào@shop.com', 'Đào'],
  ['123@shop.com', ''],
  ['anna', ''],
  ['', ''],
])('the name of %s is %s', (email, name) => {
  expect(nameOfEmail(email)).toBe(name)
})
