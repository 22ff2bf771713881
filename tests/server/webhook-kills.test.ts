// The short form of `npm run prove:webhooks`.
import { expect, test } from 'vitest'
import { webhookBugs } from '../../proofs/webhooks/bugs.ts'
import { holds } from '../../proofs/webhooks/judge.ts'
import { runWebhooks } from '../../proofs/webhooks/run.ts'

/** A retry would hide the result of the first run. */
const byChance = { timeout: 300_000, retry: 0 }
const seed = 20_260_418

test('killed three times, workers tell a bad receiver of every event, signed and unchanged', byChance, async () => {
  const verdict = await runWebhooks({ events: 68, workers: 2, kills: 3, seed })
  expect(verdict).toMatchObject({ lost: 0, unwanted: 0, untrue: 0, repeated: { unexplained: 0 } })
  expect(holds(verdict)).toBe(true)
  expect(verdict.deliveries).toBeGreaterThan(190)
  expect(verdict.kills).toBeGreaterThanOrEqual(3)
})

/** The third bug needs many kills to show. */
const found = ['a delivery counts as delivered before the call', 'what was delivered is due again'] as const

test.each(found)('the seeded bug “%s” is found', byChance, async (name) => {
  const bug = webhookBugs[name]
  expect(bug.isFound(await runWebhooks({ events: 24, workers: 1, kills: 0, seed, bug, patienceMs: 20_000 }))).toBe(true)
})
