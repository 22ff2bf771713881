import type { JobType } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import { findDestination } from '#server/destinations/service.ts'
import { assertAllowed, openStores } from '#server/export/allowed.ts'
import { openMemory, type Memory } from '#server/schedules/memory.ts'
import { changedPlan } from '#server/export/changes/plan.ts'
import { atDestination } from '#server/export/delivery-request.ts'
import { isReconnected } from '#server/export/reconnected.ts'
import { discardDelivered, runDelivered } from '#server/export/delivery.ts'
import { lacksRows } from '#server/sheets/filled-tab.ts'
import { discardRun, runExport } from '#server/export/run.ts'
import { tasks } from '#server/export/tasks.ts'
import type { ExportTask } from '#server/export/task.ts'
import { Reconnected, type JobHandler, type JobLease, type JobOutcome } from '#server/jobs/handler.ts'
import type { StartedJob, TakenJob } from '#server/jobs/row.ts'

type Writing = { task: ExportTask; memory: Memory | null; job: StartedJob; lease: JobLease }

async function writeExport(deps: Deps, { task, memory, job, lease }: Writing): Promise<JobOutcome> {
  const stores = await openStores(deps, task, job.stores)
  const plan = task.plan(deps, stores, { onWait: (reason) => lease.wait(reason) })
  try {
    if (!memory) return await runExport(deps, task.destination, plan, job, lease)
    // Before anything is published: it would be older than what a later run has delivered.
    const current = { ...lease, assertAllowed: async () => void (await Promise.all([lease.assertAllowed(), memory.assertCurrent()])) }
    return await runExport(deps, task.destination, changedPlan(plan, memory), job, current)
  } catch (error) {
    throw (await isReconnected(deps, stores, error)) ? new Reconnected() : error
  }
}

/** What a job says of its delivery into a destination that is a spreadsheet, once it is written. */
function sheetDelivery({ now }: Deps, { delivery }: TakenJob, { sheet }: JobOutcome): Pick<JobOutcome, 'delivery'> {
  if (delivery?.kind !== 'sheet' || !sheet) return {}
  return { delivery: { ...delivery, fileName: sheet.name, target: sheet.url, at: new Date(now()).toISOString() } }
}

/** Exports as jobs. */
export function exportJobHandler(deps: Deps, type: JobType): JobHandler {
  const taskOf = tasks[type]
  return {
    assertAllowed: ({ createdBy, payload, stores }) => assertAllowed(deps, createdBy, taskOf(payload), stores),
    async run(taken, lease) {
      const asked = await atDestination(deps, taskOf(taken.payload))
      const memory = await openMemory(deps, taken, () => lacksRows(deps, asked.destination.sheet, { signal: lease.signal }))
      // A checkpoint without its memory does not say what its rows are.
      const job = taken.changes !== null && memory?.isNew !== false ? { ...taken, checkpoint: null } : taken
      const task = memory ? asked.changedSince(memory.since) : asked
      const write = () => writeExport(deps, { task, memory, job, lease })
      const outcome = task.delivery === null ? await write() : await runDelivered(deps, task, task.delivery, { job, lease, write })
      const delivered = { ...outcome, ...sheetDelivery(deps, job, outcome) }
      return memory ? { ...delivered, along: memory.along } : delivered
    },
    async discard(job) {
      await discardDelivered(deps, job)
      // The file of a finished export stays for its time, whatever became of the delivery.
      if (job.files.length > 0) return null
      const asked = taskOf(job.payload)
      const row = asked.delivery && (await findDestination(deps, asked.delivery.destinationId))
      // Nobody knows any more which spreadsheet it was.
      if (asked.delivery && !row) return null
      // Whether it may still be written is no question here: what lies half there is removed.
      const { destination } = row?.kind === 'sheet' ? asked.toSheet(row.settings.url) : asked
      return discardRun(deps, destination, job)
    },
  }
}
