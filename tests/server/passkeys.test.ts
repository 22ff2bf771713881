import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { sessions, users } from '#drizzle/schema.ts'
import { passkeys } from '#drizzle/second-factor-tables.ts'
import { passwordToken } from '#server/auth/links.ts'
import { productTitle } from '#shared/brand.ts'
import { limits } from '#shared/limits.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { createPasskey, type Deviation, type SoftwarePasskey } from '#tests/support/software-passkey.ts'
import { appUrl, createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

let people = 0
const newEmail = () => `key-${(people += 1)}@passkey.test`
type Answer = {
  status: number
  body: {
    error?: { code: string }
    token: string
    user: { id: string }
    passkey: { id: string }
    challenge: string
    rp: { id: string }
    rpId: string
    allowCredentials?: { id: string }[]
  }
}

/** A browser on our page that keeps its cookies. */
function browser(token?: string) {
  const kept = new Map<string, string>()
  return async (path: string, payload: object = {}, headers: Record<string, string> = {}): Promise<Answer> => {
    const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = { origin: appUrl, ...(cookie ? { cookie } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers }
    const answer = await world.app.inject({ method: 'POST', url: `/api/auth${path}`, payload, headers: sent })
    for (const { name, value } of answer.cookies) kept.set(name, encodeURIComponent(value))
    return { status: answer.statusCode, body: answer.json() }
  }
}
type Browser = ReturnType<typeof browser>

async function add(call: Browser, key: SoftwarePasskey, deviation: Deviation = {}, name = 'Laptop') {
  const options = await call('/passkeys/options')
  return call('/passkeys', { name, response: key.create(options.body, deviation) })
}
async function use(call: Browser, key: SoftwarePasskey, deviation: Deviation = {}) {
  const options = await call('/sign-in/passkey/options')
  return call('/sign-in/passkey', { response: key.get(options.body, deviation) })
}

async function withPasskey() {
  const email = newEmail()
  const userId = await world.person({ email })
  const { token } = await world.signIn(email)
  const key = createPasskey()
  const { body } = await add(browser(token), key)
  return { email, userId, token, key, passkeyId: body.passkey?.id }
}
const refusal = { status: 400, body: { error: { code: 'PASSKEY_REFUSED' } } }
const sessionsOf = (userId: string) => world.deps.database.db.$count(sessions, eq(sessions.userId, userId))
const actions = async (actorId: string) =>
  (await world.deps.database.db.select().from(auditEntries).where(eq(auditEntries.actorId, actorId))).map(
    ({ action, decision }) => `${action} ${decision}`,
  )

test('a passkey is added, listed, told by mail, and signs in without password or code', async () => {
  const { email, userId, token, key } = await withPasskey()
  const security = await world.caller(token).rest('GET', '/users/me/security')
  expect(security.body).toMatchObject({ data: { passkeys: [{ id: expect.any(String), name: 'Laptop', created_at: expect.any(String) }] } })
  expect((await mailsTo(world.folder, email))[0]).toContain('Subject: Passkey added')
  await world.deps.database.db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, userId))
  const answer = await use(browser(), key)
  expect(answer).toMatchObject({ status: 200, body: { user: { id: userId, email } } })
  expect((await world.caller(answer.body.token).rest('GET', '/users/me/profile')).status).toBe(200)
  expect(await actions(userId)).toEqual(expect.arrayContaining(['session.passkeyAdded allowed', 'session.signIn allowed']))
})

test('the options ask for a key that knows its person: discoverable, with user verification', async () => {
  const { token } = await withPasskey()
  const { body: creation } = await browser(token)('/passkeys/options')
  expect(creation).toMatchObject({
    rp: { id: 'localhost', name: productTitle },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: expect.any(String) }],
  })
  const { body: request } = await browser()('/sign-in/passkey/options')
  expect(request).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(request).not.toHaveProperty('allowCredentials')
})

