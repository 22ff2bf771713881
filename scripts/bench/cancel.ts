import { setTimeout as pause } from 'node:timers/promises'
import { pollBulk } from '#server/platforms/shopify/bulk-documents.ts'
import { productDocuments } from '#server/platforms/shopify/export-documents.ts'
import { isSettled } from '#shared/jobs.ts'
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

/** The seconds from the request to cancel a job until the shop was done with the last call of it. */
async function secondsToStop(sandbox: BenchSandbox, server: BenchServer<'large'>, operation: string): Promise<number> {
  await sandbox.forget()
  const job = await startJob(server, '/products/export', largeExport(server.storeIds.large))
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

const cases = [
  { while: 'a bulk operation is waited for', operation: pollBulk.name, change: { costBucket: true, bulkMs: longMs } },
  { while: 'its file is downloaded', operation: 'bulkFile', change: { costBucket: true, bulkMs: 0 } },
  { while: 'pages are read', operation: productDocuments(0).page.name, change: { costBucket: false } },
] as const

/** How soon nothing is asked of the shop any more once a job is cancelled. */
export async function measureCancel(sandbox: BenchSandbox, server: BenchServer<'large'>): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { operation, change, ...one } of cases) {
    await sandbox.tune(change)
    const taken = await secondsToStop(sandbox, server, operation)
    findings.push({
      what: `Cancelled while ${one.while}: to the end of the last call`,
      measured: `${taken.toFixed(2)} s`,
      goal: `at most ${mostSeconds} s`,
      isMet: taken <= mostSeconds,
    })
  }
  return findings
}
