import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { endpoints } from '#server/http/endpoints.ts'
import { operationsIn } from '#server/http/openapi/document.ts'
import { isErrorCode } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

test('the REST addresses are those of the specification', () => {
  expect(endpoints.map(({ method, url }) => `${method} ${url}`).toSorted()).toMatchInlineSnapshot(`
    [
      "DELETE /destinations/{id}",
      "DELETE /schedules/{id}",
      "DELETE /service-accounts/{id}",
      "DELETE /settings/google",
      "DELETE /stores/{id}",
      "DELETE /templates/{id}",
      "DELETE /users/me/api-keys/{id}",
      "DELETE /users/me/passkeys/{id}",
      "DELETE /users/me/sessions",
      "DELETE /users/me/sessions/{id}",
      "DELETE /users/{id}",
      "DELETE /users/{id}/permanent",
      "DELETE /users/{id}/second-factor",
      "DELETE /users/{id}/sessions",
      "DELETE /views/{id}",
      "DELETE /webhooks/{id}",
      "GET /audit",
      "GET /audit/csv",
      "GET /catalogue/products/{id}",
      "GET /catalogue/stores",
      "GET /catalogue/summary",
      "GET /destinations",
      "GET /destinations/{id}",
      "GET /events",
      "GET /jobs",
      "GET /jobs/{id}",
      "GET /jobs/{id}/files/{fileId}",
      "GET /jobs/{id}/request",
      "GET /notifications",
      "GET /orders/{storeId}/{orderId}",
      "GET /products/{storeId}/{productId}",
      "GET /schedules",
      "GET /schedules/{id}",
      "GET /schedules/{id}/runs",
      "GET /service-accounts",
      "GET /settings",
      "GET /settings/google",
      "GET /stores",
      "GET /stores/connect",
      "GET /stores/{id}",
      "GET /stores/{storeId}/markets",
      "GET /stores/{storeId}/metafields",
      "GET /system",
      "GET /templates",
      "GET /templates/{id}",
      "GET /users",
      "GET /users/me/api-keys",
      "GET /users/me/api-keys/{id}/calls",
      "GET /users/me/profile",
      "GET /users/me/security",
      "GET /users/me/sessions",
      "GET /users/roles/all",
      "GET /users/{id}",
      "GET /views",
      "GET /webhooks",
      "GET /webhooks/{id}",
      "GET /webhooks/{id}/deliveries",
      "POST /catalogue/changes",
      "POST /catalogue/changes/csv",
      "POST /catalogue/clashes",
      "POST /catalogue/clashes/csv",
      "POST /catalogue/search",
      "POST /catalogue/stores/{id}/rebuild",
      "POST /destinations",
      "POST /destinations/{id}/test",
      "POST /export/csv",
      "POST /export/sheets",
      "POST /export/sheets/validate",
      "POST /jobs/{id}/cancel",
      "POST /jobs/{id}/retry",
      "POST /jobs/{id}/run",
      "POST /notifications/read",
      "POST /orders/count",
      "POST /orders/export",
      "POST /orders/export/estimate",
      "POST /orders/export/preview",
      "POST /orders/fetch",
      "POST /orders/figures",
      "POST /products/count",
      "POST /products/create",
      "POST /products/export",
      "POST /products/export/csv",
      "POST /products/export/estimate",
      "POST /products/export/preview",
      "POST /products/fetch",
      "POST /products/metadata",
      "POST /schedules",
      "POST /schedules/preview",
      "POST /schedules/{id}/duplicate",
      "POST /schedules/{id}/pause",
      "POST /schedules/{id}/resume",
      "POST /schedules/{id}/run",
      "POST /schedules/{id}/take-over",
      "POST /service-accounts",
      "POST /service-accounts/{id}/api-keys",
      "POST /settings/google/test",
      "POST /sheets/verify",
      "POST /stores",
      "POST /stores/connect",
      "POST /stores/connect/finish",
      "POST /stores/{id}/connect",
      "POST /stores/{id}/test-connection",
      "POST /system/check",
      "POST /templates",
      "POST /users/invite",
      "POST /users/me/api-keys",
      "POST /users/me/api-keys/{id}/rotate",
      "POST /users/{id}/password-link",
      "POST /views",
      "POST /webhooks",
      "POST /webhooks/{id}/deliveries/{deliveryId}/redeliver",
      "POST /webhooks/{id}/secret",
      "POST /webhooks/{id}/test",
      "PUT /catalogue",
      "PUT /catalogue/clashes/ignored",
      "PUT /catalogue/stores/{id}",
      "PUT /destinations/{id}",
      "PUT /products/update",
      "PUT /schedules/{id}",
      "PUT /service-accounts/{id}",
      "PUT /settings",
      "PUT /settings/google",
      "PUT /stores/{id}",
      "PUT /templates/{id}",
      "PUT /users/me/profile",
      "PUT /users/me/store/{id}",
      "PUT /users/{id}",
      "PUT /users/{id}/roles",
      "PUT /views/{id}",
      "PUT /webhooks/{id}",
    ]
  `)
})

