import { can, missingRight, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import {
  jobPolicies,
  type Job,
  type JobFailures,
  type JobListRequest,
  type JobRetryRequest,
  type JobListResponse,
  type JobStatus,
  JobType,
} from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Deps } from '#server/deps.ts'
import {
  endJob,
  findJob,
  listJobRows,
  creatorName,
  restartJob,
  jobEndsSince,
  jobTotals,
  type JobFilter,
  type ListedJob,
  type JobWithStores,
} from '#server/jobs/repo.ts'
import { insertAlong, insertWaiting } from '#server/jobs/insert-repo.ts'
import { failedWith } from '#server/jobs/failed.ts'
import type { NewJob } from '#server/jobs/new-job.ts'
import { noteEnd } from '#server/jobs/note-end.ts'
import { Download } from '#server/procedure/download.ts'
import { notFound } from '#server/procedure/not-found.ts'
import { sayWhatQueuedWaitFor } from '#server/jobs/queued.ts'
import { byteRangeOf, type RangeRequest } from '#server/jobs/range.ts'
import { sayIfUnattended } from '#server/jobs/unattended.ts'
import { mayExport, maySee } from '#shared/job-access.ts'
import { jobOf } from '#server/jobs/view.ts'
import { decodeKeysetCursor, encodeKeysetCursor } from '#server/rows/keyset-cursor.ts'

/** Throws NOT_FOUND where the job does not exist or the viewer may not see it. */
async function jobFor(deps: Deps, viewer: Viewer, id: string): Promise<JobWithStores> {
  const job = await findJob(deps.database.db, id)
  if (!job || !maySee(viewer, job)) throw notFound('Job')
  return job
}

/** Like `jobFor`, for viewers who may change or repeat the job. Throws NOT_FOUND, ACCESS_DENIED. */
export async function ownedJobFor(deps: Deps, viewer: Viewer, id: string): Promise<JobWithStores> {
  const job = await jobFor(deps, viewer, id)
  if (!mayExport(viewer, job)) throw new AppError('ACCESS_DENIED', missingRight(jobPolicies[job.type]))
  return job
}

/** Adds the reason why queued jobs do not run. A missing worker takes precedence over a missing slot. */
const sayWhatTheyWaitFor = async (deps: Deps, jobs: readonly ListedJob[]) => sayIfUnattended(deps, await sayWhatQueuedWaitFor(deps, jobs))

async function shown(deps: Deps, viewer: Viewer, id: string): Promise<Job> {
  const { payload: _payload, checkpoint, ...kept } = await jobFor(deps, viewer, id)
  const found = { ...kept, hasCheckpoint: checkpoint !== null }
  const [job = found] = await sayWhatTheyWaitFor(deps, [found])
  return jobOf(deps, viewer, job)
}

const hourMs = 3_600_000
const { openPerUser, retryAfterSeconds } = limits.jobs
const tooManyOpen = () => new AppError('TOO_MANY_REQUESTS', messages.jobs.tooManyOpen(openPerUser), { retryAfterSeconds })

export type JobRequest = Omit<NewJob, 'id' | 'createdBy' | 'scheduleId'>

/**
 * Puts a job into the queue. The caller has checked that the viewer may create it. Throws TOO_MANY_REQUESTS where the viewer has the
 * maximum number of queued jobs.
 */
export async function enqueue(deps: Deps, viewer: Viewer, job: JobRequest, callId: string | null = null): Promise<Job> {
  const earlier = callId === null ? null : await findJob(deps.database.db, callId)
  if (earlier && deps.now() - earlier.createdAt.getTime() < limits.idempotency.hours * hourMs) return shown(deps, viewer, earlier.id)
  const id = earlier || callId === null ? crypto.randomUUID() : callId
  if (!(await insertWaiting(deps.database, { ...job, id, createdBy: viewer.id }, new Date(deps.now()), openPerUser))) throw tooManyOpen()
  return shown(deps, viewer, id)
}

export const getJob = shown

/** A person's name in messages. */
export const personName = ({ database }: Pick<Deps, 'database'>, userId: string): Promise<string> => creatorName(database.db, userId)

/**
 * Puts a job into the queue in the transaction of other statements, which come first. It stays out where `holds` is false when it is added.
 * Returns the results of the other statements.
 */
export const enqueueAlong = insertAlong

/** The stores for which a check succeeds. `null`: all stores. */
function storesWhere(viewer: Viewer, check: (storeId: string) => boolean): readonly string[] | null {
  // No store has this id, so the check succeeds only for rights in all stores.
  if (check('*')) return null
  return [...new Set(viewer.grants.flatMap(({ storeId }) => storeId ?? []))].filter(check)
}

