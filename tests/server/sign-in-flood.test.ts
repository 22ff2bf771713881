// A flood of sign-ins leaves a processor to the calls; users who are signed in continue to work.
import { createHook } from 'node:async_hooks'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { hashingBounds } from '#server/auth/passwords.ts'
import { limits } from '#shared/limits.ts'
import { addressOf, authCall } from '#tests/support/auth-call.ts'
import { createWorld, password, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

/** Hashes as many passwords as fit, one after the other, until its end. Ends when the last is done. */
function keepHashing() {
  const { hash } = world.deps.provider.options.emailAndPassword.password
  const { atOnce, waiting } = hashingBounds
  const over = new AbortController()
  const hashing = Array.from({ length: atOnce + waiting }, async () => {
    while (!over.signal.aborted) await hash('somebody else’s')
  })
  return async () => {
    over.abort()
    await Promise.all(hashing)
  }
}

/** Counts concurrent password hashes. */
function watchHashes() {
  const running = new Set<number>()
  const seen = { max: 0, all: 0 }
  const hook = createHook({
    init(id, type) {
      if (type !== 'SCRYPTREQUEST') return
      running.add(id)
      seen.all += 1
      seen.max = Math.max(seen.max, running.size)
    },
    before: (id) => void running.delete(id),
  }).enable()
  return { seen, [Symbol.dispose]: () => void hook.disable() }
}

test(
  'of a flood of sign-ins few are hashed at a time and the rest is turned away, while those who are in are answered',
  { timeout: 120_000 },
  async () => {
    const { atOnce, waiting } = hashingBounds
    const viewer = await world.signedIn('viewer')
    using hashes = watchHashes()
    let done = 0
    const flood = Array.from({ length: atOnce + waiting + 100 }, async (_, index) => {
      const body = { email: `${index}@flood.test`, password: 'whatever it is' }
      const { status, headers } = await authCall(world.app, '/sign-in/email', body, { from: addressOf(index) })
      if (status === 401) done += 1
      else expect(headers).toMatchObject({ 'retry-after': expect.stringMatching(/^\d+$/) })
      return status
    })
    expect((await viewer.rest('GET', '/users/me/profile')).status).toBe(200)
    expect(done, 'hashes that were waited for').toBeLessThan(atOnce + waiting)
    const statuses = await Promise.all(flood)
    const verified = statuses.filter((status) => status === 401).length
    // A few more than fit at once: the first ones are done before the last ones begin.
    expect(verified).toBeGreaterThanOrEqual(atOnce + waiting)
    expect(verified).toBeLessThan(statuses.length)
    expect(statuses.filter((status) => status === 503)).toHaveLength(statuses.length - verified)
    expect(hashes.seen).toEqual({ max: atOnce, all: verified })
  },
)

test('a password that the server was too busy to verify counts as no attempt, and is on record as none', { timeout: 120_000 }, async () => {
  const email = 'patient@flood.test'
  const userId = await world.person({ email })
  const { token } = await world.signIn(email)
  const entries = async () => (await world.deps.database.db.select().from(auditEntries).where(eq(auditEntries.actorId, userId))).length
  const before = await entries()
  const headers = { authorization: `Bearer ${token}` }
  const tries = Array.from({ length: limits.signInTries.accountFromNetwork + 1 })
  const reauthenticate = () => authCall(world.app, '/reauthenticate', { password }, { headers })
  const signIn = () => authCall(world.app, '/sign-in/email', { email, password })
  const busy = { status: 503, headers: { 'retry-after': '5' }, body: { error: { code: 'OVERLOADED' } } }
  const endHashing = keepHashing()
  for (const _ of tries) expect(await reauthenticate()).toMatchObject(busy)
  for (const _ of tries) expect(await signIn()).toMatchObject(busy)
  expect(await entries()).toBe(before)
  await endHashing()
  expect((await reauthenticate()).status).toBe(200)
  expect((await signIn()).status).toBe(200)
})
