import type { JobCounts, JobType } from '#shared/jobs.ts'
import { eventIdOf, type NewEvent } from '#server/events/new-event.ts'

/** The parts of a job that its end is told with. */
export type EndingJob = { id: string; type: JobType; createdBy: string; storeIds: readonly string[] }

/** The end of a job, as it is written into its row. */
export type JobEnding = {
  status: 'completed' | 'failed'
  finishedAt: Date
  errorCode: string | null
  errorMessage: string | null
  counts?: JobCounts
}

/** The event that tells the end of a job. */
export function endEventOf({ id, type: jobType, createdBy, storeIds }: EndingJob, end: JobEnding): NewEvent {
  const { status, finishedAt: at, errorCode: code, errorMessage: message, counts } = end
  const type = `job.${status}` as const
  const about = { jobId: id, jobType, storeIds: [...storeIds], createdBy }
  const outcome =
    status === 'completed'
      ? { rows: counts?.written ?? null, error: null }
      : { rows: null, error: { code: code ?? 'INTERNAL', message: message ?? '' } }
  return { id: eventIdOf(type, id, at), type, at, data: { ...about, ...outcome } }
}
