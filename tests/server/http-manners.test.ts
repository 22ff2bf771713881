// What HTTP offers callers: tags of answers, addresses of what was made, keys for calls that make something, and the version.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productVersion } from '#shared/brand.ts'
import { endpoints } from '#server/http/endpoints.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

const get = (url: string, headers: Record<string, string> = {}) =>
  world.app.inject({ method: 'GET', url: `/api/v1${url}`, headers: { authorization: `Bearer ${owner.token}`, ...headers } })

test('a read is answered 304 to who has it already, and in full after a change', async () => {
  const path = `/stores/${world.stores.north}`
  const first = await get(path)
  const tag = String(first.headers.etag)
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
  for (const known of [tag, tag.slice(2), `"other", ${tag}`]) {
    const again = await get(path, { 'if-none-match': known })
    expect([known, again.statusCode, again.body, again.headers.etag]).toEqual([known, 304, '', tag])
    expect(again.headers).not.toHaveProperty('content-length')
    expect(again.headers['cache-control']).toBe('no-store')
  }
  expect((await get(path, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  await owner.rest('PUT', path, { name: 'Renamed' })
  const changed = await get(path, { 'if-none-match': tag })
  expect([changed.statusCode, changed.headers.etag === tag]).toEqual([200, false])
})

test('the tag is the same whether the answer is compressed or not', async () => {
  const [plain, small] = [await get('/openapi.json'), await get('/openapi.json', { 'accept-encoding': 'gzip' })]
  expect(small.headers['content-encoding']).toBe('gzip')
  expect(small.headers.etag).toBe(plain.headers.etag)
  const known = { 'accept-encoding': 'gzip', 'if-none-match': String(plain.headers.etag) }
  expect((await get('/openapi.json', known)).statusCode).toBe(304)
})

test('a failure has no tag, and is never answered 304', async () => {
  const failed = await get('/stores/nope', { 'if-none-match': '*' })
  expect([failed.statusCode, failed.headers.etag]).toEqual([404, undefined])
})

test('nobody learns by a tag what they may not read', async () => {
  const path = `/stores/${world.stores.harbor}`
  const tag = String((await get(path)).headers.etag)
  const staff = await world.signedIn('staff', 'print')
  const answer = await get(path, { 'if-none-match': tag, authorization: `Bearer ${staff.token}` })
  expect(answer.statusCode).not.toBe(304)
  expect((await get(path, { 'if-none-match': tag, authorization: 'Bearer none' })).statusCode).toBe(401)
})

test('a change under a condition is refused, and changes nothing', async () => {
  const path = `/stores/${world.stores.print}`
  const before = await get(path)
  for (const tag of [String(before.headers.etag), '"other"']) {
    const refused = await owner.rest('PUT', path, { name: 'Conditional' }, { 'if-match': tag })
    expect(refused).toMatchObject({ status: 412, body: { error: { code: 'PRECONDITION_FAILED' } } })
    expect((await owner.rest('DELETE', path, undefined, { 'if-match': tag })).status).toBe(412)
  }
  expect((await get(path)).body).toBe(before.body)
  expect((await owner.rest('PUT', path, { name: 'Unconditional' }, { 'if-match': '*' })).status).toBe(200)
})

const makers: [string, string, object][] = [
  ['/products/create', '/products', { title: 'Made here' }],
  ['/templates', '/templates', { name: 'Made here', type: 'product', columns: ['Title'] }],
  ['/products/export', '/jobs', { config: { fields: ['Title'] } }],
  ['/orders/export', '/jobs', { columns: ['total'] }],
  ['/users/invite', '/users', { email: 'made@here.test', full_name: 'Made Here', role_id: 'viewer' }],
]

test.each(makers)('POST %s says where to read what it made, and makes it once for a key', async (path, _, change) => {
  const storeId = world.stores.north
  const rest = {
    '/products/create': { storeId },
    '/products/export': { storeId },
    '/orders/export': { storeIds: [storeId] },
    '/users/invite': { store_ids: [storeId] },
  }
  const body = { ...change, ...Object(Reflect.get(rest, path)) }
  const key = { 'idempotency-key': crypto.randomUUID() }
  const made = await owner.rest('POST', path, body, key)
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  const location = String(made.headers['location'])
  expect((await get(location.replace('/api/v1', ''))).statusCode).toBe(200)
  const again = await owner.rest('POST', path, body, key)
  expect([again.status, again.headers['idempotent-replayed'], again.headers['location'], again.body]).toEqual([
    201,
    'true',
    location,
    made.body,
  ])
})

test('every call that makes something takes a key, and names the address of what can be read', () => {
  const making = endpoints.filter(({ status }) => status === 201)
  expect(making.map(({ path }) => path)).toHaveLength(18)
  expect(making.filter(({ isOnce }) => !isOnce).map(({ path }) => path)).toEqual([])
  // A key, a view, a password link and a service account cannot be read one by one.
  const unaddressed = [
    'profile.createApiKey',
    'profile.rotateApiKey',
    'profile.views.create',
    'users.passwordLink',
    'users.serviceAccounts.create',
    'users.serviceAccounts.createKey',
  ]
  expect(
    making
      .filter(({ location }) => !location)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(unaddressed)
})

test('an API key, a view and a password link are made once for a key too', async () => {
  const view = { screen: 'products', name: 'Once', search: {} }
  for (const [path, body] of [
    ['/users/me/api-keys', { name: 'Once', permissions: ['products:read'] }],
    ['/views', view],
  ] as const) {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await owner.rest('POST', path, body, key)
    expect([first.status, first.text]).toEqual([201, expect.any(String)])
    expect((await owner.rest('POST', path, body, key)).body).toEqual(first.body)
  }
})

test('the version stands in one place, and is told to everybody', async () => {
  for (const manifest of ['package.json', 'sdk/package.json'])
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({ version: productVersion })
  const about = await world.app.inject({ method: 'GET', url: '/api/v1' })
  // As a program calls it that joins the description's server and path.
  expect((await world.app.inject({ method: 'GET', url: '/api/v1/' })).json()).toEqual(about.json())
  expect([about.statusCode, about.json()]).toEqual([
    200,
    {
      success: true,
      data: { name: 'Backcounter', version: productVersion, api: 'v1', openapi: '/api/v1/openapi.json', docs: '/api/v1/docs' },
    },
  ])
  expect((await world.app.inject('/healthz')).json()).toEqual({ status: 'alive', version: productVersion })
  expect((await get('/openapi.json')).json<{ info: object }>().info).toMatchObject({ version: productVersion })
})
