// Whether the response time reveals who has an account. Only `npm run prove:auth` runs this, because the daily tests must not depend on
// time measurements.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#drizzle/schema.ts'
import { addressOf, authCall } from '#tests/support/auth-call.ts'
import { toldApart } from '#tests/support/threshold.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const samples = Number(process.env['SAMPLES'] ?? 1_000)

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.person({ email: 'first@known.test' })
})
afterAll(() => world[Symbol.asyncDispose]())

/** A person with a ready-made password hash: a thousand hashes would take longer than the measurements. */
async function known(): Promise<string> {
  const { db } = world.deps.database
  const email = `${crypto.randomUUID()}@known.test`
  const id = await world.person({ email, password: null })
  const [credential] = await db.select().from(accounts).where(eq(accounts.providerId, 'credential')).limit(1)
  if (credential) await db.insert(accounts).values({ ...credential, id, accountId: id, userId: id })
  return email
}

test('a threshold tells apart what differs, and nothing else', () => {
  const noise = (seed: number) => Array.from({ length: 400 }, (_, index) => ((index * 7_919 + seed * 104_729) % 1_009) / 1_009)
  const later = noise(2).map((value) => value + 2)
  expect([toldApart(noise(1), later), toldApart(later, noise(1))]).toEqual([1, 1])
  expect(toldApart(noise(1), noise(2))).toBeLessThan(0.6)
})

const ways = {
  'of a refused login': (email: string, from: string) =>
    authCall(world.app, '/sign-in/email', { email, password: 'not this one' }, { from }),
  'of a password reset': (email: string, from: string) => authCall(world.app, '/request-password-reset', { email }, { from }),
}

test.each(Object.entries(ways))('the time %s tells a known address from an unknown one in at most 55 of 100 cases', async (what, ask) => {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  for (let index = 0; index < samples; index += 1) {
    const tries = [['known', await known()] as const, ['unknown', `${crypto.randomUUID()}@nobody.test`] as const]
    for (const [kind, email] of index % 4 < 2 ? tries : tries.toReversed()) {
      const start = performance.now()
      await ask(email, addressOf(index))
      times[kind].push(performance.now() - start)
      // Pending work after an answer must not slow down the next one.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const share = toldApart(times.known, times.unknown)
  console.log(
    `the time ${what}: a threshold fitted on one half of ${2 * samples} samples is right in ${(100 * share).toFixed(1)} % of the other`,
  )
  expect(share).toBeLessThanOrEqual(0.55)
})
