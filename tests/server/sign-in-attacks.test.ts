// Attacks on sign-in without an account. No answer helps the attacker.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts, sessions, users } from '#drizzle/schema.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { allowances, callerKey, consume } from '#server/throttle/throttle.ts'
import { limits } from '#shared/limits.ts'
import { authCall } from '#tests/support/auth-call.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { createWorld, password, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

const call = (path: string, payload: object, headers: Record<string, string> = {}) => authCall(world.app, path, payload, { headers })
let people = 0
const newEmail = () => `door-${(people += 1)}@door.test`
/** The visible answer without headers that differ on every call. */
const shown = ({ status, body, headers }: Awaited<ReturnType<typeof call>>) => {
  const named = Object.entries(headers).filter(([name]) => !['date', 'x-request-id'].includes(name) && !name.startsWith('ratelimit'))
  return { status, body, headers: Object.fromEntries(named) }
}

test('a wrong password and an unknown address look the same in status, body, headers and cookies', async () => {
  const email = newEmail()
  await world.person({ email })
  const [wrong, unknown] = [
    await call('/sign-in/email', { email, password: 'not this' }),
    await call('/sign-in/email', { email: newEmail(), password: 'not this' }),
  ]
  expect(wrong.status).toBe(401)
  expect(wrong.cookie).toBe('')
  expect(shown(unknown)).toEqual(shown(wrong))
})

test('registering an address with an account answers as for one that was invited, tells its owner, and changes nothing', async () => {
  const [active, invited] = [newEmail(), newEmail()]
  await world.person({ email: active })
  await world.person({ email: invited, password: null, isConfirmed: false })
  const before = await world.deps.database.db.$count(sessions)
  const answers = [
    await call('/sign-up/email', { email: active, password: 'of a stranger' }),
    await call('/sign-up/email', { email: invited, password: 'of a stranger' }),
  ]
  expect(answers[0]?.status).toBe(200)
  expect(answers[0] && shown(answers[0])).toEqual(answers[1] && shown(answers[1]))
  expect(await mailsTo(world.folder, active)).toHaveLength(1)
  expect(await world.deps.database.db.$count(sessions)).toBe(before)
  for (const email of [active, invited]) expect((await call('/sign-in/email', { email, password: 'of a stranger' })).status).toBe(401)
  expect((await call('/sign-in/email', { email: active, password })).status).toBe(200)
})

test('a reset is answered alike for everybody, and what it may not carry is refused before anybody is looked for', async () => {
  const known = newEmail()
  await world.person({ email: known })
  const unknown = newEmail()
  const ask = async (more: object) => {
    const [one, other] = [
      await call('/request-password-reset', { email: known, ...more }),
      await call('/request-password-reset', { email: unknown, ...more }),
    ]
    expect(shown(other)).toEqual(shown(one))
    return one.status
  }
  for (const redirectTo of ['/ok', 'https://evil.test', ':::', '']) expect(await ask({ redirectTo })).toBe(400)
  expect(await ask({})).toBe(200)
})

test('a thousand addresses of one network, and every spelling of one, are one caller', async () => {
  const network = Array.from({ length: 1_000 }, (_, index) => `2001:db8:7:9:${index.toString(16)}:${(index * 7).toString(16)}:0:1`)
  expect(new Set(network.map(callerKey)).size).toBe(1)
  const spellings = [
    '192.0.2.7',
    '::ffff:192.0.2.7',
    '::FFFF:192.0.2.7',
    '::ffff:c000:207',
    '0:0:0:0:0:ffff:192.0.2.7',
    '0:0:0:0:0:ffff:c000:0207',
  ]
  expect(new Set(spellings.map(callerKey))).toEqual(new Set(['192.0.2.7']))
  expect(callerKey('2001:DB8:7:9::1')).toBe(callerKey('2001:0db8:0007:0009:ffff:ffff:ffff:ffff'))
  expect(callerKey('2001:db8:7:8::1')).not.toBe(callerKey('2001:db8:7:9::1'))
  for (let spent = 0; spent < allowances.signInsFrom.max; spent += 1)
    await consume(world.deps, allowances.signInsFrom, callerKey('2001:db8:7:9::1'))
  const next = await authCall(world.app, '/sign-in/email', { email: newEmail(), password }, { from: '2001:db8:7:9:ffff::2' })
  expect(next).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_REQUESTS' } } })
})