test('the OpenAPI document is valid and names every address', async () => {
  const document = (await world.app.inject('/api/v1/openapi.json')).json()
  expect(await new Validator().validate(document)).toMatchObject({ valid: true })
  const restOnly = operationsIn(document).filter(({ base }) => base === '/api/v1')
  // One more: the version, which is no procedure.
  expect(restOnly).toHaveLength(endpoints.length + 1)
})

test('REST and tRPC answer the same', async () => {
  for (const [path, url, input] of [
    ['profile.get', '/users/me/profile', undefined],
    ['stores.list', '/stores', {}],
    ['settings.get', '/settings', undefined],
  ] as const) {
    const rest = await owner.rest('GET', url)
    expect((rest.body as { data: unknown }).data).toEqual((await owner.trpc(path, input)).data)
  }
})

test('a failure has one shape, a request id, and no stack', async () => {
  const answer = await owner.rest('GET', '/stores/nothing-here')
  expect(answer.status).toBe(404)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.body).toEqual({ success: false, message: 'Store not found', error: { code: 'NOT_FOUND', message: 'Store not found' } })
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  const issues = [{ path: 'storeIds.1', message: 'Store not found: gone' }]
  const several = await owner.rest('POST', '/orders/fetch', { storeIds: [world.stores.north, 'gone'] })
  expect(several.body).toMatchObject({ message: 'Store not found', error: { code: 'NOT_FOUND', issues } })
  const overTrpc = await owner.trpc('stores.get', { id: 'nothing-here' })
  expect(overTrpc.status).toBe(404)
  expect(overTrpc.error).toMatchObject({ message: 'Store not found', data: { appCode: 'NOT_FOUND' } })
  expect(JSON.stringify(overTrpc.error)).not.toMatch(/stack|\.ts:/)
})

const json = 'application/json'
test.each([
  ['malformed JSON', { 'content-type': json }, '{"storeId":', 400, 'INVALID_INPUT'],
  ['an array', { 'content-type': json }, '[]', 400, 'INVALID_INPUT'],
  ['a poisoned prototype', { 'content-type': json }, '{"__proto__":{"polluted":1}}', 400, 'INVALID_INPUT'],
  ['another media type', { 'content-type': 'text/plain' }, 'storeId=1', 415, 'UNSUPPORTED_MEDIA'],
  ['2 MB', { 'content-type': json }, JSON.stringify({ storeId: 'x'.repeat(2_000_000) }), 413, 'TOO_LARGE'],
])('a body of %s is refused with its own code', async (_, headers, payload, status, code) => {
  const authorization = `Bearer ${owner.token}`
  const answer = await world.app.inject({ method: 'POST', url: '/api/v1/products/fetch', headers: { ...headers, authorization }, payload })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ success: false, error: { code } })
  expect({}).not.toHaveProperty('polluted')
})

/** Programs may send it: JSON escapes half of a surrogate pair. */
const halfCharacter = '\ud800'
test.each([
  ['a NUL in a query', 'GET', '/audit', 'settings.audit', { target: 'x\0y' }, 'target'],
  ['a NUL in a path', 'GET', '/stores/x%00y', 'stores.get', { id: 'x\0y' }, 'id'],
  ['half a character', 'POST', '/products/fetch', 'products.list', { storeId: halfCharacter }, 'storeId'],
  ['half a character deep inside', 'POST', '/products/fetch', 'products.list', { filters: { tag: ['a', halfCharacter] } }, 'filters.tag.1'],
  ['a NUL in a name', 'POST', '/products/fetch', 'products.list', { filters: { 'a\0b': 1 } }, 'filters'],
  ['a NUL in what an entry would keep', 'POST', '/stores', 'stores.create', { name: 'x\0y', domain: halfCharacter }, 'name'],
] as const)('%s is refused over REST and tRPC, with the field’s name', async (_, method, url, path, input, field) => {
  const query = url === '/audit' ? `?${new URLSearchParams({ target: 'x\0y' }).toString()}` : ''
  const rest = await owner.rest(method, url + query, ...(method === 'POST' ? [{ ...input }] : []))
  const trpc = await owner.trpc(path, { ...input })
  const message = `${field}: ${messages.api.notPlain}`
  expect(rest).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT', message, issues: [{ path: field }] } } })
  expect(trpc).toMatchObject({ status: 400, error: { message, data: { appCode: 'INVALID_INPUT' } } })
})

