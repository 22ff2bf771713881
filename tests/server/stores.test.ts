import { afterAll, beforeAll, expect, test } from 'vitest'
import { spareHost } from '#sandbox/spare-hosts.ts'
import { anotherStore, createWorld, storeRequest, testShops, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller

beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

const secrets = ['shpat_test_north', 'harbor-secret', 'print-password', 'print-key']

test('a store takes defaults, upper-cases its currency, and never shows a secret', async () => {
  const request = {
    ...anotherStore(),
    name: 'Defaults',
    domain: 'https://Spare-299.myshopify.com/',
    currency: 'eur',
    timezone: undefined,
  }
  const created = await owner.rest('POST', '/stores', request)
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    data: {
      store: {
        domain: 'spare-299.myshopify.com',
        currency: 'EUR',
        timezone: 'UTC',
        active: true,
        locationId: null,
        credential: 'accessToken',
      },
    },
  })
  const { id } = (created.body as { data: { store: { id: string } } }).data.store
  const updated = await owner.rest('PUT', `/stores/${id}`, { token: 'shpat_test_north', currency: '' })
  expect(updated.body).toMatchObject({ data: { store: { currency: 'USD' } } })
  const shown = [created, updated, await owner.rest('GET', `/stores/${id}`), await owner.rest('GET', '/stores')]
  for (const secret of secrets) expect(shown.map(({ text }) => text).join()).not.toContain(secret)
})

test.each([
  ['name', { name: ' ' }, 'Please enter a name'],
  ['domain', { domain: '' }, 'Please enter the domain'],
  ['domain', { domain: 'shop.example.com' }, "Please enter the shop's own address: your-shop.myshopify.com"],
  ['domain', { domain: '127.0.0.1' }, "Please enter the shop's own address: your-shop.myshopify.com"],
  ['token', { token: '' }, 'Please enter the access token'],
  ['token', { token: '••••' }, 'Please enter the secret itself'],
  ['token', { token: '  ' }, 'Please enter the access token'],
  ['currency', { currency: 'EURO' }, 'Currency must be three letters'],
  ['timezone', { timezone: 'Mars/Base' }, 'Please enter a time zone such as Europe/Berlin'],
])('a wrong %s is named with its reason', async (path, change, message) => {
  const answer = await owner.rest('POST', '/stores', storeRequest('north', { name: 'Wrong', ...change }))
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ success: false, message, error: { code: 'INVALID_INPUT', issues: [{ path, message }] } })
})

test('blanks around a pasted secret go', async () => {
  const { token, ...request } = storeRequest('north', { name: 'Pasted' })
  const domain = spareHost(testShops.north.host, 'pasted')
  expect((await owner.rest('POST', '/stores', { ...request, domain, token: ` ${String(token)}\n` })).status).toBe(201)
})

test('ShopBase wants both of its secrets', async () => {
  const { apiKey: _, apiPassword: __, ...request } = storeRequest('print', { name: 'No secrets' })
  const answer = await owner.rest('POST', '/stores', request)
  expect(answer.body).toMatchObject({ error: { issues: [{ path: 'apiKey' }, { path: 'apiPassword' }] } })
})

test('an unknown field and a taken name are refused', async () => {
  expect((await owner.rest('POST', '/stores', storeRequest('north', { name: 'X', colour: 'red' }))).status).toBe(400)
  const taken = await owner.rest('POST', '/stores', storeRequest('north'))
  expect(taken.status).toBe(409)
  expect(taken.body).toMatchObject({ error: { code: 'NAME_TAKEN' } })
})

test('an edit without secrets keeps them, and the connection still works', async () => {
  const path = `/stores/${world.stores.north}`
  const updated = await owner.rest('PUT', path, { name: 'North', token: '', currency: '' })
  expect(updated.body).toMatchObject({ data: { store: { currency: 'USD' } } })
  const tested = await owner.rest('POST', `${path}/test-connection`)
  expect(tested.body).toMatchObject({ success: true, message: 'Connection successful!', data: { shopName: 'North', limits: [] } })
})

