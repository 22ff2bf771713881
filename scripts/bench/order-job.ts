import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { defaultOrderColumns } from '#shared/order-columns.ts'
import { isSettled, Job } from '#shared/jobs.ts'
import { largeShop, manyOrders, plan } from './order-shops.ts'
import { figure, type Finding } from './report.ts'
import type { BenchSandbox } from './sandbox.ts'
import type { BenchServer } from './server.ts'

const mostMegabytes = 250
const leastShare = 0.9
const pollMs = 500

const Answer = z.object({ data: z.object({ job: Job }) })
const jobIn = (answer: Buffer): Job => Answer.parse(JSON.parse(answer.toString())).data.job

/** All orders of the large shop as a job, page by page, within the shop's rate limit. */
export async function measureOrderJob(sandbox: BenchSandbox, { get, post, storeIds, peakMemory }: BenchServer): Promise<Finding[]> {
  await sandbox.refuseBulk()
  const before = await sandbox.pointsSpent(largeShop.host)
  const start = performance.now()
  let job = jobIn(await post('/orders/export', { storeIds: [storeIds[largeShop.host]], columns: defaultOrderColumns }))
  while (!isSettled(job)) {
    await pause(pollMs)
    job = jobIn(await get(`/jobs/${job.id}`))
  }
  const elapsed = (performance.now() - start) / 1000
  const spent = (await sandbox.pointsSpent(largeShop.host)) - before
  const share = spent / (plan.maximumAvailable + elapsed * plan.restoreRate)
  const { counts, status, error } = job
  return [
    {
      what: `${manyOrders} orders as a job`,
      measured: `${status}${error ? `: ${error.message}` : ''}, ${counts.distinct} orders, ${counts.written} rows`,
      goal: 'all of them',
      isMet: status === 'completed' && counts.distinct === manyOrders,
    },
    figure('Time', `${elapsed.toFixed(1)} s`),
    {
      what: 'Memory of the server',
      measured: `${peakMemory().toFixed(0)} MB`,
      goal: `at most ${mostMegabytes} MB`,
      isMet: peakMemory() <= mostMegabytes,
    },
    {
      what: 'Share of the rate limit used',
      measured: `${(share * 100).toFixed(0)} % (${Math.round(spent)} points)`,
      goal: `at least ${leastShare * 100} %`,
      isMet: share >= leastShare,
    },
  ]
}
