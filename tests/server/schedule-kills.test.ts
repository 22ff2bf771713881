// The short form of `npm run prove:schedules`.
import { expect, test } from 'vitest'
import { firingBugs } from '../../proofs/schedules/bugs.ts'
import { compareCalendars } from '../../proofs/schedules/calendars.ts'
import { isWhole, runFiring } from '../../proofs/schedules/run.ts'

/** A retry would hide the result of the first run. */
const byChance = { timeout: 300_000, retry: 0 }
const seed = 20_261_125

test('killed at their first points and at random times, workers make one run of each due instant', byChance, async () => {
  const verdict = await runFiring({ schedules: 40, kills: 2, points: 8, seed })
  expect(verdict).toMatchObject({ missed: 0, doubled: 0, unmoved: 0 })
  expect(isWhole(verdict)).toBe(true)
  expect(verdict.kills).toBeGreaterThanOrEqual(8)
})

test.each(Object.entries(firingBugs))('the seeded bug “%s” is found', byChance, async (_, bug) => {
  expect(bug.isFound(await runFiring({ schedules: 40, kills: 0, points: 12, seed, bug }))).toBe(true)
})

const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => index % 20 === 0)

test('far from changes of clocks, next runs are those of another library', { timeout: 120_000 }, () => {
  const { runs, different } = compareCalendars(zones, 1)
  expect(different).toEqual([])
  expect(runs).toBeGreaterThan(10_000)
})