test('kept secrets never go to another address', async () => {
  const before = world.sandbox.requests.length
  for (const change of [{ domain: 'harbor-test.myshopify.com' }, { platform: 'shopbase', domain: 'print-test.onshopbase.com' }]) {
    const answer = await owner.rest('PUT', `/stores/${world.stores.north}`, change)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ message: 'Please re-enter the credentials', error: { code: 'CREDENTIALS_NEEDED' } })
  }
  expect(world.sandbox.requests.length).toBe(before)
})

test('changing the platform erases the other platform’s secrets', async () => {
  const created = await owner.rest('POST', '/stores', anotherStore({ name: 'Mover' }))
  const { id } = (created.body as { data: { store: { id: string } } }).data.store
  const change = {
    ...anotherStore({ name: 'Mover' }, 'print'),
    token: 'left over',
  }
  const moved = await owner.rest('PUT', `/stores/${id}`, change)
  expect(moved.body).toMatchObject({ data: { store: { platform: 'shopbase', locationId: null, credential: 'apiPassword' } } })
  expect((await owner.rest('POST', `/stores/${id}/test-connection`)).body).toMatchObject({ message: 'Connection successful!' })
})

test('a test says in words what the shop does not let us see', async () => {
  world.sandbox.tune({ scopes: ['read_products'] }, 'north-test.myshopify.com')
  const answer = await owner.rest('POST', `/stores/${world.stores.north}/test-connection`)
  world.sandbox.tune(
    { scopes: ['read_products', 'read_inventory', 'read_locations', 'read_orders', 'read_customers', 'read_all_orders'] },
    'north-test.myshopify.com',
  )
  const { data } = answer.body as { data: { limits: string[] } }
  expect(data.limits.join(' ')).toContain('read_orders')
  expect(data.limits.join(' ')).toContain('60 days')
})

test('a wrong token is our 422 with the store’s name, and signs nobody out', async () => {
  world.sandbox.faults.add({ kind: 'status', status: 401, shop: 'north-test.myshopify.com' })
  const answer = await owner.rest('POST', `/stores/${world.stores.north}/test-connection`)
  world.sandbox.faults.clear()
  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({ message: 'North: the platform refused the credentials', error: { code: 'STORE_REJECTED' } })
  expect((await owner.rest('GET', '/users/me/profile')).status).toBe(200)
})

test('a deleted store is gone', async () => {
  const created = await owner.rest('POST', '/stores', anotherStore({ name: 'Short-lived' }))
  const { id } = (created.body as { data: { store: { id: string } } }).data.store
  expect((await owner.rest('DELETE', `/stores/${id}`)).status).toBe(200)
  expect((await owner.rest('GET', `/stores/${id}`)).status).toBe(404)
})

test('a call sent twice with one Idempotency-Key makes one store', async () => {
  const headers = { 'idempotency-key': 'once' }
  const request = anotherStore({ name: 'Once' })
  const first = await owner.rest('POST', '/stores', request, headers)
  const second = await owner.rest('POST', '/stores', request, headers)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  const other = await owner.rest('POST', '/stores', anotherStore({ name: 'Other' }), headers)
  expect(other.body).toMatchObject({ error: { code: 'IDEMPOTENCY_MISMATCH' } })
  world.clock.now += 25 * 3_600_000
  await world.person({ email: 'late@world.test', assignments: [{ role: 'owner', storeId: null }] })
  const late = world.caller((await world.signIn('late@world.test')).token)
  expect((await late.rest('POST', '/stores', anotherStore({ name: 'Late' }), headers)).status).toBe(201)
})

test('secrets are unreadable in the database, and bound to their row', async () => {
  const { db } = world.deps.database
  const { stores } = await import('#drizzle/schema.ts')
  const rows = await db.select().from(stores)
  for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret)
  const [one, two] = rows
  expect(() => world.deps.vault.open(String(one?.secrets), `stores|${two?.id}|secrets`)).toThrow()
})
