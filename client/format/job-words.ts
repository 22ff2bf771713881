import { failureEnd, type Job, type JobEnd, type JobStatus, type JobType } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { fileSize } from './file-size.ts'
import { filterWords } from './filter-words.ts'
import { counted } from './words.ts'

const items: Record<JobType, string> = { product_export: 'products', order_export: 'orders' }
const number = (count: number) => count.toLocaleString('en-US')

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

/** What became of a job: its status, and the two kinds of failure that people tell apart. */
export type JobState = JobStatus | JobEnd
export const stateOf = ({ status, error }: Pick<Job, 'status' | 'error'>): JobState =>
  status === 'failed' ? failureEnd(error?.code) : status

const looks: Record<JobState, { label: string; color: string }> = {
  ...statusLooks,
  incomplete: { label: 'Incomplete', color: 'orange' },
  cancelled: { label: 'Cancelled', color: 'gray' },
}

/** The colour of a job's state, by its name in the theme. */
export const colorOf = (state: JobState): string => looks[state].color

/** The look of a job's state. */
export const lookOf = (job: Job) => looks[stateOf(job)]

/** The steps of an export, in order. */
export const jobSteps = ['asked', 'preparing', 'reading', 'writing', 'delivering'] as const
export type JobStep = (typeof jobSteps)[number]

/**
 * The step that a job is at. Rows are written while the rest is read; at 99 % only the end of the file or sheet is left. A file that is there
 * before the job has ended is on its way to its destination.
 */
export function stepOf({
  startedAt,
  counts,
  progress,
  delivery,
  files,
}: Pick<Job, 'startedAt' | 'counts' | 'progress' | 'delivery' | 'files'>): JobStep {
  if (startedAt === null) return 'asked'
  if (delivery?.state === 'waiting' && files.length > 0) return 'delivering'
  if (counts.fetched === 0) return 'preparing'
  return progress >= 99 ? 'writing' : 'reading'
}

/** Whether all that the shops counted has arrived, in numbers; null for a job without a receipt. `isWhole`: nothing was left out. */
export function proofOf(job: Pick<Job, 'status' | 'error' | 'receipt' | 'counts'>): { label: string; isWhole: boolean } | null {
  const { receipt, counts } = job
  if (!receipt) return null
  const { expected, fetched, distinct } = counts
  const isDoubled = fetched !== distinct
  const total = expected === null ? number(fetched) : `${number(fetched)} of ${number(expected)}`
  const isWhole =
    job.status === 'completed' &&
    !isDoubled &&
    receipt.stores.every((store) => store.expected === store.fetched && store.skipped.length === 0)
  const words = isWhole ? messages.jobs.complete : receipt.isLimitHit ? messages.jobs.cut : messages.jobs.arrived
  return { label: isDoubled ? total : words(total), isWhole }
}

/** The columns and the choice of items in words: "54 columns", "Payment: Paid". Empty for exports of earlier versions. */
export function requestWords({ type, request }: Pick<Job, 'type' | 'request'>): string[] {
  if (!request) return []
  const { columns, template, filter, selected } = request
  const choice = selected === null ? filterWords(type, filter) : [`${number(selected)} selected ${items[type]}`]
  return [template === null ? counted(columns, 'column') : `Template “${template}”`, ...choice]
}

/** How long a job has run (until `now`, in ms), in words; null before it has started. */
export function ranFor({ startedAt, finishedAt }: Pick<Job, 'startedAt' | 'finishedAt'>, now: number): string | null {
  if (startedAt === null) return null
  return duration(((finishedAt === null ? now : Date.parse(finishedAt)) - Date.parse(startedAt)) / 1_000)
}

/** Rows, size and file name of a result, as far as there are any: "340 rows · 8.2 MB · orders.csv". */
export const resultWords = ({ counts, destination: { name, bytes } }: Pick<Job, 'counts' | 'destination'>): string =>
  [counted(counts.written, 'row'), bytes === null ? null : fileSize(bytes), name].filter((part) => part !== null).join(' · ')

/** Whether the file has arrived where it was to be delivered; null for a job that keeps it. */
export function deliveryWords({ delivery }: Pick<Job, 'delivery'>): string | null {
  if (!delivery) return null
  const { name, state, fileName } = delivery
  if (state === 'delivered') return messages.jobs.sentTo(name, fileName)
  return state === 'failed' ? messages.jobs.notSentTo(name) : messages.jobs.goesTo(name)
}

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
