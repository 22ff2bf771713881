// The short form of `npm run prove:restart`.
import { expect, test } from 'vitest'
import { closesAtOnce } from '../../proofs/restart/bugs.ts'
import { plainStart } from '../../proofs/restart/server-process.ts'
import { runStops } from '../../proofs/restart/stops.ts'

/** A retry would hide the result of the first run. */
const byChance = { timeout: 300_000, retry: 0 }

test('a server that is stopped under load answers every request that it has taken, and ends', byChance, async () => {
  const verdict = await runStops(plainStart, 2)
  expect(verdict).toMatchObject({ stops: 2, lost: 0, failed: 0, left: 0, unclean: 0 })
  expect(verdict.calls).toBeGreaterThan(50)
})

test('a server that closes its connections at once is found', byChance, async () => {
  expect((await runStops(plainStart, 1, closesAtOnce)).lost).toBeGreaterThan(0)
})
