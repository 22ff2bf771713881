import { can, type Viewer } from '#shared/access.ts'
import { knownAs, mayExport } from '#shared/job-access.ts'
import type { JobDelivery } from '#shared/delivery.ts'
import { isSettled, type Job, type JobDestination, type JobFile } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import type { ListedJob } from '#server/jobs/repo.ts'

function filesOf({ id, files, filesRemovedAt }: ListedJob): JobFile[] {
  return files.map((file) => ({ ...file, url: filesRemovedAt ? null : `/api/v1/jobs/${id}/files/${file.id}` }))
}

const dayMs = 24 * 3_600_000

/** The file of a download is with the person who asked for it; its receipt has the name and the size. */
function destinationOf({ request, files: [kept], receipt, sheet, delivery }: ListedJob): JobDestination {
  const url = sheet?.url ?? request?.sheetUrl ?? null
  if (url !== null || delivery?.kind === 'sheet') return { kind: 'sheet', format: null, name: sheet?.name ?? null, bytes: null, url }
  const file = kept ?? receipt?.file
  return { kind: 'csv', format: request?.format ?? 'csv', name: file?.name ?? null, bytes: file?.bytes ?? null, url: null }
}

function expiryOf({ exportKeepDays }: Pick<Deps, 'exportKeepDays'>, { files, filesRemovedAt, finishedAt }: ListedJob): string | null {
  if (files.length === 0 || filesRemovedAt || !finishedAt) return null
  return new Date(finishedAt.getTime() + exportKeepDays * dayMs).toISOString()
}

function deliveryOf(viewer: Viewer, { delivery, status }: ListedJob): JobDelivery | null {
  if (!delivery) return null
  const waits = status === 'failed' ? 'failed' : 'waiting'
  const { begun: _begun, ...shown } = delivery
  const target = can(viewer, 'destinations.manage') ? delivery.target : null
  return { ...shown, target, state: delivery.target === null ? waits : 'delivered' }
}

/** Whoever may only use a destination sees its name, not its address. */
function withoutAddress(viewer: Viewer, job: ListedJob): ListedJob {
  const { delivery, sheet, request } = job
  if (!delivery || can(viewer, 'destinations.manage')) return job
  const isSheet = delivery.kind === 'sheet'
  return { ...job, sheet: isSheet ? null : sheet, request: request && isSheet ? { ...request, sheetUrl: null } : request }
}

/** Whether all of its stores are still there. Of one that was deleted, nothing can be read any more. */
const hasItsStores = ({ stores }: Pick<ListedJob, 'stores'>): boolean => stores.every(({ name }) => name !== null)

/** A job for users. `GET /jobs/{id}` has the whole receipt, lists have a summary. */
export function jobOf(deps: Pick<Deps, 'exportKeepDays'>, viewer: Viewer, whole: ListedJob): Job {
  const job = withoutAddress(viewer, whole)
  const { status } = job
  const mayAct = mayExport(viewer, job)
  const mayRead = mayAct && hasItsStores(job)
  return {
    id: job.id,
    type: job.type,
    status,
    progress: job.progress,
    storeIds: job.storeIds,
    stores: job.stores,
    request: job.request,
    destination: destinationOf(job),
    delivery: deliveryOf(viewer, job),
    counts: job.counts,
    warning: job.warning,
    sheet: job.sheet,
    receipt: job.receipt,
    attempts: job.attempts,
    waitingFor: job.waitingFor,
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    finishedAt: job.finishedAt?.toISOString() ?? null,
    scheduleId: job.scheduleId,
    createdBy: { id: job.createdBy, name: knownAs(viewer, { id: job.createdBy, name: job.creator, email: job.creatorEmail }) ?? 'Unknown' },
    error: job.errorCode && status === 'failed' ? { code: job.errorCode, message: job.errorMessage ?? '' } : null,
    files: filesOf(job),
    filesExpireAt: expiryOf(deps, job),
    nextTryAt: status === 'pending' ? job.runAt.toISOString() : null,
    canCancel: mayAct && !isSettled({ status }),
    canRetry: mayRead && status === 'failed',
    canStartOver: mayRead && status === 'failed' && job.hasCheckpoint,
    canRun: mayRead,
  }
}
