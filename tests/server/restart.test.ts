// The short form of `npm run prove:restart`.
import { expect, test } from 'vitest'
import { workers } from '#drizzle/job-tables.ts'
import { openAsIs } from '#drizzle/open.ts'
import { thisProcess } from '#server/this-process.ts'
import { closesAtOnce } from '../../proofs/restart/bugs.ts'
import { openRestartEnvironment } from '../../proofs/restart/environment.ts'
import { plainStart, startServerProcess } from '../../proofs/restart/server-process.ts'
import { runStops } from '../../proofs/restart/stops.ts'
import { freePort } from '../../scripts/free-port.ts'

/** A retry would hide the result of the first run. */
const byChance = { timeout: 300_000, retry: 0 }

test('a server that is stopped under load answers every request that it has taken, and ends', byChance, async () => {
  const verdict = await runStops(plainStart, 2)
  expect(verdict).toMatchObject({ stops: 2, lost: 0, failed: 0, left: 0, unclean: 0 })
  expect(verdict.calls).toBeGreaterThan(50)
})

/** A worker that others see late, as on a busy machine. */
const seenLate = {
  file: 'server/jobs/worker.ts',
  changes: [{ from: 'const seen = await noteAlive(', to: 'await pause(1_500)\nconst seen = await noteAlive(' }],
}

test.each(['all', 'worker'])('with ROLE=%s, a server is not ready before its own worker is seen', { timeout: 120_000 }, async (role) => {
  await using environment = await openRestartEnvironment()
  const port = await freePort()
  const database = await openAsIs(environment.variablesFor(port)['DATABASE_URL'] ?? '')
  try {
    await database.db.insert(workers).values({ id: 'of another process', seenAt: new Date(Date.now() + 3_600_000), ...thisProcess })
    await using _server = await startServerProcess(plainStart, environment, { port, bug: seenLate, more: { ROLE: role } })
    expect(await database.db.$count(workers)).toBe(2)
  } finally {
    await database.close()
  }
})

test('a server that closes its connections at once is found', byChance, async () => {
  expect((await runStops(plainStart, 1, closesAtOnce)).lost).toBeGreaterThan(0)
})