const deviations: [string, Deviation][] = [
  ['another page', { origin: 'https://evil.test' }],
  ['another challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
  ['nobody verified', { isVerified: false }],
]
test.each(deviations)('a passkey that answers to %s is neither added nor let in', async (_, deviation) => {
  const { userId, token, key } = await withPasskey()
  const before = await sessionsOf(userId)
  expect(await add(browser(token), createPasskey(), deviation)).toMatchObject(refusal)
  expect(await use(browser(), key, deviation)).toMatchObject(refusal)
  expect(await world.deps.database.db.$count(passkeys, eq(passkeys.userId, userId))).toBe(1)
  expect(await sessionsOf(userId)).toBe(before)
})

test('an answer is good once, and only in the browser that was asked', async () => {
  const { userId, key } = await withPasskey()
  const call = browser()
  const { body } = await call('/sign-in/passkey/options')
  const response = key.get(body)
  expect(await browser()('/sign-in/passkey', { response })).toMatchObject(refusal)
  expect((await call('/sign-in/passkey', { response })).status).toBe(200)
  const before = await sessionsOf(userId)
  expect(await call('/sign-in/passkey', { response })).toMatchObject(refusal)
  expect(await sessionsOf(userId)).toBe(before)
})

test('an unknown passkey, a key of somebody else under a known name, and another page’s call are refused', async () => {
  const { key } = await withPasskey()
  expect(await use(browser(), createPasskey())).toMatchObject(refusal)
  const call = browser()
  const { body } = await call('/sign-in/passkey/options')
  const { id, rawId } = key.get(body)
  expect(await call('/sign-in/passkey', { response: { ...createPasskey().get(body), id, rawId } })).toMatchObject(refusal)
  const other = browser()
  const asked = await other('/sign-in/passkey/options')
  const answer = await other('/sign-in/passkey', { response: key.get(asked.body) }, { origin: 'https://evil.test' })
  expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FOREIGN_ORIGIN' } } })
})

test('a passkey belongs to one person, and is added by the session of the access token', async () => {
  const [one, other] = [await withPasskey(), await withPasskey()]
  expect(await add(browser(other.token), one.key)).toMatchObject(refusal)
  const asked = await browser(one.token)('/passkeys/options')
  const shared = browser(one.token)
  const { body } = await shared('/passkeys/options')
  const response = createPasskey().create(body)
  expect(await shared('/passkeys', { name: 'x', response }, { authorization: `Bearer ${other.token}` })).toMatchObject(refusal)
  expect(asked.status).toBe(200)
})

test('the passkey of somebody deactivated, or gone, opens nothing', async () => {
  const { userId, key } = await withPasskey()
  const { db } = world.deps.database
  await db.update(users).set({ isActive: false }).where(eq(users.id, userId))
  const before = await sessionsOf(userId)
  expect(await use(browser(), key)).toMatchObject({ status: 403, body: { error: { code: 'ACCESS_RESTRICTED' } } })
  expect(await sessionsOf(userId)).toBe(before)
  await db.delete(users).where(eq(users.id, userId))
  expect(await use(browser(), key)).toMatchObject(refusal)
})

test('a passkey is removed by its person alone, told by mail, and opens nothing any more', async () => {
  const { email, token, key, passkeyId } = await withPasskey()
  const other = await withPasskey()
  expect((await world.caller(other.token).rest('DELETE', `/users/me/passkeys/${passkeyId}`)).status).toBe(404)
  const removed = await world.caller(token).rest('DELETE', `/users/me/passkeys/${passkeyId}`)
  expect(removed).toMatchObject({ status: 200, body: { data: { passkey: { id: passkeyId, name: 'Laptop' } } } })
  expect((await mailsTo(world.folder, email, 2))[1]).toContain('Subject: Passkey removed')
  expect(await use(browser(), key)).toMatchObject(refusal)
})

test('there are at most twenty, and adding wants a session with a fresh proof', async () => {
  const { userId, token } = await withPasskey()
  const rows = Array.from({ length: limits.passkeys - 1 }, () => crypto.randomUUID())
  const row = { userId, publicKey: '', counter: 0, deviceType: 'singleDevice', backedUp: false }
  await world.deps.database.db.insert(passkeys).values(rows.map((id) => ({ ...row, id, credentialID: id })))
  expect(await browser(token)('/passkeys/options')).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } })
  expect((await browser()('/passkeys/options')).status).toBe(401)
  const { email } = await withPasskey()
  const late = (await world.signIn(email)).token
  world.clock.now += limits.reauthenticateAfterMs + 1
  for (const path of ['/passkeys/options', '/passkeys'])
    expect(await browser(late)(path)).toMatchObject({ status: 403, body: { error: { code: 'REAUTHENTICATE' } } })
})

