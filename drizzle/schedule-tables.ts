// Schedules of exports; see schema.ts for the rules of all tables.
import { boolean, index, instant, integer, json, primaryKey, table, text, uniqueIndex } from '#drizzle/columns.ts'

/** Exports that run by themselves. The owner may be deleted, after which the schedule waits for somebody to take it over. */
export const schedules = table(
  'schedules',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    /** The body of the export call of the type. */
    request: json('request').notNull(),
    /** `string[]`: the stores of the request. */
    storeIds: json('store_ids').notNull(),
    calendar: json('calendar').notNull(),
    timezone: text('timezone').notNull(),
    delivers: text('delivers').notNull(),
    includeDeleted: boolean('include_deleted').notNull(),
    /** Relative dates, or null. */
    dates: json('dates'),
    format: text('format').notNull(),
    destinationId: text('destination_id'),
    sheet: json('sheet'),
    fileName: text('file_name'),
    includeReceipt: boolean('include_receipt').notNull(),
    missed: text('missed').notNull(),
    overlap: text('overlap').notNull(),
    ownerId: text('owner_id').notNull(),
    /** active or paused */
    state: text('state').notNull(),
    pausedReason: text('paused_reason'),
    /** The instant of the next run. It moves in the transaction that makes the run. null while it is paused. */
    nextDue: instant('next_due'),
    /** When a worker looks at it: `nextDue`, or later while the last run has to end first. null while it is paused. */
    lookAt: instant('look_at'),
    /** The number of changes by people, so that no worker goes on from what it read before. */
    revision: integer('revision').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (row) => [index('schedules_look').on(row.lookAt), index('schedules_owner').on(row.ownerId)],
)

/** The runs of schedules. A due instant has one run at most. */
export const scheduleRuns = table(
  'schedule_runs',
  {
    id: text('id').primaryKey(),
    scheduleId: text('schedule_id')
      .notNull()
      .references(() => schedules.id, { onDelete: 'cascade' }),
    /** null: somebody asked for the run. */
    due: instant('due'),
    startedAt: instant('started_at').notNull(),
    /** started, skipped or refused */
    outcome: text('outcome').notNull(),
    reason: text('reason'),
    /** How many due instants it stands for, besides its own. */
    missed: integer('missed').notNull(),
    jobId: text('job_id'),
  },
  (row) => [
    uniqueIndex('schedule_runs_due').on(row.scheduleId, row.due),
    index('schedule_runs_started').on(row.scheduleId, row.startedAt, row.id),
    index('schedule_runs_age').on(row.startedAt),
  ],
)

/**
 * What schedules that deliver only changes have delivered so far (`jobId` is empty), and what their runs are about to deliver (`jobId` is the
 * job's). A job that is about to end makes its memory the delivered one.
 */
export const scheduleMemories = table(
  'schedule_memories',
  {
    scheduleId: text('schedule_id')
      .notNull()
      .references(() => schedules.id, { onDelete: 'cascade' }),
    jobId: text('job_id').notNull(),
    /** The hash of the job's request: what another request has delivered says nothing about this one. */
    request: text('request').notNull(),
    /** When the reading began. Later changes belong to the next run. */
    readFrom: instant('read_from').notNull(),
    /** The run reads what changed then or later. null: everything. */
    since: instant('since'),
    /** Whether all items are remembered, because one that is missing later was deleted. */
    includeDeleted: boolean('include_deleted').notNull(),
  },
  (row) => [primaryKey({ columns: [row.scheduleId, row.jobId] })],
)

/** The items of a memory; see `scheduleMemories`. */
export const scheduleItems = table(
  'schedule_items',
  {
    scheduleId: text('schedule_id')
      .notNull()
      .references(() => schedules.id, { onDelete: 'cascade' }),
    storeId: text('store_id').notNull(),
    jobId: text('job_id').notNull(),
    /** With leading zeros, so that the order of the texts is that of the numbers. */
    itemId: text('item_id').notNull(),
    /** The hash of the delivered rows. */
    digest: text('digest').notNull(),
    /** The cells that tell receivers which item it was, once it is deleted. null where deleted items are not delivered. */
    named: json('named'),
    /** Whether it is delivered as deleted. */
    isDeleted: boolean('is_deleted').notNull(),
  },
  (row) => [primaryKey({ columns: [row.scheduleId, row.storeId, row.jobId, row.itemId] })],
)
