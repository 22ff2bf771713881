// The job queue; see schema.ts for the rules of all tables.
import { bigint, boolean, bytes, index, instant, integer, json, primaryKey, table, text } from '#drizzle/columns.ts'

/**
 * Exports and their queue. A worker owns a job by `worker` and `attempts`; a worker that lost it can write nothing more. Rows outlive their
 * stores and people.
 */
export const jobs = table(
  'jobs',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    status: text('status').notNull(),
    /** The request. A worker parses it again when it takes the job. */
    payload: json('payload').notNull(),
    /** The request in short, for lists. null for jobs from before this column. */
    request: json('request'),
    /** The checkpoint of the last attempt, in the form of the job's type. */
    checkpoint: json('checkpoint'),
    progress: integer('progress').notNull(),
    counts: json('counts').notNull(),
    receipt: json('receipt'),
    sheet: json('sheet'),
    /** The files for download. */
    files: json('files').notNull(),
    /** The time when the files were removed after their retention time. */
    filesRemovedAt: instant('files_removed_at'),
    /** Where the file is delivered, and whether it was. null: it stays with the job. */
    delivery: json('delivery'),
    warning: text('warning'),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    /** The reason why the job waits, as a sentence. */
    waitingFor: text('waiting_for'),
    createdBy: text('created_by').notNull(),
    /** The ids of its stores, sorted, with a comma between them. It never changes. */
    storeSet: text('store_set').notNull().default(''),
    /** The schedule that made the job. It may be deleted, so there is no foreign key. null: a person did. */
    scheduleId: text('schedule_id'),
    /** Whether a schedule made the job. It never changes. */
    isScheduled: boolean('is_scheduled').notNull().default(false),
    /** What a schedule wants of changes: `WantedChanges`. null: everything is exported. It never changes. */
    changes: json('changes'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    /** The time of the retry of a `pending` job. */
    runAt: instant('run_at').notNull(),
    /** A direct export, such as a download. Workers never take it. */
    isDirect: boolean('is_direct').notNull(),
    /** The number of attempts, retries included. An attempt's writes have its number. */
    attempts: integer('attempts').notNull(),
    /** Transient failures and lost workers since the last checkpoint. */
    failures: integer('failures').notNull(),
    crashes: integer('crashes').notNull(),
    /** The time since when all attempts failed transiently. null after a new checkpoint. */
    failingSince: instant('failing_since'),
    /** Whether an attempt may have left incomplete data. */
    needsClearing: boolean('needs_clearing').notNull(),
    worker: text('worker'),
    leaseUntil: instant('lease_until'),
  },
  (row) => [
    index('jobs_group').on(row.status, row.createdBy, row.storeSet, row.isScheduled, row.createdAt, row.id),
    index('jobs_due').on(row.status, row.runAt),
    index('jobs_created').on(row.createdAt, row.id),
    index('jobs_creator').on(row.createdBy, row.createdAt),
    index('jobs_finished').on(row.finishedAt),
    index('jobs_schedule').on(row.scheduleId, row.status),
  ],
)

/**
 * The stores of a job and their shops at its creation, because a job never continues in another shop. There is no foreign key, because jobs
 * outlive their stores. Platform and domain are null for jobs from before these columns.
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

/**
 * The groups of waiting jobs. To the limits, jobs of one person and the same stores are alike, so only the oldest one can be the next.
 * Those of schedules have limits of their own. The cost of a claim depends on the number of groups that are at a limit, not on the number of jobs.
 */
export const jobGroups = table(
  'job_groups',
  {
    createdBy: text('created_by').notNull(),
    storeSet: text('store_set').notNull(),
    isScheduled: boolean('is_scheduled').notNull().default(false),
    isOfSeveral: boolean('is_of_several').notNull(),
    /** The oldest waiting job, and when it was created. null: none waits. */
    jobId: text('job_id'),
    since: instant('since'),
  },
  (row) => [
    primaryKey({ columns: [row.createdBy, row.storeSet, row.isScheduled] }),
    index('job_groups_oldest').on(row.isScheduled, row.since, row.jobId),
    index('job_groups_several').on(row.isOfSeveral, row.isScheduled, row.since, row.jobId),
  ],
)

/** The slots of running jobs. A running job holds a numbered slot of its user and one of each of its stores. A slot has one holder. */
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

/** The content of job files where machines share no folder. `start` is the offset of a chunk in its file. */
export const jobFileChunks = table(
  'job_file_chunks',
  { file: text('file').notNull(), start: bigint('start').notNull(), bytes: bytes('bytes').notNull() },
  (row) => [primaryKey({ columns: [row.file, row.start] })],
)

/** The workers that are alive. A row older than a lease belongs to a worker that died. The other columns are null for older versions. */
export const workers = table('workers', {
  id: text('id').primaryKey(),
  seenAt: instant('seen_at').notNull(),
  machine: text('machine'),
  version: text('version'),
  startedAt: instant('started_at'),
})

/** The processes that answer calls, like `workers`. */
export const webProcesses = table('web_processes', {
  id: text('id').primaryKey(),
  seenAt: instant('seen_at').notNull(),
  machine: text('machine').notNull(),
  version: text('version').notNull(),
  startedAt: instant('started_at').notNull(),
})

/** The one worker that looks for lost jobs, and until when no other one does. The only row has the name `jobs`. */
export const jobWatch = table('job_watch', {
  name: text('name').primaryKey(),
  worker: text('worker').notNull(),
  until: instant('until').notNull(),
})
