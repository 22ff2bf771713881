import type { Job, JobListResponse, JobStatus } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'

/** The statuses that may change at any moment. A `pending` job does not change until its next attempt. */
const moving: readonly JobStatus[] = ['running', 'waiting', 'active']

/** The number of jobs that may change at any moment. */
export const inMotion = (totals: JobListResponse['totals']): number => moving.reduce((sum, status) => sum + totals[status], 0)

/** The polling interval in ms. Polling stops while no job in the answer is running, waiting or active. */
export const pollAfter = (answer: JobListResponse | undefined, ms: number): number | false =>
  answer && inMotion(answer.totals) > 0 ? ms : false

/** The same for users who wait for their own jobs: a `pending` job is polled, too. */
export const watchAfter = (answer: JobListResponse | undefined, ms: number): number | false =>
  answer && inMotion(answer.totals) + answer.totals.pending > 0 ? ms : false

/** Whether the creator of the job cancelled it. */
const isOwnCancel = ({ error, createdBy }: Job): boolean =>
  error?.code === 'JOB_CANCELLED' && error.message === messages.jobs.cancelled(createdBy.name)

/** The jobs that came to their end between two answers, with something to say: a download in the browser speaks for itself, and who cancels a job knows it. */
export function endedSince(before: readonly Job[], after: readonly Job[]): Job[] {
  const unsettled = new Set(before.filter(({ finishedAt }) => finishedAt === null).map(({ id }) => id))
  return after.filter((job) => {
    const { id, status, files, sheet } = job
    const hasResult = files.length > 0 || sheet !== null
    return unsettled.has(id) && ((status === 'failed' && !isOwnCancel(job)) || (status === 'completed' && hasResult))
  })
}
