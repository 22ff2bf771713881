// Calls are counted by their procedure, whatever the spelling of the address, and by caller, whatever the network.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { limits } from '#shared/limits.ts'
import { rawConnection, requestHead, type RawConnection } from '#tests/support/raw-http.ts'
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
afterEach(() => void vi.useRealTimers())

/** Stops the clock, so that the minute does not end. */
const stopTheClock = () => vi.useFakeTimers({ toFake: ['Date'] })

/** The allowance that an answer reports. */
function told(headers: { get(name: string): string | null }) {
  const [, policy, left] = /^"([\w-]+)";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '') ?? []
  return { policy, left: Number(left) }
}

async function ask(connection: RawConnection, method: string, target: string, headers: Record<string, string> = {}) {
  await connection.write(requestHead(method, target, method === 'GET' ? headers : { 'content-length': 0, ...headers }))
  return connection.answer()
}

const spellings = [
  '/api/v1/users/me/profile',
  '/%61pi/v1/users/me/profile',
  '/api/%761/users/me/profile',
  '/api/v1/users/me/%70rofile',
  '//api/v1/users/me/profile',
  '/api//v1/users/me/profile',
  '/API/v1/users/me/profile',
  '/api./v1/users/me/profile',
  '/api/v1/users/me/profile.',
  '/api/v1/users/me/profile/',
  '/api/v1/users/me/profile;x=1',
  '/./api/v1/users/me/profile',
  'http://evil.test/api/v1/users/me/profile',
  '/trpc/profile.get',
  '/%74rpc/profile.get',
  '/trpc/no/such/path',
  '/mcp',
  '/api/nothing/here',
  '/api/v1/nothing/here',
  '/no/such/page',
  '/nothing.txt',
]

test.each(['GET', 'POST', 'DELETE'])('%s is counted however the address is spelled, and wherever it leads', async (method) => {
  stopTheClock()
  await using connection = await rawConnection(world.app)
  const first = told((await ask(connection, method, '/api/v1/stores')).headers)
  expect(first.policy).toBe('address')
  for (const [index, target] of spellings.entries()) {
    const { status, headers } = await ask(connection, method, target)
    expect({ target, ...told(headers) }).toEqual({ target, policy: 'address', left: first.left - index - 1 })
    if (target.includes('rofile') && method === 'GET') expect([200, 401, 404, 405]).toContain(status)
  }
})

test('sign-in routes have one strict allowance for an address, however they are spelled', async () => {
  stopTheClock()
  await using connection = await rawConnection(world.app)
  const spelled = [
    '/api/auth/request-password-reset',
    '/%61pi/auth/request-password-reset',
    'http://evil.test/api/auth/request%2Dpassword-reset',
  ]
  const left: number[] = []
  for (const target of spelled) {
    const { headers } = await ask(connection, 'POST', target)
    expect(headers.get('ratelimit-policy')).toBe(`"sign-in";q=${limits.authCallsPerMinute};w=60`)
    left.push(told(headers).left)
  }
  expect(left).toEqual([99, 98, 97])
})

test('whoever has used up an allowance is told how long to wait', async () => {
  stopTheClock()
  const call = () => world.app.inject({ method: 'POST', url: '/api/auth/reset-password', payload: {} })
  for (let sent = 0; sent < limits.authCallsPerMinute; sent += 1) expect((await call()).statusCode).toBe(400)
  const refused = await call()
  expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect(refused.headers).toMatchObject({ 'retry-after': '60', ratelimit: '"sign-in";r=0;t=60' })
  expect(Object.keys(refused.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
  vi.setSystemTime(Date.now() + 60_000)
  expect((await call()).statusCode).toBe(400)
})

const left = async (caller: Caller) => {
  const { headers } = await caller.rest('GET', '/nothing/here')
  return told(new Headers(headers as Record<string, string>))
}

test('a key, its person, and everybody else at the address have allowances of their own', async () => {
  const made = await owner.rest('POST', '/users/me/api-keys', { name: 'Script', permissions: ['products:read'] })
  const key = world.caller((made.body as { data: { token: string } }).data.token)
  const [stranger, colleague] = [world.caller(null), await world.signedIn('viewer')]
  stopTheClock()
  const { caller: max } = limits.callsPerMinute
  const before = [await left(owner), await left(stranger), await left(colleague)]
  for (let sent = 1; sent <= 50; sent += 1) expect(await left(key)).toEqual({ policy: 'caller', left: max - sent })
  const after = [await left(owner), await left(stranger), await left(colleague)]
  expect(after).toEqual(before.map((one) => ({ ...one, left: one.left - 1 })))
})

test('each call of a batch is counted', async () => {
  const { token } = await world.signedIn('viewer')
  stopTheClock()
  const { caller: max } = limits.callsPerMinute
  const batch = async (calls: number, comma = ',') => {
    const url = `/trpc/${Array.from({ length: calls }, () => 'profile.get').join(comma)}?batch=1`
    const payload = Object.fromEntries(Array.from({ length: calls }, (_, index) => [index, {}]))
    const { statusCode, headers } = await world.app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } })
    return [statusCode, told(new Headers(headers as Record<string, string>)).left]
  }
  expect(await batch(1)).toEqual([200, max - 1])
  expect(await batch(limits.batchSize)).toEqual([200, max - 1 - limits.batchSize])
  expect(await batch(2 * limits.batchSize)).toEqual([400, max - 2 - 2 * limits.batchSize])
  expect(await batch(2, '%2C')).toEqual([200, max - 4 - 2 * limits.batchSize])
  // What is decoded twice would hide its calls from the count.
  expect(await batch(2, '%252C')).toEqual([404, max - 5 - 2 * limits.batchSize])
})

test('tokens that open nothing are counted for the address, those that do are not', async () => {
  stopTheClock()
  const [stranger, guesser] = [world.caller(null), world.caller('bk_guessed')]
  const before = await left(stranger)
  expect(await left(guesser)).toEqual({ policy: 'address', left: before.left - 1 })
  expect((await left(owner)).policy).toBe('caller')
  expect(await left(stranger)).toEqual({ policy: 'address', left: before.left - 2 })
})

test('pages of other origins may read what is left', async () => {
  const app = await buildTestApp(world.deps, { appUrl, corsOrigins: ['https://tools.test'] })
  const { headers } = await app.inject({ url: '/api/v1/stores', headers: { origin: 'https://tools.test' } })
  const exposed = String(headers['access-control-expose-headers']).split(', ')
  expect(exposed).toEqual(
    expect.arrayContaining(['ratelimit', 'ratelimit-policy', 'retry-after', 'www-authenticate', 'idempotent-replayed']),
  )
  await app.close()
})
