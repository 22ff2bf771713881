import { z } from 'zod'
import type { Action } from '#shared/access.ts'
import { JobDelivery } from '#shared/delivery.ts'
import { ExportFormat } from '#shared/export-format.ts'
import { limits } from '#shared/limits.ts'
import { flag, NextCursor } from '#shared/paging.ts'
import { StoreId } from '#shared/stores.ts'

/** `waiting`: in the queue. `pending`: waits for a retry after a temporary failure. `active`: taken by a worker. `running`: in progress. */
export const jobStatuses = ['pending', 'waiting', 'active', 'running', 'completed', 'failed'] as const
export const JobStatus = z.enum(jobStatuses)
export type JobStatus = z.infer<typeof JobStatus>

export const JobType = z.enum(['product_export', 'order_export'])
export type JobType = z.infer<typeof JobType>

/** The right that a person needs to create a job of this type, to see it and to download its files. */
export const jobPolicies: Record<JobType, Action> = { product_export: 'products.export', order_export: 'orders.export' }

/** Items are products or orders. `written` counts rows. `expected` is null if the platform cannot count. */
export const JobCounts = z.object({
  expected: z.int().nullable(),
  fetched: z.int(),
  written: z.int(),
  distinct: z.int(),
  skipped: z.int(),
})
export type JobCounts = z.infer<typeof JobCounts>
export const noCounts: JobCounts = { expected: null, fetched: 0, written: 0, distinct: 0, skipped: 0 }

/**
 * The result of one store. `scopeGaps`: data that the shop does not give us access to. `deleted`: the rows of items that the shop has no
 * longer, which are among the written ones.
 */
export const StoreReceipt = JobCounts.extend({
  storeId: StoreId,
  storeName: z.string(),
  skipped: z.array(z.object({ reason: z.string(), count: z.int() })),
  scopeGaps: z.array(z.string()),
  deleted: z.int().default(0),
})
export type StoreReceipt = z.infer<typeof StoreReceipt>

/** What an export was asked for, in short: lists are counted. */
export const RequestSummary = z.object({
  columns: z.int(),
  /** The name, at that time, of the saved template that has the same columns. */
  template: z.string().nullable(),
  filter: z.record(z.string(), z.unknown()),
  /** The number of selected items; null where the filter selects. */
  selected: z.int().nullable(),
  /** The requested maximum number of items; null without a limit. */
  limit: z.int().nullable(),
  /** The address of the spreadsheet; null for a file. */
  sheetUrl: z.string().nullable(),
  /** The format of the file; null for a spreadsheet. */
  format: ExportFormat.nullable().default('csv'),
})
export type RequestSummary = z.infer<typeof RequestSummary>

