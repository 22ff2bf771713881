import { record } from '#server/audit/record-repo.ts'
import type { Deps } from '#server/deps.ts'
import { noteEnd } from '#server/jobs/note-end.ts'
import { findJob, type JobWithStores } from '#server/jobs/repo.ts'

/** Called at the end of a job, with its result. */
export type OnEnd = (job: JobWithStores) => Promise<void>

/** A summary of an export from its receipt. Selected ids can be many, so only their number is kept. */
function subjectOf({ receipt }: JobWithStores) {
  if (!receipt) return {}
  const { productIds, orderIds = productIds, ...filter } = receipt.filter
  const chosen = Array.isArray(orderIds) ? { chosen: orderIds.length } : {}
  return { columns: receipt.columns, filter, ...chosen, sha256: receipt.sha256 }
}

function detailsOf(job: JobWithStores) {
  const { type, storeIds, counts, sheet, errorCode } = job
  const outcome = {
    items: counts.fetched,
    rows: counts.written,
    ...(sheet ? { sheet: sheet.url } : {}),
    ...(errorCode ? { errorCode } : {}),
  }
  return { type, storeIds, ...subjectOf(job), ...outcome }
}

/** Notes the end of a job, records it in the audit log and calls `onEnd`. A failure here does not change the job. */
export async function ended(deps: Pick<Deps, 'database' | 'now' | 'log' | 'metrics'>, id: string, onEnd?: OnEnd) {
  try {
    const job = await findJob(deps.database.db, id)
    if (!job) return
    noteEnd(deps, job)
    await record(deps.database.db, {
      at: new Date(deps.now()),
      actorId: job.createdBy,
      action: `jobs.${job.status}`,
      target: id,
      decision: job.status === 'completed' ? 'allowed' : 'failed',
      door: 'worker',
      requestId: id,
      details: detailsOf(job),
    })
    await onEnd?.(job)
  } catch (error) {
    deps.log.error({ err: error, job: id }, 'the end of a job could not be told')
  }
}
