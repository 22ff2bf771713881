import type { JobCounts, JobSheet, JobType, Receipt } from '#shared/jobs.ts'
import type { JobRow, KeptFile } from '#server/jobs/row.ts'

/** How far a run has come. `checkpoint` is what the next attempt goes on from. */
export type Progress = { checkpoint: unknown; counts: JobCounts; progress: number }

/** A worker's hold on the job that it runs. */
export type Hold = {
  /** Aborted when the job is to be left alone: cancelled, taken away, or the worker is stopping. */
  signal: AbortSignal
  /** Keeps how far the run has come. Rejects, and nothing was kept, once the job is not ours any more or its creator may not run it. */
  save(progress: Progress): Promise<void>
  /** Tells those who watch why nothing moves. */
  wait(reason: string | null): void
}

export type Outcome = {
  counts: JobCounts
  receipt: Receipt
  warning: string | null
  files: readonly KeptFile[]
  sheet: JobSheet | null
}

/** What can be done with jobs of a type. The assembly hands these in; the queue knows no more of them. */
export type Kind = {
  /** Why the creator may not have this done (any more), as a sentence; `null` where nothing is wrong. Asked before and during a run. */
  obstacle(job: JobRow): Promise<string | null>
  /** Does it, from the job's checkpoint on. Throws `AppError`s that users can read. */
  run(job: JobRow, hold: Hold): Promise<Outcome>
  /** Takes away what an unfinished run left; called once the run is over for good, maybe by another process. */
  discard(job: JobRow): Promise<void>
}
export type Kinds = Record<JobType, Kind>
