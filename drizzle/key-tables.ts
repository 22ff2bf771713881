// The calls of API keys; see schema.ts for the rules of all tables.
import { index, instant, integer, table, text } from '#drizzle/columns.ts'

/** The last calls of each key. A key may end before its calls are written, so there is no foreign key. */
export const keyCalls = table(
  'key_calls',
  {
    id: text('id').primaryKey(),
    keyId: text('key_id').notNull(),
    at: instant('at').notNull(),
    method: text('method').notNull(),
    /** The address with the names of its parameters, not their values. null: no call has it. */
    path: text('path'),
    status: integer('status').notNull(),
    durationMs: integer('duration_ms').notNull(),
    requestId: text('request_id').notNull(),
    /** The caller's address. */
    address: text('address').notNull(),
  },
  (row) => [index('key_calls_key').on(row.keyId, row.at), index('key_calls_at').on(row.at)],
)
