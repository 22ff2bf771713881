// The record of what was done and refused; see schema.ts for the rules of all tables.
import { index, instant, integer, json, table, text, uniqueIndex } from '#drizzle/columns.ts'

/** What was done, and what was refused, and by whom. Rows are added, folded within their minute, and purged by age. */
export const auditEntries = table(
  'audit_entries',
  {
    id: text('id').primaryKey(),
    at: instant('at').notNull(),
    actorId: text('actor_id').notNull(),
    /** E-mail addresses or names as they were then: they outlive the rows that they came from. */
    actorName: text('actor_name'),
    action: text('action').notNull(),
    target: text('target'),
    targetName: text('target_name'),
    decision: text('decision').notNull(),
    door: text('door').notNull(),
    requestId: text('request_id').notNull(),
    /** What else is worth knowing, by the action: which fields were changed, which columns were exported. */
    details: json('details'),
    /** Where the call came from. */
    address: text('address'),
    userAgent: text('user_agent'),
    /** How often it happened within the minute; null counts as once. */
    repeats: integer('repeats'),
    /** What makes two refusals within a minute the same; null where nothing is folded. */
    foldKey: text('fold_key'),
  },
  (row) => [index('audit_entries_at').on(row.at), uniqueIndex('audit_entries_fold').on(row.foldKey)],
)

/** A keyed hash over the entries of each closed minute and the hash before it: a changed or removed entry shows. */
export const auditSeals = table('audit_seals', {
  minute: instant('minute').primaryKey(),
  entries: integer('entries').notNull(),
  previousHash: text('previous_hash').notNull(),
  hash: text('hash').notNull(),
})