test('behind proxies the caller is whom the outermost of ours names, not whom the caller does', async () => {
  const statusOf = async (behind: World, forwarded: string) =>
    (await authCall(behind.app, '/sign-in/email', { email: newEmail(), password }, { headers: { 'x-forwarded-for': forwarded } })).status
  const spendAll = async ({ deps }: World, address: string) => {
    for (let spent = 0; spent < allowances.signInsFrom.max; spent += 1) await consume(deps, allowances.signInsFrom, address)
  }
  await using one = await createWorld({ proxies: 1 })
  await spendAll(one, '1.2.3.4')
  expect(await statusOf(one, '6.6.6.6, 1.2.3.4')).toBe(429)
  expect(await statusOf(one, '1.2.3.4, 6.6.6.6')).toBe(401)
  await using two = await createWorld({ proxies: 2 })
  await spendAll(two, '1.2.3.4')
  expect(await statusOf(two, '6.6.6.6, 1.2.3.4, 10.0.0.1')).toBe(429)
  await spendAll(world, '1.2.3.4')
  expect(await statusOf(world, '1.2.3.4')).toBe(401)
  for (const TRUST_PROXY of ['true', 'false', '-1', '1.5']) expect(() => readEnvironment({ TRUST_PROXY })).toThrow('TRUST_PROXY')
  expect(() => readEnvironment({ TRUST_PROXY: 'true' })).toThrow('number of reverse proxies')
  expect(readEnvironment({ TRUST_PROXY: '1' }).TRUST_PROXY).toBe(1)
})

