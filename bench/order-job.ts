import { defaultOrderColumns } from '#shared/order-columns.ts'
import { finishedJob, outcomeOf } from './job.ts'
import { largeShop, manyOrders, plan } from './order-shops.ts'
import { figure, type Finding } from './report.ts'
import type { BenchSandbox } from './sandbox.ts'
import type { BenchServer } from './server.ts'

const maxMegabytes = 250
const leastShare = 0.9

/** Exports all orders of the large shop as a job, page by page, within the shop's rate limit. */
export async function measureOrderJob(sandbox: BenchSandbox, server: BenchServer): Promise<Finding[]> {
  await sandbox.refuseBulk()
  const before = await sandbox.pointsSpent(largeShop.host)
  const wanted = { storeIds: [server.storeIds[largeShop.host]], columns: defaultOrderColumns }
  const { job, ms } = await finishedJob(server, '/orders/export', wanted)
  const elapsed = ms / 1000
  const spent = (await sandbox.pointsSpent(largeShop.host)) - before
  const share = spent / (plan.maximumAvailable + elapsed * plan.restoreRate)
  const memory = server.peakMemory()
  return [
    {
      what: `${manyOrders} orders as a job`,
      measured: outcomeOf(job, 'orders'),
      goal: 'all of them',
      isMet: job.status === 'completed' && job.counts.distinct === manyOrders,
    },
    figure('Time', `${elapsed.toFixed(1)} s`),
    {
      what: 'Memory of the server',
      measured: `${memory.toFixed(0)} MB`,
      goal: `at most ${maxMegabytes} MB`,
      isMet: memory <= maxMegabytes,
    },
    {
      what: 'Share of the rate limit used',
      measured: `${(share * 100).toFixed(0)} % (${Math.round(spent)} points)`,
      goal: `at least ${leastShare * 100} %`,
      isMet: share >= leastShare,
    },
  ]
}
