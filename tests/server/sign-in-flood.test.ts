// A flood of sign-ins runs at most two hashes at a time; users who are signed in continue to work.
import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { addressOf, authCall } from '#tests/support/auth-call.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

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
  'of a flood of sign-ins two are hashed at a time and the rest is turned away, while those who are in are answered',
  { timeout: 120_000 },
  async () => {
    const { atOnce, waiting } = limits.hashing
    const viewer = await world.signedIn('viewer')
    using hashes = watchHashes()
    let done = 0
    const flood = Array.from({ length: atOnce + waiting + 40 }, async (_, index) => {
      const body = { email: `${index}@flood.test`, password: 'whatever it is' }
      const { status, headers } = await authCall(world.app, '/sign-in/email', body, { from: addressOf(index) })
      if (status === 401) done += 1
      else expect(headers).toMatchObject({ 'retry-after': expect.stringMatching(/^\d+$/) })
      return status
    })
    expect((await viewer.rest('GET', '/users/me/profile')).status).toBe(200)
    expect(done, 'hashes that were waited for').toBeLessThan(atOnce + waiting)
    const statuses = await Promise.all(flood)
    expect(statuses.filter((status) => status === 401)).toHaveLength(atOnce + waiting)
    expect(statuses.filter((status) => status === 503)).toHaveLength(40)
    expect(hashes.seen).toEqual({ max: atOnce, all: atOnce + waiting })
  },
)
