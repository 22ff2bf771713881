import { isIncomplete, type Job, type JobStatus, type JobType } from '#shared/jobs.ts'

/** `product export` for `product_export`. */
export const typeName = (type: JobType): string => type.replaceAll('_', ' ')

export const statusLooks: Record<JobStatus, { label: string; color: string }> = {
  pending: { label: 'Pending', color: 'orange' },
  waiting: { label: 'Waiting', color: 'gray' },
  active: { label: 'Active', color: 'blue' },
  running: { label: 'Running', color: 'blue' },
  completed: { label: 'Completed', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
}

const incomplete = { label: 'Incomplete', color: 'orange' }

/** The look of a job's state. */
export const lookOf = (job: Job) => (isIncomplete(job) ? incomplete : statusLooks[job.status])

const items: Record<JobType, string> = { product_export: 'products', order_export: 'orders' }
const number = (count: number) => count.toLocaleString('en-US')

/** How much is done: `1,200 of 5,000 products`; without the total where the platform cannot count. */
export function doneOf({ type, counts }: Pick<Job, 'type' | 'counts'>): string {
  const total = counts.expected === null ? '' : ` of ${number(counts.expected)}`
  return `${number(counts.fetched)}${total} ${items[type]}`
}

/** A duration in words, rounded up, so that it promises nobody too short a wait. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The rate since the start and the estimated time left; `null` if it cannot be estimated yet. */
export function pace(job: Pick<Job, 'status' | 'startedAt' | 'counts'>, now: number): string | null {
  const { fetched, expected } = job.counts
  const seconds = job.startedAt === null ? 0 : (now - Date.parse(job.startedAt)) / 1_000
  if (job.status !== 'running' || seconds < 1 || fetched === 0) return null
  const perSecond = fetched / seconds
  const rate = perSecond >= 1 ? `${number(Math.round(perSecond))} a second` : `${number(Math.ceil(perSecond * 60))} a minute`
  return expected === null || expected <= fetched ? rate : `${rate}, about ${duration((expected - fetched) / perSecond)} left`
}
