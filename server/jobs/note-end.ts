import { failureEnd, type JobEnd } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import type { JobWithStores } from '#server/jobs/repo.ts'

const outcomeOf = ({ status, errorCode }: JobWithStores): JobEnd => (status === 'completed' ? 'completed' : failureEnd(errorCode))

/** The seconds from the first start of a job to its end. 0: it never started. */
const secondsOf = ({ startedAt, finishedAt }: JobWithStores): number =>
  startedAt && finishedAt ? (finishedAt.getTime() - startedAt.getTime()) / 1_000 : 0

/** Counts the end of a job, and writes its line into the log. */
export function noteEnd({ log, metrics }: Pick<Deps, 'log' | 'metrics'>, job: JobWithStores) {
  const { id, storeIds: stores, type, counts, attempts, errorCode } = job
  const result = { type, outcome: outcomeOf(job), rows: counts.written, seconds: secondsOf(job) }
  metrics.jobEnded(result)
  const line = { job: id, stores, ...result, attempts, ...(errorCode === null ? {} : { code: errorCode }) }
  if (result.outcome === 'failed') log.warn(line, 'a job ended')
  else log.info(line, 'a job ended')
}
