// What owners see of the installation: the state of its parts, and the findings of a check.
import { z } from 'zod'
import { GoogleKeySource } from '#shared/google-key.ts'
import { JobStatus } from '#shared/jobs.ts'
import { Platform } from '#shared/platforms.ts'
import { StoreState } from '#shared/stores.ts'

/** How far back the failed exports are counted. */
export const failedHours = 24

const Moment = z.iso.datetime()

/** `isSelf`: it has given this answer. Machine, version and start are null for a worker of an older version. */
export const SystemProcess = z.object({
  id: z.string(),
  role: z.enum(['web', 'worker']),
  machine: z.string().nullable(),
  version: z.string().nullable(),
  startedAt: Moment.nullable(),
  seenAt: Moment,
  isSelf: z.boolean(),
})
export type SystemProcess = z.infer<typeof SystemProcess>

/** `bytes` and `appliedMigrations` are null while the database does not answer. `pendingMigrations`: those of this version that it lacks. */
const SystemDatabase = z.object({
  kind: z.enum(['sqlite', 'postgres']),
  isUp: z.boolean(),
  bytes: z.number().nullable(),
  appliedMigrations: z.int().nullable(),
  pendingMigrations: z.int().nullable(),
})

/** `open`: the jobs that have not ended, by status. `oldestWaitingSeconds`: 0 where no job is due. */
const SystemQueue = z.object({ open: z.partialRecord(JobStatus, z.int()), oldestWaitingSeconds: z.number() })

/** `refused`: mails that the mail server has refused for good. `failingSince`: since when no mail could be delivered. `isSent`: false where mails are written into a folder. */
const SystemMail = z.object({
  isSent: z.boolean(),
  waiting: z.int(),
  oldestWaitingSeconds: z.number(),
  refused: z.int(),
  failingSince: Moment.nullable(),
})

/** What is left of a shop's rate limit, in the platform's units. */
const SystemBudget = z.object({ available: z.number(), maximum: z.number() })

/**
 * `lastAnswerAt`: the last successful call of the answering process; null: it has made none since its start. `isHeldBack`: calls are held
 * back, because the shop has not answered several in a row. `budget` null: the shop has not told it yet.
 */
export const SystemStore = z.object({
  id: z.string(),
  name: z.string(),
  platform: Platform,
  isActive: z.boolean(),
  state: StoreState.nullable(),
  stateSince: Moment.nullable(),
  stateReason: z.string().nullable(),
  lastAnswerAt: Moment.nullable(),
  isHeldBack: z.boolean(),
  budget: SystemBudget.nullable(),
})
export type SystemStore = z.infer<typeof SystemStore>

/** Seconds that the event loop of a thread was late: the median, the 99th percentile and the most. */
const SystemDelay = z.object({ median: z.number(), p99: z.number(), most: z.number() })

const SystemDisk = z.object({ freeBytes: z.number(), bytes: z.number() })
const SystemGoogle = z.object({ source: GoogleKeySource.nullable(), email: z.string().nullable() })
const SystemFailure = z.object({ code: z.string(), count: z.int() })

/** The parts of the installation. A part that is null could not be read just now. */
export const SystemState = z.object({
  at: Moment,
  version: z.string(),
  node: z.string(),
  processes: z.array(SystemProcess).nullable(),
  database: SystemDatabase,
  queue: SystemQueue.nullable(),
  stores: z.array(SystemStore).nullable(),
  mail: SystemMail.nullable(),
  mainDelay: SystemDelay.nullable(),
  workerDelay: SystemDelay.nullable(),
  hasWorkerThread: z.boolean(),
  disk: SystemDisk.nullable(),
  google: SystemGoogle.nullable(),
  failures: z.array(SystemFailure).nullable(),
  lastBackupAt: Moment.nullable(),
})
export type SystemState = z.infer<typeof SystemState>
export const SystemResponse = z.object({ system: SystemState })

/** A finding of a check. `mend`: what the operator does about it. */
export const SystemFinding = z.object({
  check: z.string(),
  level: z.enum(['ok', 'warning', 'problem']),
  says: z.string(),
  mend: z.string().nullable(),
})
export type SystemFinding = z.infer<typeof SystemFinding>
export const SystemCheckResponse = z.object({ checkedAt: Moment, findings: z.array(SystemFinding) })
export type SystemCheckResponse = z.infer<typeof SystemCheckResponse>
