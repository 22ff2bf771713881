// The queue, apart from what the rest of the product keeps; see schema.ts for the rules of both.
import { bigint, boolean, bytes, index, instant, integer, json, primaryKey, table, text } from '#drizzle/columns.ts'

/**
 * Exports, and the queue that they wait in. A worker holds a job by `worker` and `attempts`: whoever lost it can write nothing
 * more. Rows outlive their stores and people.
 */
export const jobs = table(
  'jobs',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    status: text('status').notNull(),
    /** The request, parsed again whenever a worker takes the job. */
    payload: json('payload').notNull(),
    /** Where the last attempt had come to: what the kind of job makes of it. */
    checkpoint: json('checkpoint'),
    progress: integer('progress').notNull(),
    counts: json('counts').notNull(),
    receipt: json('receipt'),
    sheet: json('sheet'),
    /** What it left to be downloaded. */
    files: json('files').notNull(),
    /** When their time was over. */
    filesRemovedAt: instant('files_removed_at'),
    warning: text('warning'),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    /** Why nothing moves, in words. */
    waitingFor: text('waiting_for'),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    /** Not to be taken before. */
    runAt: instant('run_at').notNull(),
    /** A download that somebody reads: no worker ever takes it. */
    isDirect: boolean('is_direct').notNull(),
    /** How often a worker took it, retries included: what an attempt writes bears its number. */
    attempts: integer('attempts').notNull(),
    /** Passing failures, and workers lost, since the last checkpoint. */
    failures: integer('failures').notNull(),
    crashes: integer('crashes').notNull(),
    /** Since when every try failed in a way that may pass; null once a checkpoint was reached again. */
    failingSince: instant('failing_since'),
    /** Whether an attempt may have left something unfinished behind. */
    needsClearing: boolean('needs_clearing').notNull(),
    worker: text('worker'),
    leaseUntil: instant('lease_until'),
  },
  (row) => [
    index('jobs_ready').on(row.status, row.createdBy, row.createdAt),
    index('jobs_created').on(row.createdAt, row.id),
    index('jobs_creator').on(row.createdBy, row.createdAt),
    index('jobs_finished').on(row.finishedAt),
  ],
)

/**
 * The stores that a job reads, and the shops that they pointed at when it was made: a job never goes on in another shop. Without
 * a foreign key: a job outlives its stores. Jobs made before these columns have null there.
 */
export const jobStores = table(
  'job_stores',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    storeId: text('store_id').notNull(),
    platform: text('platform'),
    domain: text('domain'),
  },
  (row) => [primaryKey({ columns: [row.jobId, row.storeId] }), index('job_stores_store').on(row.storeId)],
)

/** Who may run at once: a running job holds a numbered slot of its user and one of each of its stores; a slot has one holder. */
export const jobSlots = table(
  'job_slots',
  {
    name: text('name').primaryKey(),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    attempt: integer('attempt').notNull(),
  },
  (row) => [index('job_slots_job').on(row.jobId)],
)

/** The bytes of job files where machines share no folder. `start` is the offset of a chunk in its file. */
export const jobFileChunks = table(
  'job_file_chunks',
  { file: text('file').notNull(), start: bigint('start').notNull(), bytes: bytes('bytes').notNull() },
  (row) => [primaryKey({ columns: [row.file, row.start] })],
)

/** The workers that lately said that they live; a row older than a lease belongs to a worker that is gone. */
export const workers = table('workers', { id: text('id').primaryKey(), seenAt: instant('seen_at').notNull() })