test.each([
  '//api/auth/sign-in/email',
  '/api//auth/sign-in/email',
  '/api/auth/sign-in/email/',
  '/api/auth/sign-in%2femail',
  '/API/auth/sign-in/email',
  '/api/auth/sign-in/email;x=1',
])('%s is no way around', async (url) => {
  const answer = await world.app.inject({ method: 'POST', url, payload: { email: 'owner-1@world.test', password } })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test.each([
  'victim＠door.test',
  'victim@dооr.test',
  'victim@door。test',
  'victim@door.test\u0000',
  'vic\u202Etim@door.test',
  ' victim@door.test@evil.test',
])('"%s" is no address in any form', async (email) => {
  const forms = [
    call('/sign-in/email', { email, password }),
    call('/sign-up/email', { email, password: 'a fine password' }),
    call('/request-password-reset', { email }),
    owner.rest('POST', '/users/invite', { email, full_name: 'X', role_id: 'admin', store_ids: null }),
  ]
  expect((await Promise.all(forms)).map(({ status }) => status)).toEqual([400, 400, 400, 400])
})

test('the links in mails go to our own address, whatever the first caller calls us; production does not start without one', async () => {
  await using fresh = await createWorld()
  const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' }
  await fresh.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', headers, payload: { email: 'a@door.test', password } })
  const leader = await fresh.signedIn('owner')
  const invited = await leader.rest(
    'POST',
    '/users/invite',
    { email: 'new@door.test', full_name: 'New', role_id: 'admin', store_ids: null },
    headers,
  )
  expect(invited.text).toContain('http://localhost:3000/#access_token=')
  await authCall(fresh.app, '/sign-up/email', { email: 'new@door.test', password: 'a fine password' }, { headers })
  const mails = await mailsTo(fresh.folder, 'new@door.test', 2)
  expect(mails.join('')).toContain('http://localhost:3000/reset-password#token=')
  expect(mails.join('') + invited.text).not.toContain('evil.test')
  const production = { NODE_ENV: 'production', APP_SECRET: Buffer.alloc(32).toString('base64') }
  expect(() => readEnvironment(production)).toThrow('APP_URL must be given in production')
  expect(readEnvironment({ ...production, APP_URL: 'https://office.test' }).appUrl).toBe('https://office.test')
})

test('a password of a million characters is not even read; any signs are kept as they are', async () => {
  expect((await call('/sign-in/email', { email: newEmail(), password: 'x'.repeat(1_000_000) })).status).toBe(413)
  expect((await call('/sign-in/email', { email: newEmail(), password: 'x'.repeat(129) })).status).toBe(400)
  const email = newEmail()
  const odd = 'pa\u0000ss 🐙𝒳 é'
  await world.person({ email, password: odd })
  expect((await call('/sign-in/email', { email, password: odd })).status).toBe(200)
  expect((await call('/sign-in/email', { email, password: odd.normalize('NFD') })).status).toBe(200)
  for (const near of ['pa', odd.replace('🐙', ''), odd.replace('é', 'e')])
    expect((await call('/sign-in/email', { email, password: near })).status).toBe(401)
})

const ours = [
  '/sign-up/email',
  '/request-password-reset',
  '/reset-password',
  '/accept-invite',
  '/sign-in/email',
  '/sign-in/social',
  '/reauthenticate',
  '/change-password',
  '/token',
  '/sign-out',
]

test('whatever routes the provider has or gains, only ours answer', async () => {
  const theirs = Object.values(world.deps.provider.api).flatMap((endpoint) =>
    'path' in endpoint && typeof endpoint.path === 'string' ? [endpoint.path] : [],
  )
  expect(theirs.length).toBeGreaterThan(25)
  for (const path of new Set(theirs)) {
    if (ours.includes(path) || path === '/callback/:id') continue
    const url = `/api/auth${path.replaceAll(/:\w+/g, 'x')}`
    const statuses = await Promise.all(
      (['GET', 'POST'] as const).map(
        async (method) =>
          (await world.app.inject({ method, url, remoteAddress: '10.9.9.9', ...(method === 'POST' ? { payload: {} } : {}) })).statusCode,
      ),
    )
    // A GET of an unknown path returns the app's page, which contains no data.
    expect([path, statuses[1]]).toEqual([path, 404])
    expect([200, 404]).toContain(statuses[0])
  }
})

test('nobody becomes somebody by naming them in a body', async () => {
  const { db } = world.deps.database
  const count = async () => Promise.all([db.$count(users), db.$count(sessions), db.$count(accounts)])
  const before = await count()
  const claimed = { userId: owner.userId, user: { id: owner.userId }, session: { userId: owner.userId } }
  const valid = { email: newEmail(), password: 'a fine password' }
  for (const path of ours)
    for (const body of [claimed, { ...valid, ...claimed }])
      expect([path, [400, 401].includes((await call(path, body)).status)]).toEqual([path, true])
  expect(await count()).toEqual(before)
})

test('an inviter sends a hundred invitations an hour and no more', async () => {
  const admin = await world.signedIn('admin')
  for (let spent = 0; spent < allowances.invitesBy.max; spent += 1) await consume(world.deps, allowances.invitesBy, admin.userId)
  const answer = await admin.rest('POST', '/users/invite', { email: newEmail(), full_name: 'New', role_id: 'admin', store_ids: null })
  expect(answer.status).toBe(429)
})

test('strangers who ask for links to an address use up nobody’s invitation to it, which has an allowance of its own', async () => {
  const email = newEmail()
  for (let times = 0; times <= limits.mailsPerDay; times += 1) expect((await call('/request-password-reset', { email })).status).toBe(200)
  const invited = []
  for (let times = 0; times <= limits.mailsPerDay; times += 1)
    invited.push((await owner.rest('POST', '/users/invite', { email, full_name: 'New', role_id: 'admin', store_ids: null })).status)
  expect(invited).toEqual([...Array.from({ length: limits.mailsPerDay }, () => 201), 429])
})
