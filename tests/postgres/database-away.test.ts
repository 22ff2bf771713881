// A server with an unreachable database reports it, and people are still signed in after it returns. These are some of the cells of `npm
// run prove:faults`.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outageLines, watchForOutage } from '#server/jobs/outage.ts'
import { createLogger } from '#server/boot/logging.ts'
import { DatabaseAway } from '#drizzle/away.ts'
import { errors } from '#shared/errors.ts'
import { openDatabaseAwayFixture, type DatabaseAwayFixture } from '../../proofs/faults/database-away.ts'
import { awayRows, type AwayColumn } from '../../proofs/faults/database-away-rows.ts'
import { send } from '../../proofs/faults/caller.ts'

let bench: DatabaseAwayFixture
beforeAll(async () => {
  bench = await openDatabaseAwayFixture()
})
afterAll(() => bench[Symbol.asyncDispose]())

const call = (method: 'GET' | 'POST', path: string, { token = null, ...body }: { token?: string | null; [field: string]: unknown } = {}) =>
  send(`${bench.machine.url}${path}`, method, token, body)
const isReady = async () => (await call('GET', '/readyz')).status
const workerLines = (from = 0) =>
  bench.machine.said.slice(from).filter((line) => Object.values(outageLines).some((words) => line.includes(words)))

test('while the database is away every call answers 503 and when to try again, and afterwards all is as it was', async () => {
  const { email } = bench.owner
  const session = (await call('POST', '/api/auth/sign-in/email', bench.owner)).body
  const { token, refresh_token } = session as { token: string; refresh_token: string }
  const calls: ['GET' | 'POST', string, { token?: string; [field: string]: unknown }?][] = [
    ['GET', '/api/v1/stores', { token }],
    ['POST', '/api/v1/products/export', { token }],
    ['POST', '/trpc/profile.get', { token }],
    ['POST', '/api/auth/token', { refresh_token }],
    ['POST', '/api/auth/sign-in/email', bench.owner],
    ['POST', '/api/auth/sign-up/email', bench.owner],
    ['POST', '/api/auth/request-password-reset', { email }],
    ['GET', '/readyz'],
  ]
  await bench.relay.cut()
  for (const one of calls) {
    const answer = await call(...one)
    expect([one[1], answer.status]).toEqual([one[1], 503])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.text).toContain(errors.UNAVAILABLE.message)
  }
  expect((await call('GET', '/healthz')).status).toBe(200)
  await bench.relay.join()
  await expect.poll(isReady).toBe(200)
  expect((await call('GET', '/api/v1/stores', { token })).status).toBe(200)
  expect((await call('POST', '/api/auth/token', { refresh_token })).status).toBe(200)
})

test('the worker says that the database is away and that it is back, without a stack', async () => {
  // The database of the earlier tests is reachable again.
  await expect.poll(() => workerLines().length % 2).toBe(0)
  const before = bench.machine.said.length
  const lines = () => workerLines(before)
  await bench.relay.cut()
  await expect.poll(lines).toHaveLength(1)
  await bench.relay.join()
  await expect.poll(lines).toHaveLength(2)
  const [away, back] = lines()
  expect(away).toMatch(/"level":40.*"reason":/)
  expect(away).not.toContain('"stack"')
  expect(back).toContain(outageLines.back)
  expect(bench.machine.said.slice(before).filter((line) => line.includes('the queue could not be read'))).toEqual([])
})

test('it says each once, looks less often for a database that stays away, and as often as before for one that is back', () => {
  const lines: string[] = []
  const outage = watchForOutage({ log: createLogger('info', { write: (line) => void lines.push(line) }) }, 500)
  const away = new DatabaseAway('gone')
  const pauses = Array.from({ length: 6 }, () => {
    outage.hasCaused(away)
    return outage.pauseMs()
  })
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000])
  expect(outage.hasCaused(new Error('another'))).toBe(false)
  outage.isOver()
  outage.isOver()
  expect([outage.pauseMs(), outage.pauseMs()]).toEqual([500, 500])
  expect(lines).toEqual([expect.stringContaining(outageLines.away), expect.stringContaining(outageLines.back)])
})

const telling: [what: string, column: AwayColumn][] = [
  ['the database is away for a while', 'download'],
  ['the database is away for a while', 'job at work'],
  ['the database carries out, and its answer is lost', 'last commit'],
]
test.each(telling)('%s: %s', { timeout: 120_000 }, async (what, column) => {
  const trial = awayRows.find((row) => row.what === what)?.cells[column]
  if (typeof trial !== 'function') throw new Error('there is no such trial')
  await trial(bench)
})
