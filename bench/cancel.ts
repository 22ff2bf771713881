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

const mostSeconds = 2
/** Whatever still comes to a shop would have come by then. */
const watchedMs = 8_000
const longMs = 3_600_000
/** A job in its middle is one that has done this for a while. */
const underWayMs = 3_000

/** `operation`: what the shop is asked when it is time to cancel. */
type Case = { while: string; operation: string; fields: readonly ProductField[]; change: Tuning }

/** The seconds from the request to cancel a job until the shop was done with the last call of it. */
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
  // Of one column, so that the shop is not too busy with a page to notice that nobody waits for it any more.
  { while: 'pages are read', operation: productDocuments(0).page.name, fields: ['Title'], change: { costBucket: false } },
]

/** How soon nothing is asked of the shop any more once a job is cancelled. */
export async function measureCancel(sandbox: BenchSandbox, server: BenchServer<'large'>): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const one of cases) {
    await sandbox.tune(one.change)
    const taken = await secondsToStop(sandbox, server, one)
    findings.push({
      what: `Cancelled while ${one.while}: to the end of the last call`,
      measured: `${taken.toFixed(2)} s`,
      goal: `at most ${mostSeconds} s`,
      isMet: taken <= mostSeconds,
    })
  }
  return findings
}