/** The request and the result of an export. */
export const Receipt = z.object({
  columns: z.array(z.string()),
  filter: z.record(z.string(), z.unknown()),
  /** The requested maximum number of items; null without a limit. */
  limit: z.int().nullable(),
  isLimitHit: z.boolean(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The hash of the file; null for a sheet. */
  sha256: z.string().nullable(),
  /** The name and size of the file; null for a sheet, and for exports of earlier versions. */
  file: z.object({ name: z.string(), bytes: z.int() }).nullable().default(null),
  stores: z.array(StoreReceipt),
})
export type Receipt = z.infer<typeof Receipt>

export const JobSheet = z.object({ name: z.string(), url: z.string() })
export type JobSheet = z.infer<typeof JobSheet>

/** `url` is null once the file has expired. */
export const JobFile = z.object({
  id: z.string(),
  name: z.string(),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  url: z.string().nullable(),
})
export type JobFile = z.infer<typeof JobFile>

/**
 * Where the rows go. `csv` is a file, of any format. The name is that of the file or the sheet, null before there is one.
 */
export const JobDestination = z.object({
  kind: z.enum(['csv', 'sheet']),
  /** The format of the file; null for a sheet. */
  format: ExportFormat.nullable(),
  name: z.string().nullable(),
  /** The size of the file; null for a sheet. */
  bytes: z.int().nullable(),
  /** The address of the spreadsheet; null for a file. */
  url: z.string().nullable(),
})
export type JobDestination = z.infer<typeof JobDestination>

export const Job = z.object({
  id: z.string(),
  type: JobType,
  status: JobStatus,
  /** Percent. 100 only if the result is available. */
  progress: z.int().min(0).max(100),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  createdBy: z.object({ id: z.string(), name: z.string() }),
  /** The schedule that made the job; null where a person did. */
  scheduleId: z.string().nullable(),
  storeIds: z.array(StoreId),
  /** The same stores with their names; null where a store was deleted. */
  stores: z.array(z.object({ id: StoreId, name: z.string().nullable() })),
  /** null for jobs of earlier versions. */
  request: RequestSummary.nullable(),
  destination: JobDestination,
  /** Where the finished file is delivered. null: it stays with the job. */
  delivery: JobDelivery.nullable(),
  counts: JobCounts,
  /** A message about missing, cut or unclear data. */
  warning: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  files: z.array(JobFile),
  /** When the files are removed; null without files, and once they are. */
  filesExpireAt: z.iso.datetime().nullable(),
  sheet: JobSheet.nullable(),
  receipt: Receipt.nullable(),
  attempts: z.int(),
  /** A message that says why the job waits. */
  waitingFor: z.string().nullable(),
  /** The time of the next attempt of a job that backs off. */
  nextTryAt: z.iso.datetime().nullable(),
  canCancel: z.boolean(),
  canRetry: z.boolean(),
  /** Whether a retry would resume from a checkpoint, so that starting over makes a difference. */
  canStartOver: z.boolean(),
  /** Whether the viewer may run the same request as a new job. */
  canRun: z.boolean(),
})
export type Job = z.infer<typeof Job>

export const JobRef = z.strictObject({ id: z.string().min(1).max(64) })
/** `startOver`: ignores the job's checkpoint. */
export const JobRetryRequest = JobRef.extend({ startOver: z.boolean().default(false) })
export type JobRetryRequest = z.infer<typeof JobRetryRequest>
export const JobFileRef = z.strictObject({ id: z.string().min(1).max(64), fileId: z.string().min(1).max(100) })
export const JobResponse = z.object({ job: Job })
export type JobResponse = z.infer<typeof JobResponse>

/** `request` is the body of the export call of the job's type. `inBackground`: nobody waited for it. */
export const JobRequestResponse = z.object({
  type: JobType,
  request: z.record(z.string(), z.unknown()),
  inBackground: z.boolean(),
})
export type JobRequestResponse = z.infer<typeof JobRequestResponse>

/** `mine`: only the viewer's own jobs, which needs only the right to export. Without it: jobs of all stores in reach (settings:read). */
export const JobListRequest = z.strictObject({
  id: z.string().min(1).max(64).optional().describe('Only this job.'),
  status: JobStatus.optional(),
  type: JobType.optional(),
  storeId: StoreId.optional(),
  mine: flag.optional(),
  failures: flag
    .optional()
    .describe(`Also answers the exports that failed within the last ${limits.jobs.failures.days} days, and how many ended how.`),
  limit: z.coerce.number().int().min(1).max(limits.jobs.max).default(limits.jobs.page),
  cursor: z.string().max(200).optional(),
})
export type JobListRequest = z.infer<typeof JobListRequest>

/** How jobs end. */
export const jobEnds = ['completed', 'incomplete', 'failed', 'cancelled'] as const
export type JobEnd = (typeof jobEnds)[number]

/**
 * The newest exports that failed or were incomplete lately, and the number of all of them. Cancelled ones are left out. `ends`: how many
 * exports ended how within the same time.
 */
const JobFailures = z.object({ jobs: z.array(Job), count: z.int(), ends: z.record(z.enum(jobEnds), z.int()) })
export type JobFailures = z.infer<typeof JobFailures>

/** Newest first. `totals` and `failures` are of all jobs that match the request, regardless of status and page. */
export const JobListResponse = z.object({
  jobs: z.array(Job),
  nextCursor: NextCursor,
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  totals: z.record(JobStatus, z.int()),
  /** null where the request does not ask for it. */
  failures: JobFailures.nullable(),
})
export type JobListResponse = z.infer<typeof JobListResponse>

/** Whether it ended with fewer items than the shop counted. The partial result is kept and marked as partial. */
export const isIncomplete = ({ status, error }: Pick<Job, 'status' | 'error'>): boolean =>
  status === 'failed' && failureEnd(error?.code) === 'incomplete'

/** The kinds of failure that people tell apart, by the code of a failed job's error. */
export function failureEnd(code: string | null | undefined): Exclude<JobEnd, 'completed'> {
  if (code === 'JOB_CANCELLED') return 'cancelled'
  return code === 'INCOMPLETE' ? 'incomplete' : 'failed'
}

const settled: readonly JobStatus[] = ['completed', 'failed']
/** Whether the job has ended. Only a user's request, such as a retry, can change it then. */
export const isSettled = ({ status }: { status: JobStatus }): boolean => settled.includes(status)
