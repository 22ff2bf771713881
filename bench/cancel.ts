import { setTimeout as pause } from 'node:timers/promises'
import { pollBulk } from '#server/platforms/shopify/bulk/documents.ts'
import { productDocuments } from '#server/platforms/shopify/products/export-documents.ts'
import type { Tuning } from '#sandbox/settings.ts'
import { isSettled } from '#shared/jobs.ts'
import { productFields, type ProductField } from '#shared/product-fields.ts'
import { asked } from './asked.ts'
import { cancelJob, startJob } from './job.ts'
import { largeExport } from './large-shop.ts'
import type { Finding } from './report.ts'
import type { BenchSandbox } from './sandbox.ts'
import type { BenchServer } from './server.ts'

const maxSeconds = 2
/** Any remaining call to the shop arrives within this time. */
const watchedMs = 8_000
const longMs = 3_600_000
/** A job has to work for this long before it is cancelled. */
const underWayMs = 3_000

/** `operation`: the shop's request that triggers the cancellation. */
type Case = { while: string; operation: string; fields: readonly ProductField[]; change: Tuning }

/** The seconds from the cancel request until the end of the last call to the shop. */
async function secondsToStop(sandbox: BenchSandbox, server: BenchServer<'large'>, { operation, fields }: Case): Promise<number> {
  await sandbox.forget()
  const job = await startJob(server, '/products/export', largeExport(server.storeIds.large, fields))
  await asked(sandbox, operation)
  await pause(underWayMs)
  const at = Date.now()
  const cancelled = await cancelJob(server, job)
  const answeredAt = Date.now()
  if (!isSettled(cancelled)) throw new Error(`the cancelled job is ${cancelled.status}`)
  await pause(watchedMs)
  const ends = (await sandbox.requests()).map(({ endedAt }) => endedAt ?? Number.POSITIVE_INFINITY)
  return (Math.max(answeredAt, ...ends) - at) / 1000
}

const cases: readonly Case[] = [
  {
    while: 'a bulk operation is waited for',
    operation: pollBulk.name,
    fields: productFields,
    change: { costBucket: true, bulkMs: longMs },
  },
  { while: 'its file is downloaded', operation: 'bulkFile', fields: productFields, change: { costBucket: true, bulkMs: 0 } },
  // One column, so that a page keeps the shop less busy and it notices a disconnected client.
  { while: 'pages are read', operation: productDocuments().page.name, fields: ['Title'], change: { costBucket: false } },
]

/** Measures how soon a cancelled job stops calling the shop. */
export async function measureCancel(sandbox: BenchSandbox, server: BenchServer<'large'>): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const one of cases) {
    await sandbox.tune(one.change)
    const taken = await secondsToStop(sandbox, server, one)
    findings.push({
      what: `Cancelled while ${one.while}: to the end of the last call`,
      measured: `${taken.toFixed(2)} s`,
      goal: `at most ${maxSeconds} s`,
      isMet: taken <= maxSeconds,
    })
  }
  return findings
}
