// Passwords that an attacker with knowledge of the product would try first.
import { expect, test } from 'vitest'
import { assertUncommon } from '#server/auth/passwords.ts'

test.each(['storefleet', 'Shopify2024!', 'owner-123', '12admin34', 'OFFICE!!'])(
  '%s is a word that everybody tries here',
  async (password) => {
    await expect(assertUncommon(null, password)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  },
)

test.each(['a shop by the sea 7', 'ownership of 3 mills', 'đơn hàng 2026'])('%s is none', async (password) => {
  await expect(assertUncommon(null, password)).resolves.toBeUndefined()
})
