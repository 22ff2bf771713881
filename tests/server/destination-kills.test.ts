// The short form of `npm run prove:destinations`.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '#sandbox/catalogue/random.ts'
import { deliveryBugs, runWithBug } from '../../proofs/destinations/bugs.ts'
import { openDeliveryEnvironment, type DeliveryEnvironment } from '../../proofs/destinations/environment.ts'
import { meetFaults } from '../../proofs/destinations/faults.ts'
import { isProved } from '../../proofs/destinations/judge.ts'
import { killDeliveries } from '../../proofs/destinations/run.ts'

/** A retry would hide the result of the first run. */
const byChance = { timeout: 300_000, retry: 0 }
const seed = 20_261_127
const kinds = ['s3', 'sftp', 'email', 'webhook'] as const

let environment: DeliveryEnvironment
beforeAll(async () => {
  environment = await openDeliveryEnvironment(null)
})
afterAll(() => environment[Symbol.asyncDispose]())

function placeOf(kind: string) {
  const place = environment.places.find((one) => one.kind === kind)
  if (!place) throw new Error('no such kind')
  return place
}

test.each(kinds)('killed twice, workers deliver by %s what undisturbed ones do', byChance, async (kind) => {
  const verdict = await killDeliveries(environment, placeOf(kind), { kills: 2, random: randomFrom(seed) })
  expect(verdict).toMatchObject({ partial: 0, different: 0, left: 0 })
  expect(verdict.kills).toBeGreaterThanOrEqual(2)
})

test.each(kinds)('faults of networks and servers are told and overcome by %s', byChance, async (kind) => {
  const verdict = await meetFaults(environment, placeOf(kind), ['reset within the file', 'wrong credentials'])
  expect(verdict).toMatchObject({ faults: 2, untold: 0 })
  expect(isProved(verdict)).toBe(true)
})

test('the seeded bug of a file that is written under its final name is found', byChance, async () => {
  const bug = deliveryBugs['a file is written under its final name']
  expect(bug.isFound(await runWithBug(bug, { kills: 8, random: randomFrom(seed) }))).toBe(true)
})
