// The audit log; see schema.ts for the rules of all tables.
import { index, instant, integer, json, table, text, uniqueIndex } from '#drizzle/columns.ts'

/** Entries for allowed and refused actions. Rows are added, folded within their minute, and removed by age. */
export const auditEntries = table(
  'audit_entries',
  {
    id: text('id').primaryKey(),
    at: instant('at').notNull(),
    actorId: text('actor_id').notNull(),
    /** E-mail addresses or names at that time. They are copies, because entries outlive the rows of people and stores. */
    actorName: text('actor_name'),
    action: text('action').notNull(),
    target: text('target'),
    targetName: text('target_name'),
    decision: text('decision').notNull(),
    door: text('door').notNull(),
    requestId: text('request_id').notNull(),
    /** Additional facts, depending on the action, such as the changed fields or the exported columns. */
    details: json('details'),
    /** The client's address. */
    address: text('address'),
    userAgent: text('user_agent'),
    /** The number of occurrences within the minute. null counts as 1. */
    repeats: integer('repeats'),
    /** Identical refusals within a minute have the same key. null: the entry is not folded. */
    foldKey: text('fold_key'),
  },
  (row) => [index('audit_entries_at').on(row.at), uniqueIndex('audit_entries_fold').on(row.foldKey)],
)

/** A keyed hash for each closed minute, over its entries and the previous hash. It reveals changed and removed entries. */
export const auditSeals = table('audit_seals', {
  minute: instant('minute').primaryKey(),
  entries: integer('entries').notNull(),
  previousHash: text('previous_hash').notNull(),
  hash: text('hash').notNull(),
})
