import { can, reaches, type Viewer } from '#shared/access.ts'
import { isSettled, jobPolicies, type Job, type JobFile, type Receipt } from '#shared/jobs.ts'
import type { SeenJob } from '#server/jobs/repo.ts'

/** Whether the viewer holds, in every store of the job, the right that made it. */
export function mayExport(viewer: Viewer, { type, storeIds }: SeenJob): boolean {
  return storeIds.every((storeId) => can(viewer, jobPolicies[type], storeId))
}

/** One's own jobs as long as the right that made them is there; others' with settings:read in all of their stores. */
export function maySee(viewer: Viewer, job: SeenJob): boolean {
  if (job.createdBy === viewer.id && mayExport(viewer, job)) return true
  return job.storeIds.every((storeId) => reaches(viewer, storeId) && can(viewer, 'jobs.list', storeId))
}

function filesOf({ id, files, filesRemovedAt }: SeenJob): JobFile[] {
  return files.map((file) => ({ ...file, url: filesRemovedAt ? null : `/api/v1/jobs/${id}/files/${file.id}` }))
}

/** A receipt for lists: chosen items, of which there may be thousands, are counted instead of named. */
function brief(receipt: Receipt | null): Receipt | null {
  if (!receipt) return null
  const filter = Object.entries(receipt.filter).map(([key, value]) => [key, chosen.has(key) && Array.isArray(value) ? value.length : value])
  return { ...receipt, filter: Object.fromEntries(filter) }
}
const chosen = new Set(['productIds', 'orderIds'])

/** A job as lists show it: `GET /jobs/{id}` has the whole receipt. */
export const listedJobOf = (viewer: Viewer, job: SeenJob): Job => jobOf(viewer, { ...job, receipt: brief(job.receipt) })

/** A job as people see it. */
export function jobOf(viewer: Viewer, job: SeenJob): Job {
  const { status } = job
  const mayAct = mayExport(viewer, job)
  return {
    id: job.id,
    type: job.type,
    status,
    progress: job.progress,
    storeIds: job.storeIds,
    counts: job.counts,
    warning: job.warning,
    sheet: job.sheet,
    receipt: job.receipt,
    attempts: job.attempts,
    waitingFor: job.waitingFor,
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    finishedAt: job.finishedAt?.toISOString() ?? null,
    createdBy: { id: job.createdBy, name: job.creator ?? 'Unknown' },
    error: job.errorCode && status === 'failed' ? { code: job.errorCode, message: job.errorMessage ?? '' } : null,
    files: filesOf(job),
    nextTryAt: status === 'pending' ? job.runAt.toISOString() : null,
    canCancel: mayAct && !isSettled({ status }),
    canRetry: mayAct && status === 'failed',
    canStartOver: mayAct && status === 'failed' && job.checkpoint !== null,
  }
}