test('a passkey of one’s own confirms who one is, without another session; a colleague’s does not', async () => {
  const [one, other] = [await withPasskey(), await withPasskey()]
  const before = [await sessionsOf(one.userId), await sessionsOf(other.userId)]
  world.clock.now += limits.reauthenticateAfterMs + 1
  const call = browser(one.token)
  const prove = async (key: SoftwarePasskey, deviation: Deviation = {}) => {
    const { body } = await call('/reauthenticate/passkey/options')
    expect(body.allowCredentials).toHaveLength(1)
    return call('/reauthenticate/passkey', { response: key.get(body, deviation) })
  }
  expect(await prove(other.key)).toMatchObject(refusal)
  expect(await prove(one.key, { isVerified: false })).toMatchObject(refusal)
  expect((await call('/passkeys/options')).status).toBe(403)
  expect(await prove(one.key)).toMatchObject({ status: 200, body: { authenticated_until: expect.any(String) } })
  expect((await call('/passkeys/options')).status).toBe(200)
  expect([await sessionsOf(one.userId), await sessionsOf(other.userId)]).toEqual(before)
  expect(await actions(one.userId)).toEqual(expect.arrayContaining(['session.reauthenticate failed', 'session.reauthenticate allowed']))
})

test('a passkey outlives a reset of the password, whose mail says so; without one, it says nothing of them', async () => {
  const { email, userId, key } = await withPasskey()
  const other = newEmail()
  for (const id of [userId, await world.person({ email: other })]) {
    const reset = { token: await passwordToken(world.deps, id), password: 'entirely another 7' }
    expect((await browser()('/reset-password', reset)).status).toBe(200)
  }
  expect((await use(browser(), key)).status).toBe(200)
  const mails = await mailsTo(world.folder, email, 2)
  const told = mails.find((mail) => mail.includes('Your password was reset'))
  expect(told).toContain('A passkey still signs in to your account')
  expect(told).toContain(`${appUrl}/settings?tab=security`)
  expect((await mailsTo(world.folder, other))[0]).not.toContain('still sign')
})

test('a passkey that is being added while the password is reset is not kept: the mail about the reset did not name it', async () => {
  const email = newEmail()
  const userId = await world.person({ email })
  const { token } = await world.signIn(email)
  const { api } = world.deps.provider
  const adding = vi.spyOn(api, 'verifyPasskeyRegistration').mockImplementationOnce(async (asked) => {
    const added = await api.verifyPasskeyRegistration(asked)
    const reset = { token: await passwordToken(world.deps, userId), password: 'entirely another 7' }
    expect((await browser()('/reset-password', reset)).status).toBe(200)
    return added
  })
  const key = createPasskey()
  expect(await add(browser(token), key)).toMatchObject({ status: 401, body: { error: { code: 'SIGNED_OUT' } } })
  expect(adding).toHaveBeenCalled()
  adding.mockRestore()
  expect(await world.deps.database.db.$count(passkeys, eq(passkeys.userId, userId))).toBe(0)
  expect((await use(browser(), key)).status).toBe(400)
})
