// The delivery of an export's file as the last step of its job. The export is finished and kept before it begins, so a repetition asks no
// shop again and delivers the same bytes.
import { z } from 'zod'
import { JobCounts, JobSheet, Receipt } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import { deliver, discardDelivery, openDelivery, type DeliveryRequest } from '#server/destinations/deliver.ts'
import type { NameFacts } from '#server/destinations/file-name.ts'
import { nameTime } from '#server/rows/local-time.ts'
import type { ExportTask } from '#server/export/task.ts'
import type { JobLease, JobOutcome } from '#server/jobs/handler.ts'
import { KeptFile, type JobRow, type TakenJob } from '#server/jobs/row.ts'
import { scheduleFacts } from '#server/schedules/service.ts'
import { findStores } from '#server/stores/service.ts'

const Outcome = z.object({
  counts: JobCounts,
  receipt: Receipt,
  warning: z.string().nullable(),
  files: z.array(KeptFile),
  sheet: JobSheet.nullable(),
  incomplete: z.string().nullable(),
})
const Names = z.object({
  schedule: z.string(),
  date: z.string(),
  time: z.string(),
  store: z.string(),
  type: z.enum(['products', 'orders']),
  job: z.string(),
})
/** The checkpoint of a job whose export is finished. `sent`: the state of the sender. */
const Checkpoint = z.object({ written: Outcome, names: Names, sent: z.unknown() })
type Checkpoint = z.infer<typeof Checkpoint>

/** The names are made once, so that all attempts deliver the same file although a store was renamed. */
async function namesOf(deps: Deps, task: ExportTask, job: TakenJob): Promise<NameFacts> {
  const stores = await findStores(deps, task.storeIds)
  const [first] = stores
  const schedule = job.scheduleId === null ? null : await scheduleFacts(deps, job.scheduleId)
  const at = nameTime(job.createdAt, schedule?.timezone ?? first?.timezone ?? 'UTC')
  const type = task.type === 'product_export' ? 'products' : 'orders'
  const store = stores.length === 1 && first ? first.name : `${task.storeIds.length} stores`
  return { schedule: schedule?.name ?? type, ...at, store, type, job: job.id }
}

/** Gives up what a delivery that has not ended has at its destination: names, and what lies half there. A file that has arrived stays. */
export async function discardDelivered(
  deps: Deps,
  { id, attempts, delivery }: Pick<JobRow, 'id' | 'attempts' | 'delivery'>,
): Promise<void> {
  if (!delivery || delivery.target !== null) return
  await discardDelivery(deps, { jobId: id, attempt: attempts, destinationId: delivery.destinationId, begun: delivery.begun })
}

/** Runs an export, or takes over the file that an earlier attempt finished, and delivers it. An incomplete file is never delivered. */
export async function runDelivered(
  deps: Deps,
  task: ExportTask,
  request: DeliveryRequest,
  { job, lease, write }: { job: TakenJob; lease: JobLease; write: () => Promise<JobOutcome> },
): Promise<JobOutcome> {
  const known = Checkpoint.safeParse(job.checkpoint).data
  // Before a shop is asked for a file that could not be delivered.
  const delivery = await openDelivery(deps, request)
  // It starts over, and would forget what an earlier attempt has begun.
  if (!known) await discardDelivered(deps, job)
  const written = known?.written ?? (await write())
  const [file] = written.files
  const { counts, receipt, files } = written
  if (written.incomplete !== null || !file) return written
  const names = known?.names ?? (await namesOf(deps, task, job))
  const keep = (sent: unknown) =>
    lease.save({
      checkpoint: { written: { ...written, files: [...files] }, names, sent } satisfies Checkpoint,
      counts,
      progress: 99,
      files,
      delivery: { ...delivery, begun: sent },
    })
  if (!known) await keep(null)
  await lease.assertAllowed()
  const finished = { jobId: job.id, attempt: job.attempts, type: task.type, file, receipt, names }
  const delivered = await deliver(deps, request, finished, { from: known?.sent ?? null, keep, signal: lease.signal })
  return { ...written, delivery: delivered }
}
