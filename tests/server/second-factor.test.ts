import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { sessions, users } from '#drizzle/schema.ts'
import { twoFactors } from '#drizzle/second-factor-tables.ts'
import { allowances, consume } from '#server/throttle/throttle.ts'
import { productTitle } from '#shared/brand.ts'
import { limits } from '#shared/limits.ts'
import { ReauthenticateResponse, SecondFactorChallenge } from '#shared/second-factor.ts'
import { authCall } from '#tests/support/auth-call.ts'
import { holdMachineClock, moveMachineClock, nextCode } from '#tests/support/authenticator-app.ts'
import { codeAt } from '#tests/support/totp.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { callAs, enrolled } from '#tests/support/second-factor.ts'
import { createWorld, password, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  holdMachineClock()
})
afterAll(async () => {
  vi.useRealTimers()
  await world[Symbol.asyncDispose]()
})

let people = 0
const newEmail = () => `factor-${(people += 1)}@factor.test`
const signIn = (email: string, from?: string) => authCall(world.app, '/sign-in/email', { email, password }, from ? { from } : {})
const verify = (ticket: string, code: string, from?: string) =>
  authCall(world.app, '/second-factor/verify', { ticket, code }, from ? { from } : {})
const ticketOf = async (email: string, from?: string) => (await signIn(email, from)).body.error?.ticket ?? ''
const wrong = (secret: string) => {
  const good = [-30_000, 0, 30_000].map((ms) => codeAt(secret, Date.now() + ms))
  return ['111111', '222222', '333333', '444444'].find((code) => !good.includes(code)) ?? ''
}
const sessionsOf = (userId: string) => world.deps.database.db.$count(sessions, eq(sessions.userId, userId))
const entries = (action: string, actorId: string) =>
  world.deps.database.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.actorId, actorId))
    .then((rows) => rows.filter((entry) => entry.action === action).map(({ decision }) => decision))

test('with a second factor, a right password earns a ticket and no session; the ticket and a code earn one session', async () => {
  const { email, userId, secret } = await enrolled(world, newEmail())
  const before = await sessionsOf(userId)
  const first = await signIn(email)
  expect(first).toMatchObject({
    status: 401,
    cookie: '',
    body: { success: false, error: { code: 'SECOND_FACTOR', ticket: expect.any(String) } },
  })
  expect(SecondFactorChallenge.safeParse(first.body.error).success).toBe(true)
  expect(first.body.message).toBe('Please enter the code of your second factor.')
  expect(await sessionsOf(userId)).toBe(before)
  const ticket = first.body.error?.ticket ?? ''
  const answer = await verify(ticket, nextCode(secret))
  expect(answer).toMatchObject({ status: 200, body: { user: { id: userId, email } } })
  expect(answer.cookie).toMatch(/^office\.session_token=/)
  expect((await world.caller(answer.body.token).rest('GET', '/users/me/profile')).status).toBe(200)
  expect((await authCall(world.app, '/token', { refresh_token: answer.body.refresh_token })).status).toBe(200)
  expect(await sessionsOf(userId)).toBe(before + 1)
  expect(await entries('session.secondFactor', userId)).toEqual(['allowed'])
  expect(await verify(ticket, nextCode(secret))).toMatchObject({ status: 401, body: { error: { code: 'SIGNED_OUT' } } })
  expect(await sessionsOf(userId)).toBe(before + 1)
})

test('a wrong password learns nothing of the second factor', async () => {
  const { email } = await enrolled(world, newEmail())
  const answer = await authCall(world.app, '/sign-in/email', { email, password: 'not this' })
  expect(answer).toMatchObject({ status: 401, body: { error: { code: 'WRONG_CREDENTIALS' } } })
  expect(answer.body.error).not.toHaveProperty('ticket')
})

test('nothing is asked for before the first code is confirmed; confirming ends no session, is on record and told by mail', async () => {
  const email = newEmail()
  const userId = await world.person({ email })
  const { token } = await world.signIn(email)
  const { body } = await callAs(world, token, '/second-factor/enroll')
  expect(body.totp_uri).toBe(
    `otpauth://totp/${productTitle}:${encodeURIComponent(email)}?secret=${body.secret}&issuer=${productTitle}&digits=6&period=30`,
  )
  expect((await signIn(email)).status).toBe(200)
  expect(await callAs(world, token, '/second-factor/confirm', { code: wrong(body.secret) })).toMatchObject({
    status: 400,
    body: { error: { code: 'WRONG_CODE' } },
  })
  expect((await signIn(email)).status).toBe(200)
  const again = (await callAs(world, token, '/second-factor/enroll')).body
  expect(again.secret).not.toBe(body.secret)
  const confirmed = await callAs(world, token, '/second-factor/confirm', { code: nextCode(again.secret) })
  expect(confirmed).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(new Set(confirmed.body.recovery_codes).size).toBe(limits.secondFactor.recoveryCodes)
  expect((await world.caller(token).rest('GET', '/users/me/profile')).status).toBe(200)
  expect((await signIn(email)).status).toBe(401)
  expect(await entries('session.secondFactorOn', userId)).toEqual(['allowed'])
  expect((await mailsTo(world.folder, email))[0]).toContain('Subject: Second factor switched on')
  expect((await callAs(world, token, '/second-factor/enroll')).status).toBe(400)
})

