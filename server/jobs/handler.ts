import type { Db } from '#drizzle/database.ts'
import type { JobCounts, JobSheet, JobType, Receipt } from '#shared/jobs.ts'
import type { JobRow, KeptDelivery, KeptFile, StartedJob, TakenJob } from './row.ts'

/** The progress of a run. The next attempt resumes at `checkpoint`. */
export type JobProgress = {
  checkpoint: unknown
  counts: JobCounts
  progress: number
  /** The finished files, where something is still to be done with them. They can be downloaded from then on. */
  files?: readonly KeptFile[]
  delivery?: KeptDelivery
}

/** Thrown by a handler where the credentials of a store were replaced: the next attempt goes on with the new ones from the checkpoint. */
export class Reconnected extends Error {}

/** The reason why a run stops early: the worker lost the job, or the worker stops and another attempt resumes. */
type Stop = 'lost' | 'stopping'
export class Stopped extends Error {
  readonly why: Stop
  constructor(why: Stop) {
    super(why)
    this.why = why
  }
}

/** A worker's lease on the job that it runs. */
export type JobLease = {
  /** Aborted when the run has to stop: the job was cancelled or lost, or the worker stops. */
  signal: AbortSignal
  /** Stores the progress. Rejects without storing where the job is lost or its creator lost the right to it. */
  save(progress: JobProgress): Promise<void>
  /** Throws the reason why the run is not (or no longer) allowed. Call it before a result becomes visible. */
  assertAllowed: () => Promise<void>
  /** Publishes the reason of a wait. */
  wait: (reason: string | null) => void
}

export type JobOutcome = {
  counts: JobCounts
  receipt: Receipt
  warning: string | null
  files: readonly KeptFile[]
  sheet: JobSheet | null
  /** The missing items, as a sentence: the job ends as failed and keeps its files. `null`: none. */
  incomplete: string | null
  delivery?: KeptDelivery
  /** Statements of the batch in which the job ends as completed. They have to change nothing unless it does. */
  along?: (db: Db) => readonly PromiseLike<unknown>[]
}

/** The handler of a job type. The assembly passes the handlers in; the queue knows nothing else about them. */
export type JobHandler = {
  /** Throws an `AppError` with the reason why the job is not (or no longer) allowed. Called before a run and at each checkpoint. */
  assertAllowed(job: TakenJob): Promise<void>
  /** Runs the job from its checkpoint. Throws `AppError`s that users can read. */
  run(job: StartedJob, lease: JobLease): Promise<JobOutcome>
  /**
   * Removes the output of an unfinished run. Called after its final end, possibly by another process. Returns what people have to know about
   * what stays. null: nothing.
   */
  discard(job: JobRow): Promise<string | null>
}
export type JobHandlers = Record<JobType, JobHandler>
