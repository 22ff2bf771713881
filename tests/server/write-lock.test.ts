// Another process holds SQLite's write lock: readers do not wait, and waiting writers do not block others.
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialect } from '#drizzle/dialect.ts'
import { whenFree } from '#drizzle/sqlite-lock.ts'
import { toFailure } from '#server/procedure/failure.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
let other: Sqlite.Database
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  other = new Sqlite(world.databaseUrl.replace('file:', ''))
})
afterAll(async () => {
  other.close()
  await world[Symbol.asyncDispose]()
})

test.skipIf(dialect === 'postgres')(
  'while it is held, reads and the health check are answered; the writes come through when it is free',
  async () => {
    const events: string[] = []
    const noting = async (name: string, answer: Promise<{ status: number }>) => events.push(`${name} ${(await answer).status}`)
    other.exec('begin immediate')
    const writes = [
      noting('template', owner.rest('POST', '/templates', { name: 'Waiting', type: 'product', columns: ['Title'] })),
      noting('profile', owner.rest('PUT', '/users/me/profile', { full_name: 'Somebody Patient' })),
    ]
    await noting('stores', owner.rest('GET', '/stores'))
    await noting(
      'health',
      world.app.inject('/healthz').then(({ statusCode }) => ({ status: statusCode })),
    )
    events.push('released')
    other.exec('rollback')
    await Promise.all(writes)
    expect(events.slice(0, 3)).toEqual(['stores 200', 'health 200', 'released'])
    expect(events.slice(3).toSorted()).toEqual(['profile 200', 'template 201'])
  },
)

test.skipIf(dialect === 'postgres')('whoever waits too long is told to come back', async () => {
  let waitedMs = 0
  const pause = async (ms: number) => (waitedMs += ms)
  other.exec('begin immediate')
  const { $client } = world.deps.database.native as { $client: Sqlite.Database }
  const failed = await whenFree(() => $client.exec('begin immediate'), pause).catch((error: unknown) => error)
  other.exec('rollback')
  expect(waitedMs).toBeGreaterThanOrEqual(5_000)
  expect(toFailure(new Error('what drizzle makes of it', { cause: failed }))).toMatchObject({
    status: 503,
    code: 'OVERLOADED',
    retryAfterSeconds: expect.any(Number),
  })
})

test('what fails for another reason fails at once', async () => {
  const pause = () => Promise.reject(new Error('it waited'))
  await expect(whenFree(() => JSON.parse('{'), pause)).rejects.toBeInstanceOf(SyntaxError)
})
