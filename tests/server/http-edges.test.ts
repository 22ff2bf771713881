// Answers from outside the procedures have the same format as all others.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { rawConnection, requestHead, type RawAnswer } from '#tests/support/raw-http.ts'
import { buildTestApp } from '#tests/support/test-app.ts'
import { appUrl, createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world[Symbol.asyncDispose]())

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function expectFailure({ status, headers, text }: RawAnswer, expected: [status: number, code: string]) {
  expect([status, JSON.parse(text)]).toEqual([
    expected[0],
    { success: false, message: expect.any(String), error: { code: expected[1], message: expect.any(String) } },
  ])
  expect(headers.get('x-request-id')).toMatch(uuid)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
}

test.each([
  ['a path segment of 5,000 characters', requestHead('GET', `/api/v1/jobs/${'x'.repeat(5_000)}`), 414, 'ADDRESS_TOO_LONG'],
  ['headers of 200 KB', requestHead('GET', '/healthz', { 'x-long': 'x'.repeat(200_000) }), 431, 'HEADERS_TOO_LARGE'],
  ['an address that cannot be decoded', requestHead('GET', '/api/v1/stores/%zz'), 400, 'INVALID_INPUT'],
  ['what is no HTTP', 'hello\r\n\r\n', 400, 'INVALID_INPUT'],
  [
    'a call over tRPC to a whole address',
    `${requestHead('POST', 'http://evil.test:80@127.0.0.1/trpc/stores.list', { 'content-length': '2' })}{}`,
    400,
    'INVALID_INPUT',
  ],
  ['OPTIONS that is no preflight', requestHead('OPTIONS', '/api/v1/stores'), 400, 'INVALID_INPUT'],
  ['an unknown address below /api', requestHead('GET', '/api/nothing'), 404, 'NOT_FOUND'],
  ['an unknown address below /trpc', requestHead('GET', '/trpc/no/thing'), 404, 'NOT_FOUND'],
  ['an unknown method elsewhere', requestHead('DELETE', '/login'), 404, 'NOT_FOUND'],
])('%s is refused in the usual form', async (_, request, status, code) => {
  await using connection = await rawConnection(world.app)
  await connection.write(request)
  const answer = await connection.answer()
  expectFailure(answer, [status, code])
  expect(answer.text).not.toContain('xxxxx')
})

test('a request that trickles in is ended when its time is over', async () => {
  const app = await buildTestApp(world.deps, { appUrl, requestTimeoutMs: 300 })
  await app.listen({ host: '127.0.0.1', port: 0 })
  for (const request of [
    'GET /healthz HTTP/1.1\r\nhost: loc',
    `${requestHead('POST', '/api/auth/sign-in/email', { 'content-type': 'application/json', 'content-length': 100 })}{`,
  ]) {
    await using connection = await rawConnection(app)
    await connection.write(request)
    expectFailure(await connection.answer(), [408, 'TIMED_OUT'])
  }
  await app.close()
})

test('a preflight has a request id', async () => {
  const headers = { origin: 'https://tools.test', 'access-control-request-method': 'PUT' }
  const answer = await world.app.inject({ method: 'OPTIONS', url: '/api/v1/settings', headers })
  expect(answer.statusCode).toBe(204)
  expect(answer.headers['x-request-id']).toMatch(uuid)
})

test('a refusal for want of a session says how to sign in', async () => {
  const challengeOf = async (url: string, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
    const answer = await world.app.inject({ method: 'POST', url, headers, payload: '{}' })
    return [answer.statusCode, answer.headers['www-authenticate']]
  }
  for (const url of ['/api/v1/products/fetch', '/trpc/products.list', '/trpc/stores.list,stores.get?batch=1']) {
    expect(await challengeOf(url)).toEqual([401, 'Bearer'])
    expect(await challengeOf(url, 'guessed')).toEqual([401, 'Bearer error="invalid_token"'])
  }
  expect(await challengeOf('/api/auth/token')).toEqual([401, undefined])
})

test('tRPC tells its clients in their own form that nobody is signed in', async () => {
  const headers = { 'content-type': 'application/json' }
  const one = await world.app.inject({ method: 'POST', url: '/trpc/stores.list', headers, payload: '{}' })
  expect(one.json()).toMatchObject({ error: { data: { appCode: 'SIGNED_OUT', httpStatus: 401 } } })
  const batch = await world.app.inject({ method: 'POST', url: '/trpc/stores.list,users.list?batch=1', headers, payload: '{}' })
  expect(batch.json()).toMatchObject([{ error: { data: { appCode: 'SIGNED_OUT' } } }, { error: { data: { appCode: 'SIGNED_OUT' } } }])
})

test.each([
  ['GET', '/api/v1/users/me/profile'],
  ['GET', '/api/v1/audit/csv'],
  ['GET', '/api/v1/stores/none'],
  ['GET', '/api/v1/none'],
  ['POST', '/trpc/profile.get'],
  ['POST', '/api/auth/token'],
  ['POST', '/api/auth/sign-up/email'],
] as const)('%s %s is kept by no cache', async (method, url) => {
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
  const answer = await world.app.inject({ method, url, headers, ...(method === 'POST' ? { payload: '{}' } : {}) })
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.headers['cache-control']).toBe('no-store')
})

test.each(['%', '%zz', '%ff', '%E0%A4%A', 'a.b%'])('a session cookie of %s is nobody’s', async (value) => {
  const headers = { cookie: `office.session_token=${value}`, origin: appUrl }
  for (const [path, payload, status] of [
    ['/token', {}, 401],
    ['/sign-out', {}, 200],
    ['/accept-invite', { access_token: 'none', refresh_token: 'none' }, 400],
    ['/sign-in/email', { email: 'nobody@world.test', password: 'none' }, 401],
  ] as const)
    expect([path, (await world.app.inject({ method: 'POST', url: `/api/auth${path}`, headers, payload })).statusCode]).toEqual([
      path,
      status,
    ])
})

test('whoever finds a weakness learns where to tell', async () => {
  const answer = await world.app.inject('/.well-known/security.txt')
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  const expires = new Date(world.clock.now + 180 * 24 * 3_600_000).toISOString()
  expect(answer.body.split('\n')).toEqual([
    `Contact: ${appUrl}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${appUrl}/.well-known/security.txt`,
    '',
  ])
  expect(readEnvironment({ SECURITY_CONTACT: 'security@example.test' }).SECURITY_CONTACT).toBe('mailto:security@example.test')
})

test('a body that is no JSON is called that, and is not quoted', async () => {
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
  const answer = await world.app.inject({ method: 'POST', url: '/api/v1/products/fetch', headers, payload: '{"secret":' })
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([400, messages.api.notJson])
})