function reachOf(viewer: Viewer, isMine: boolean): Pick<JobFilter, 'createdBy' | 'reach'> {
  if (!isMine) {
    if (!can(viewer, 'jobs.list')) throw new AppError('ACCESS_DENIED', missingRight('jobs.list'))
    return { reach: [{ types: JobType.options, within: storesWhere(viewer, (storeId) => can(viewer, 'jobs.list', storeId)) }] }
  }
  const types = JobType.options.filter((type) => can(viewer, jobPolicies[type]))
  if (types.length === 0) throw new AppError('ACCESS_DENIED', missingRight(jobPolicies.product_export))
  const reach = types.map((type) => ({ types: [type], within: storesWhere(viewer, (storeId) => can(viewer, jobPolicies[type], storeId)) }))
  return { createdBy: viewer.id, reach }
}

async function failuresOf(deps: Deps, viewer: Viewer, filter: JobFilter): Promise<JobFailures> {
  const { days, listed } = limits.jobs.failures
  const since = new Date(deps.now() - days * 24 * hourMs)
  const failed = { ...filter, status: undefined, failedSince: since }
  const { db } = deps.database
  const [found, [total], ends] = await Promise.all([
    listJobRows(db, failed, listed, null),
    jobTotals(db, failed),
    jobEndsSince(db, filter, since),
  ])
  return { jobs: found.slice(0, listed).map((job) => jobOf(deps, viewer, job)), count: total?.count ?? 0, ends }
}

/** Throws ACCESS_DENIED and INVALID_CURSOR. */
export async function listJobs(deps: Deps, viewer: Viewer, request: JobListRequest): Promise<JobListResponse> {
  const { id, status, type, storeId, mine = false, failures = false, limit, cursor } = request
  const { db } = deps.database
  const filter = { id, status, type, storeId, ...reachOf(viewer, mine) }
  const [found, counted, failed] = await Promise.all([
    listJobRows(db, filter, limit, decodeKeysetCursor(cursor)),
    jobTotals(db, filter),
    failures ? failuresOf(deps, viewer, filter) : null,
  ])
  const page = await sayWhatTheyWaitFor(deps, found.slice(0, limit))
  const last = page.at(-1)
  const hasNextPage = found.length > limit
  const nextCursor = hasNextPage && last ? encodeKeysetCursor({ at: last.createdAt, id: last.id }) : null
  return {
    jobs: page.map((job) => jobOf(deps, viewer, job)),
    nextCursor,
    pageInfo: { hasNextPage, endCursor: nextCursor },
    totals: { ...noTotals, ...Object.fromEntries(counted.map((row) => [row.status, row.count])) },
    failures: failed,
  }
}
const noTotals = { pending: 0, waiting: 0, active: 0, running: 0, completed: 0, failed: 0 } satisfies Record<JobStatus, number>

/** Ends a job as failed at once. Its worker notices it within a second or two. Throws CONFLICT where the job had already ended. */
export async function cancelJob(deps: Deps, viewer: Viewer, id: string): Promise<Job> {
  const job = await ownedJobFor(deps, viewer, id)
  const message = messages.jobs.cancelled(await creatorName(deps.database.db, viewer.id))
  const failed = { ...failedWith('JOB_CANCELLED', message, new Date(deps.now())), checkpoint: null }
  if (!(await endJob(deps.database, job, failed))) throw new AppError('CONFLICT', messages.jobs.cannotCancel)
  noteEnd(deps, { ...job, ...failed })
  return shown(deps, viewer, id)
}

/**
 * Retries a failed job. It resumes at its checkpoint, or starts over without one or with `startOver`. Throws CONFLICT where the job has not
 * failed, and TOO_MANY_REQUESTS like `enqueue`.
 */
export async function retryJob(deps: Deps, viewer: Viewer, { id, startOver }: JobRetryRequest): Promise<Job> {
  const job = await ownedJobFor(deps, viewer, id)
  const anew = startOver || job.checkpoint === null
  const outcome = await restartJob(deps.database, job, { now: new Date(deps.now()), maxOpen: openPerUser, anew })
  if (outcome === 'too-many') throw tooManyOpen()
  if (outcome === 'not-failed') throw new AppError('CONFLICT', messages.jobs.cannotRetry)
  return shown(deps, viewer, id)
}

/**
 * A file of a job, or the requested range of it. Throws NOT_FOUND, FILE_EXPIRED, FILE_GONE, RANGE_NOT_SATISFIABLE, STORAGE_UNREACHABLE and
 * STORAGE_REFUSED.
 */
export async function jobFile(
  deps: Deps,
  viewer: Viewer,
  { id, fileId }: { id: string; fileId: string },
  asked: RangeRequest,
): Promise<Download> {
  const job = await ownedJobFor(deps, viewer, id)
  const file = job.files.find((one) => one.id === fileId)
  if (!file) throw notFound('File')
  if (job.filesRemovedAt) throw new AppError('FILE_EXPIRED')
  const tag = `"${file.sha256}"`
  const range = byteRangeOf(asked, file.bytes, tag)
  const body = await deps.files.read(file.id, range ?? { start: 0, end: file.bytes })
  // Whatever else a job failed of, its file is whole.
  const lacking = job.errorCode === 'INCOMPLETE' ? job.errorMessage : null
  const warnings = [lacking, job.warning].filter((sentence) => sentence !== null)
  return new Download(file.name, body, warnings.join('. ') || null, { size: file.bytes, range, tag })
}