test('a code is good once, and for the half minutes beside its own only', async () => {
  const { email, secret } = await enrolled(world, newEmail())
  const code = nextCode(secret)
  expect((await verify(await ticketOf(email), code)).status).toBe(200)
  expect(await verify(await ticketOf(email), code)).toMatchObject({ status: 400, body: { error: { code: 'WRONG_CODE' } } })
  moveMachineClock(120_000)
  expect((await verify(await ticketOf(email), codeAt(secret, Date.now() - 60_000))).status).toBe(400)
  expect((await verify(await ticketOf(email), codeAt(secret, Date.now() + 60_000))).status).toBe(400)
  expect((await verify(await ticketOf(email), codeAt(secret, Date.now() - 30_000))).status).toBe(200)
  expect((await verify(await ticketOf(email), codeAt(secret, Date.now() + 30_000))).status).toBe(200)
})

test('of many who hand in the same ticket and code at once, one gets in', { retry: 0 }, async () => {
  const { email, userId, secret } = await enrolled(world, newEmail())
  const [ticket, code, before] = [await ticketOf(email), nextCode(secret), await sessionsOf(userId)]
  const answers = await Promise.all(Array.from({ length: 6 }, () => verify(ticket, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await sessionsOf(userId)).toBe(before + 1)
})

test('a recovery code is good once, however it is typed, and new ones void the old', async () => {
  const { email, token, recoveryCodes } = await enrolled(world, newEmail())
  const [first = '', second = '', third = ''] = recoveryCodes
  expect((await verify(await ticketOf(email), ` ${first.toUpperCase()} `)).status).toBe(200)
  expect((await verify(await ticketOf(email), first)).status).toBe(400)
  world.clock.now += limits.secondFactor.codeSeconds * 1_000 + 1
  expect((await verify(await ticketOf(email), first)).status).toBe(400)
  expect((await verify(await ticketOf(email), second)).status).toBe(200)
  const renewed = (await callAs(world, token, '/second-factor/recovery-codes')).body.recovery_codes
  expect(renewed).toHaveLength(limits.secondFactor.recoveryCodes)
  expect((await verify(await ticketOf(email), third)).status).toBe(400)
  expect((await verify(await ticketOf(email), renewed[0] ?? '')).status).toBe(200)
  const security = await world.caller(token).rest('GET', '/users/me/security')
  expect(security.body).toMatchObject({
    data: { has_password: true, second_factor: { is_enabled: true, recovery_codes_left: 9, is_required: false }, passkeys: [] },
  })
})

test('a ticket ends after five minutes, after five wrong codes, and when it is not ours', async () => {
  const { email, secret } = await enrolled(world, newEmail())
  const late = await ticketOf(email)
  moveMachineClock(limits.secondFactor.ticketSeconds * 1_000 + 1)
  expect((await verify(late, nextCode(secret))).body.error?.code).toBe('SIGNED_OUT')
  const tried = await ticketOf(email)
  for (let index = 0; index < 5; index += 1) expect((await verify(tried, `00000${index}`)).body.error?.code).toBe('WRONG_CODE')
  expect((await verify(tried, nextCode(secret))).body.error?.code).toBe('SIGNED_OUT')
  const ours = await ticketOf(email)
  const forged = `${ours.slice(0, ours.lastIndexOf('.'))}.${Buffer.alloc(32).toString('base64')}`
  const attempts = `2fa-attempts-${ours}`
  for (const ticket of [forged, attempts, 'nothing', 'a.b', '.', ours.slice(0, -2)])
    expect({ ticket, code: (await verify(ticket, nextCode(secret))).body.error?.code }).toEqual({ ticket, code: 'SIGNED_OUT' })
  expect((await verify(ours, nextCode(secret))).status).toBe(200)
})

test('new tickets give no more tries: ten wrong codes from a network in ten minutes, fifty from everywhere in an hour', async () => {
  const { email, secret, userId } = await enrolled(world, newEmail())
  const hour = limits.codeTries.accountSeconds * 1_000
  world.clock.now = Math.ceil(world.clock.now / hour) * hour
  const [here, there, elsewhere] = ['10.1.0.1', '10.2.0.1', '10.3.0.1']
  const tickets = [await ticketOf(email), await ticketOf(email), await ticketOf(email)]
  const codes = Array.from({ length: limits.codeTries.network + 1 }, (_, index) => String(100_000 + index))
  const statuses: number[] = []
  for (const [index, code] of codes.entries()) statuses.push((await verify(tickets[Math.floor(index / 5)] ?? '', code, here)).status)
  expect(statuses).toEqual([...codes.slice(1).map(() => 400), 429])
  expect((await verify(await ticketOf(email), nextCode(secret), here)).status).toBe(429)
  expect((await verify(await ticketOf(email), nextCode(secret), there)).status).toBe(200)
  for (let index = 0; index < limits.codeTries.account; index += 1) await consume(world.deps, allowances.codesOf, userId).catch(() => null)
  expect((await verify(await ticketOf(email), nextCode(secret), elsewhere)).status).toBe(429)
  world.clock.now += hour
  expect((await verify(await ticketOf(email), nextCode(secret), elsewhere)).status).toBe(200)
  expect(await entries('session.secondFactor', userId)).toContain('failed')
})

test('secret and recovery codes cannot be read in the database', async () => {
  const { userId, secret, recoveryCodes } = await enrolled(world, newEmail())
  const rows = JSON.stringify(await world.deps.database.db.select().from(twoFactors).where(eq(twoFactors.userId, userId)))
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.slice(0, 5))]) expect(rows).not.toContain(text)
})

