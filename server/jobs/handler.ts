import type { JobCounts, JobSheet, JobType, Receipt } from '#shared/jobs.ts'
import type { JobRow, KeptFile, TakenJob } from './row.ts'

/** How far a run has come. `checkpoint` is what the next attempt goes on from. */
export type JobProgress = { checkpoint: unknown; counts: JobCounts; progress: number }

/** Why a run stops in the middle: the job is not its worker's any more, or the worker stops and another attempt goes on. */
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
  /** Aborted when the job is to be left alone: cancelled, taken away, or the worker is stopping. */
  signal: AbortSignal
  /** Keeps how far the run has come. Rejects, and nothing was kept, once the job is not ours any more or its creator may not run it. */
  save(progress: JobProgress): Promise<void>
  /** Throws why this may not be done (any more); to be asked before a result can be seen. */
  assertAllowed: () => Promise<void>
  /** Tells those who watch why nothing moves. */
  wait: (reason: string | null) => void
}

export type JobOutcome = {
  counts: JobCounts
  receipt: Receipt
  warning: string | null
  files: readonly KeptFile[]
  sheet: JobSheet | null
  /** What is missing of the whole, in words: the job ends as failed and keeps its files. `null`: nothing. */
  incomplete: string | null
}

/** What can be done with jobs of a type. The assembly hands these in; the queue knows no more of them. */
export type JobHandler = {
  /** Throws, as an `AppError`, why this may not be done (any more). Asked before a run, and at each of its checkpoints. */
  assertAllowed(job: TakenJob): Promise<void>
  /** Does it, from the job's checkpoint on. Throws `AppError`s that users can read. */
  run(job: TakenJob, lease: JobLease): Promise<JobOutcome>
  /** Takes away what an unfinished run left; called once the run is over for good, maybe by another process. */
  discard(job: JobRow): Promise<void>
}
export type JobHandlers = Record<JobType, JobHandler>