test('a body of a hundred thousand brackets is refused, and nobody falls over it', async () => {
  const payload = `{"filters":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': json }
  expect((await world.app.inject({ method: 'POST', url: '/api/v1/products/fetch', headers, payload })).statusCode).toBe(400)
})

test('tRPC takes POST alone, refuses long bodies and long batches', async () => {
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': json }
  expect((await world.app.inject({ method: 'GET', url: '/trpc/settings.get', headers })).statusCode).toBe(405)
  const long = JSON.stringify({ storeId: 'x'.repeat(300_000) })
  expect((await world.app.inject({ method: 'POST', url: '/trpc/products.list', headers, payload: long })).statusCode).toBe(413)
  const names = Array.from({ length: 21 }, () => 'settings.get').join(',')
  const batch = await world.app.inject({ method: 'POST', url: `/trpc/${names}?batch=1`, headers, payload: '{}' })
  expect(batch.statusCode).toBe(400)
})

test('a batch is judged call by call', async () => {
  const viewer = await world.signedIn('viewer', 'north')
  const headers = { authorization: `Bearer ${viewer.token}`, 'content-type': json }
  const payload = JSON.stringify({ 0: {}, 1: {}, 2: { id: 1 } })
  const answer = await world.app.inject({ method: 'POST', url: '/trpc/settings.get,stores.list,stores.get?batch=1', headers, payload })
  const codes = answer.json<{ error?: { data: { appCode: string } } }[]>().map((item) => item.error?.data.appCode ?? 'ok')
  expect(codes).toEqual(['ok', 'ACCESS_DENIED', 'INVALID_INPUT'])
})

test('a refusal names the missing right', async () => {
  const staff = await world.signedIn('staff', 'north')
  expect((await staff.rest('GET', '/stores')).body).toMatchObject({ message: 'Access denied. This needs settings:read.' })
  expect((await staff.rest('PUT', '/settings', { logo_url: null })).body).toMatchObject({
    message: 'Access denied. This needs role level 100 for all stores.',
  })
})

test('a list of stores for a permission never shows more than the caller holds', async () => {
  const staff = await world.signedIn('staff', 'north')
  const names = async (query: string) =>
    ((await staff.rest('GET', `/stores?${query}`)).body as { stores?: { name: string }[] }).stores?.map((s) => s.name)
  expect(await names('permission=products:read&active=true')).toEqual(['North'])
  expect(await names('permission=stores:delete')).toEqual([])
  for (const wrong of ['*', 'products:*', 'products:READ', 'products:read%20', '__proto__:read'])
    expect((await staff.rest('GET', `/stores?permission=${wrong}`)).status).toBe(400)
  expect((await staff.rest('GET', '/stores?permission=products:read&permission=orders:read')).status).toBe(400)
})

test('mutations and denials leave an entry that says who, what and where', async () => {
  const email = 'audited@transports.test'
  const userId = await world.person({ email, assignments: [{ role: 'staff', storeId: world.stores.north }] })
  const staff = world.caller((await world.signIn(email)).token, userId)
  await staff.rest('PUT', '/users/me/profile', { department: 'Audit' })
  await staff.trpc('stores.get', { id: world.stores.north })
  const rows = (await world.deps.database.db.select().from(auditEntries)).filter((row) => row.actorId === staff.userId)
  expect(rows).toMatchObject([
    { action: 'session.signIn', decision: 'allowed', door: 'auth' },
    { action: 'profile.update', decision: 'allowed', door: 'rest', target: null },
    { action: 'stores.get', decision: 'denied', door: 'trpc', target: world.stores.north },
  ])
})

test('health, security headers and cross-origin rules', async () => {
  expect((await world.app.inject('/healthz')).json()).toMatchObject({ status: 'alive' })
  await world.work()
  expect((await world.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  const { headers } = await world.app.inject({ url: '/healthz', headers: { origin: 'https://evil.test' } })
  expect(headers['access-control-allow-origin']).toBeUndefined()
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('every code that leaves the house stands in the catalogue', () => {
  expect(isErrorCode('NOT_FOUND')).toBe(true)
  expect(isErrorCode('toString')).toBe(false)
})
