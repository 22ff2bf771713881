// The short form of `npm run prove:changes`.
import { expect, test } from 'vitest'
import { changesBugs } from '../../proofs/changes/bugs.ts'
import { openChangesEnvironment } from '../../proofs/changes/environment.ts'
import { runHistories } from '../../proofs/changes/history.ts'

/** A retry would hide the result of the first run. */
const byChance = { timeout: 300_000, retry: 0 }
const seed = 20_261_127

test('of random histories, what runs deliver is what a full export has, and nothing twice', byChance, async () => {
  await using environment = await openChangesEnvironment(null)
  const verdict = await runHistories(environment, { histories: 8, seed })
  expect(verdict).toMatchObject({ histories: 8, lost: 0, twice: 0 })
  expect(verdict.kills).toBeGreaterThan(0)
})

test.each(Object.entries(changesBugs))('the seeded bug “%s” is found', byChance, async (_, bug) => {
  await using environment = await openChangesEnvironment(bug)
  expect(bug.isFound(await runHistories(environment, { histories: 20, seed, isEnough: bug.isFound }))).toBe(true)
})
