// The short form of the rolling restart of `npm run prove:restart`.
import { expect, test } from 'vitest'
import { runRolling } from '../../proofs/restart/rolling.ts'

test('two nodes are restarted behind a balancer without a failed call', { timeout: 300_000, retry: 0 }, async () => {
  expect(await runRolling(2)).toMatchObject({ restarts: 2, failed: 0, unclean: 0 })
})