test('switched off, the password is enough again', async () => {
  const { email, token, userId } = await enrolled(world, newEmail())
  expect((await callAs(world, token, '/second-factor/disable')).status).toBe(200)
  expect((await signIn(email)).status).toBe(200)
  expect(await entries('session.secondFactorOff', userId)).toEqual(['allowed'])
  expect((await mailsTo(world.folder, email, 2))[1]).toContain('Subject: Second factor switched off')
  for (const path of ['/second-factor/disable', '/second-factor/recovery-codes'])
    expect({ path, status: (await callAs(world, token, path)).status }).toEqual({ path, status: 400 })
})

test('fifteen minutes after sign-in, changes want a proof first; keys and strangers get nowhere', async () => {
  const { token } = await enrolled(world, newEmail())
  const owner = await world.signedIn('owner')
  const { body } = await owner.rest('POST', '/users/me/api-keys', { name: 'Script', permissions: ['users:read'] })
  const key = (body as { data: { token: string } }).data.token
  world.clock.now += limits.reauthenticateAfterMs + 1
  for (const action of ['enroll', 'confirm', 'recovery-codes', 'disable']) {
    const path = `/second-factor/${action}`
    const late = await callAs(world, token, path)
    const statuses = [late.status, (await callAs(world, key, path)).status, (await authCall(world.app, path, {})).status]
    expect({ path, code: late.body.error?.code, statuses }).toEqual({ path, code: 'REAUTHENTICATE', statuses: [403, 403, 401] })
  }
})

test('the second factor of somebody deactivated, or gone, opens nothing', async () => {
  const { email, userId, secret } = await enrolled(world, newEmail())
  const ticket = await ticketOf(email)
  const before = await sessionsOf(userId)
  const { db } = world.deps.database
  await db.update(users).set({ isActive: false }).where(eq(users.id, userId))
  expect(await verify(ticket, nextCode(secret))).toMatchObject({ status: 403, body: { error: { code: 'ACCESS_RESTRICTED' } } })
  expect(await sessionsOf(userId)).toBe(before)
  expect((await signIn(email)).body.error?.code).toBe('ACCESS_RESTRICTED')
  const other = await enrolled(world, newEmail())
  const gone = await ticketOf(other.email)
  await db.delete(users).where(eq(users.id, other.userId))
  expect((await verify(gone, nextCode(other.secret))).body.error?.code).toBe('SIGNED_OUT')
})

test('a code, or a recovery code, confirms who one is as well as the password does; nobody without a second factor can send one', async () => {
  const { token, secret, userId, recoveryCodes } = await enrolled(world, newEmail())
  const without = await world.signedIn('viewer')
  const before = await sessionsOf(userId)
  for (const code of [nextCode(secret), recoveryCodes[0]]) {
    world.clock.now += limits.reauthenticateAfterMs + 1
    expect((await callAs(world, token, '/second-factor/recovery-codes')).body.error?.code).toBe('REAUTHENTICATE')
    const answer = await callAs(world, token, '/reauthenticate', { code })
    const until = new Date(world.clock.now + limits.reauthenticateAfterMs).toISOString()
    expect({ ...answer, body: ReauthenticateResponse.parse(answer.body) }).toMatchObject({
      status: 200,
      cookie: '',
      body: { authenticated_until: until },
    })
    expect((await world.caller(token).rest('GET', '/users/me/security')).body).toMatchObject({ data: { authenticated_until: until } })
  }
  expect((await callAs(world, token, '/second-factor/recovery-codes')).status).toBe(200)
  expect(await sessionsOf(userId)).toBe(before)
  expect((await callAs(world, token, '/reauthenticate', { code: wrong(secret) })).body.error?.code).toBe('WRONG_CODE')
  expect(new Set(await entries('session.reauthenticate', userId))).toEqual(new Set(['allowed', 'failed']))
  await callAs(world, without.token, '/second-factor/enroll')
  expect((await callAs(world, without.token, '/reauthenticate', { code: '123456' })).body.error?.code).toBe('WRONG_CODE')
})
