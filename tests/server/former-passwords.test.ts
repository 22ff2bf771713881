// A password that was replaced opens nothing more, whatever was under way when that happened.
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { apiKeys, sessions } from '#drizzle/schema.ts'
import { passwordToken } from '#server/auth/links.ts'
import { findViewer } from '#server/auth/repo.ts'
import { createApiKey } from '#server/profile/keys.ts'
import { ApiKeyCreateRequest } from '#shared/api-keys.ts'
import { addressOf, authCall } from '#tests/support/auth-call.ts'
import { holdMachineClock, nextCode } from '#tests/support/authenticator-app.ts'
import { callAs, enrolled } from '#tests/support/second-factor.ts'
import { createWorld, password, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  vi.useRealTimers()
  await world[Symbol.asyncDispose]()
})

const fresh = 'entirely another 7'
const reset = async (userId: string) =>
  authCall(world.app, '/reset-password', { token: await passwordToken(world.deps, userId), password: fresh })
const change = (token: string) => callAs(world, token, '/change-password', { current_password: password, password: fresh })
const signIn = (email: string, given: string, from = 1) =>
  authCall(world.app, '/sign-in/email', { email, password: given }, { from: addressOf(from) })
const sessionsOf = (userId: string) => world.deps.database.db.$count(sessions, eq(sessions.userId, userId))

const atOnce = 6

/** Signs in with the former password while it is replaced. Passwords are verified a few at a time, so some are verified after that. */
async function signingInDuring(email: string, replacing: () => Promise<{ status: number }>) {
  const replaced = replacing()
  const begun = Array.from({ length: atOnce }, async (_, index) => {
    await pause(150 * index)
    return signIn(email, password, index)
  })
  expect((await replaced).status).toBe(200)
  return Promise.all(begun)
}

test('a sign-in that has begun with the former password ends with a reset, and with a change', { timeout: 60_000 }, async () => {
  for (const way of ['reset', 'change']) {
    const email = `racing-${way}@former.test`
    const userId = await world.person({ email })
    const { token } = await world.signIn(email)
    const answers = await signingInDuring(email, () => (way === 'reset' ? reset(userId) : change(token)))
    const tokens = answers.flatMap(({ status, body }) => (status === 200 ? body.token : []))
    const profiles = await Promise.all(tokens.map((one) => world.caller(one).rest('GET', '/users/me/profile')))
    expect(profiles.filter(({ status }) => status === 200)).toEqual([])
    // The session that has changed the password stays.
    expect(await sessionsOf(userId)).toBe(way === 'reset' ? 0 : 1)
    expect((await signIn(email, fresh)).status).toBe(200)
  }
})

test('a ticket for a code ends with the password that has earned it', async () => {
  holdMachineClock()
  for (const way of ['reset', 'change']) {
    const { email, userId, token, secret } = await enrolled(world, `ticket-${way}@former.test`)
    const ticketFor = async (given: string) => (await signIn(email, given)).body.error?.ticket ?? ''
    const former = await ticketFor(password)
    expect((await (way === 'reset' ? reset(userId) : change(token))).status).toBe(200)
    const before = await sessionsOf(userId)
    expect(await authCall(world.app, '/second-factor/verify', { ticket: former, code: nextCode(secret) })).toMatchObject({
      status: 401,
      body: { error: { code: 'SIGNED_OUT' } },
    })
    expect(await sessionsOf(userId)).toBe(before)
    const current = await ticketFor(fresh)
    expect((await authCall(world.app, '/second-factor/verify', { ticket: current, code: nextCode(secret) })).status).toBe(200)
  }
})

test('a reset comes before a change that has begun: the password that it sets stays', async () => {
  const email = 'overtaken@former.test'
  const userId = await world.person({ email })
  const { token } = await world.signIn(email)
  const changed = change(token)
  const chosen = { token: await passwordToken(world.deps, userId), password: 'what the person wants 3' }
  expect((await authCall(world.app, '/reset-password', chosen)).status).toBe(200)
  await changed
  const answers = [await signIn(email, fresh), await signIn(email, chosen.password)]
  expect(answers.map(({ status }) => status)).toEqual([401, 200])
})

test('no key outlives a reset that has ended its session since the call began', async () => {
  const { db } = world.deps.database
  const userId = await world.person({ email: 'keys@former.test', assignments: [{ role: 'viewer', storeId: null }] })
  const { token } = await world.signIn('keys@former.test')
  const sessionId = await world.deps.accessTokens.sessionOf(token, world.clock.now)
  // As the call has found its caller.
  const { viewer } = (await findViewer(db, sessionId ?? '', new Date(world.clock.now))) ?? {}
  if (!viewer) throw new Error('nobody is signed in')
  expect((await reset(userId)).status).toBe(200)
  const request = ApiKeyCreateRequest.parse({ name: 'Thief', permissions: ['products:read'] })
  await expect(createApiKey(world.deps, viewer, request)).rejects.toMatchObject({ code: 'SIGNED_OUT' })
  expect(await db.$count(apiKeys, eq(apiKeys.userId, userId))).toBe(0)
})
