import { z } from 'zod'
import { JobDelivery } from '#shared/delivery.ts'
import { JobCounts, JobFile, JobSheet, JobStatus, JobType, Receipt, RequestSummary } from '#shared/jobs.ts'

export const KeptFile = JobFile.omit({ url: true })
export type KeptFile = z.infer<typeof KeptFile>

/** The delivery of a job. Whether it failed is told by the job. */
export const KeptDelivery = JobDelivery.omit({ state: true }).extend({
  fileName: JobDelivery.shape.fileName.default(null),
  /** What the sender has begun. It outlives the checkpoint, so that a job that has ended can be cleared. */
  begun: z.unknown().default(null),
})
export type KeptDelivery = z.infer<typeof KeptDelivery>

/** Of a schedule that delivers only what changed. `includeDeleted`: also what was deleted, as rows that say so. */
export const WantedChanges = z.object({ includeDeleted: z.boolean() })
export type WantedChanges = z.infer<typeof WantedChanges>

/** The row of a job; see drizzle/job-tables.ts. Its stores are in a separate table. */
export const JobRow = z.object({
  id: z.string(),
  type: JobType,
  status: JobStatus,
  payload: z.unknown(),
  request: RequestSummary.nullable(),
  checkpoint: z.unknown(),
  progress: z.int(),
  counts: JobCounts,
  receipt: Receipt.nullable(),
  sheet: JobSheet.nullable(),
  delivery: KeptDelivery.nullable(),
  files: z.array(KeptFile),
  filesRemovedAt: z.date().nullable(),
  warning: z.string().nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  waitingFor: z.string().nullable(),
  createdBy: z.string(),
  scheduleId: z.string().nullable(),
  isScheduled: z.boolean(),
  changes: WantedChanges.nullable(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  runAt: z.date(),
  isDirect: z.boolean(),
  attempts: z.int(),
  failures: z.int(),
  crashes: z.int(),
  failingSince: z.date().nullable(),
  worker: z.string().nullable(),
})
export type JobRow = z.infer<typeof JobRow>

/** A store of a job, and its shop when the job was created. null in jobs of earlier versions. */
export type JobStore = { id: string; platform: string | null; domain: string | null }

/** A job that a worker has taken. */
export type TakenJob = JobRow & { stores: readonly JobStore[] }
/** A taken job that runs. `startedAt`: of its first attempt. */
export type StartedJob = TakenJob & { startedAt: Date }

export const readyStatuses = ['pending', 'waiting'] as const
export const heldStatuses = ['active', 'running'] as const
export const openStatuses = [...readyStatuses, ...heldStatuses] as const
