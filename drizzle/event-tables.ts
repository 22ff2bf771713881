// Events and the webhooks that tell them; see schema.ts for the rules of all tables.
import { bigint, boolean, index, instant, integer, json, table, text, uniqueIndex } from '#drizzle/columns.ts'

/**
 * What happened, in the order of `seq`. The sequence is a row that the recording transaction locks, so the numbers ascend in the order of
 * the commits, and a reader that has seen one number misses none before it. Numbers may be missing.
 */
export const events = table(
  'events',
  {
    seq: bigint('seq').primaryKey(),
    id: text('id').notNull(),
    type: text('type').notNull(),
    at: instant('at').notNull(),
    data: json('data').notNull(),
  },
  (row) => [uniqueIndex('events_id_unique').on(row.id), index('events_at').on(row.at)],
)

/** A single row: the last number, the last one that was put into the queue of webhooks, and the highest that was removed by age. */
export const eventSequence = table('event_sequence', {
  name: text('name').primaryKey(),
  last: bigint('last').notNull(),
  queued: bigint('queued').notNull(),
  removed: bigint('removed').notNull(),
})

/** The addresses that are told of events. */
export const webhooks = table(
  'webhooks',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    /** `WebhookFormat` */
    format: text('format').notNull().default('standard'),
    /** The chat of a Telegram message; null for other formats. */
    chatId: text('chat_id'),
    /** `EventType[]` */
    events: json('events').notNull(),
    /** `string[] | null`: the stores whose events are told. null: all. */
    storeIds: json('store_ids'),
    isActive: boolean('is_active').notNull(),
    /** The secret that signs, encrypted and bound to this row. */
    secret: text('secret').notNull(),
    /** The secret before, which signs beside it until a time. */
    previousSecret: text('previous_secret'),
    previousSecretUntil: instant('previous_secret_until'),
    /** The time of the first failed attempt after the last delivery. null: the last attempt succeeded. */
    failingSince: instant('failing_since'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (row) => [uniqueIndex('webhooks_name_unique').on(row.name)],
)

/** Each event for each webhook: the queue, and the log of what was sent. */
export const webhookDeliveries = table(
  'webhook_deliveries',
  {
    id: text('id').primaryKey(),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    /** The exact text that is sent and signed. */
    body: text('body').notNull(),
    /** waiting, delivered or failed */
    status: text('status').notNull(),
    /** The attempts since the event, or since somebody asked to send it again. */
    attempts: integer('attempts').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The earliest next attempt, and the time after which there is none. */
    runAt: instant('run_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The claim of the process that sends it, and the time until which no other process takes it. */
    claim: text('claim'),
    leaseUntil: instant('lease_until'),
    /** The last attempt: its time, the status of the answer or the code of the failure, and the time it took in milliseconds. */
    attemptedAt: instant('attempted_at'),
    answerStatus: integer('answer_status'),
    failure: text('failure'),
    durationMs: integer('duration_ms'),
  },
  (row) => [
    uniqueIndex('webhook_deliveries_event').on(row.webhookId, row.eventId),
    index('webhook_deliveries_due').on(row.status, row.runAt),
    index('webhook_deliveries_created').on(row.webhookId, row.createdAt, row.id),
    index('webhook_deliveries_age').on(row.createdAt),
  ],
)
