// Names with invisible or direction-changing characters could imitate others.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stores } from '#drizzle/schema.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

const unreadable = 'Please use visible characters only'
const refused = [
  ['only of spaces without width', '\u200B\u200B\u200B'],
  ['only of letters without a shape', '\u3164\u2800'],
  ['turned around', 'exe.\u202Egnp'],
  ['of two lines', 'a\r\nBcc: x@y.z'],
  ['of two lines for a script', 'a\u2028b'],
] as const
const taken = ['Nhà Hàng 1', 'متجر', '★', '👩‍👩‍👧', 'Ümlaut & Söhne']

let world: World
let owner: Caller
let user: { id: string }
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  const invited = await owner.rest('POST', '/users/invite', { email: 'one@names.test', full_name: 'One', role_id: 'admin' })
  user = (invited.body as { data: { user: { id: string } } }).data.user
})
afterAll(() => world[Symbol.asyncDispose]())

const store = { platform: 'shopify', token: 'shpat_names', domain: 'names-test.myshopify.com' }
const transports: [string, (name: string) => ReturnType<Caller['rest']>][] = [
  ['a store', (name) => owner.rest('POST', '/stores', { ...store, name })],
  ['a view', (name) => owner.rest('POST', '/views', { name, screen: 'orders', search: {} })],
  ['a template', (name) => owner.rest('POST', '/templates', { name, type: 'product', columns: ['Title'] })],
  ['an API key', (name) => owner.rest('POST', '/users/me/api-keys', { name, permissions: ['products:read'] })],
  ['a person', (full_name) => owner.rest('PUT', `/users/${user.id}`, { full_name })],
  ['a person’s department', (department) => owner.rest('PUT', `/users/${user.id}`, { department })],
]

test.each(transports)('%s has a name that can be read', async (_what, send) => {
  for (const [, name] of refused)
    expect(await send(name)).toMatchObject({ status: 400, body: { message: expect.stringContaining(unreadable) } })
})

test.each(transports.filter(([what]) => what !== 'a store'))('%s is named in any script', async (_what, send) => {
  for (const name of taken) expect((await send(name)).status).toBeLessThan(300)
})

test('a store from before goes on being shown', async () => {
  const name = 'gnp.\u202Eexe'
  const id = world.stores.north
  await world.deps.database.db.update(stores).set({ name }).where(eq(stores.id, id))
  expect((await owner.rest('GET', `/stores/${id}`)).body).toMatchObject({ data: { store: { name } } })
  expect((await owner.rest('PUT', `/stores/${id}`, { currency: 'EUR' })).body).toMatchObject({ data: { store: { name, currency: 'EUR' } } })
})
