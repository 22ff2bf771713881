// API keys end when they expire and when a password is reset.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeys, users } from '#drizzle/schema.ts'
import { passwordLink } from '#server/auth/links.ts'
import { limits } from '#shared/limits.ts'
import { authCall } from '#tests/support/auth-call.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const dayMs = 24 * 3_600_000
const ask = (caller: Caller, more: object = {}) =>
  caller.rest('POST', '/users/me/api-keys', { name: 'Script', permissions: ['products:read'], ...more })
async function newKey(caller: Caller, more: object = {}) {
  const { data } = (await ask(caller, more)).body as { data: { token: string; api_key: { id: string; expires_at: string | null } } }
  return { ...data.api_key, status: async () => (await world.caller(data.token).rest('GET', '/users/me/profile')).status }
}

test('a key ends after 90 days, or after as many as were asked for, a year at most', async () => {
  const caller = await world.signedIn('staff')
  const began = world.clock.now
  const [usual, short] = [await newKey(caller), await newKey(caller, { expires_in_days: 1 })]
  expect(usual.expires_at).toBe(new Date(began + limits.apiKeyDays.default * dayMs).toISOString())
  for (const expires_in_days of [0, limits.apiKeyDays.max + 1, 1.5, null, 'never'])
    expect((await ask(caller, { expires_in_days })).status).toBe(400)
  world.clock.now = began + dayMs - 1
  expect(await short.status()).toBe(200)
  world.clock.now = began + dayMs
  expect([await short.status(), await usual.status()]).toEqual([401, 200])
  world.clock.now = began + limits.apiKeyDays.default * dayMs
  expect(await usual.status()).toBe(401)
})

test('a key from before keys ended goes on', async () => {
  const caller = await world.signedIn('staff')
  const { id, status } = await newKey(caller)
  await world.deps.database.db.update(apiKeys).set({ expiresAt: null }).where(eq(apiKeys.id, id))
  world.clock.now += 2 * limits.apiKeyDays.max * dayMs
  expect(await status()).toBe(200)
})

test('a reset of the password ends all keys, and the mail says so', async () => {
  const caller = await world.signedIn('staff')
  const keys = [await newKey(caller), await newKey(caller)]
  const [, token = ''] = (await passwordLink(world.deps, caller.userId)).split('#token=')
  expect((await authCall(world.app, '/reset-password', { token, password: 'a new one 99' })).status).toBe(200)
  expect(await Promise.all(keys.map(({ status }) => status()))).toEqual([401, 401])
  const [user] = await world.deps.database.db.select().from(users).where(eq(users.id, caller.userId))
  expect((await mailsTo(world.folder, user?.email ?? '', 3)).join('')).toContain('all API keys were revoked')
})
