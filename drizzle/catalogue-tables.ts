// What is kept about the copy of each store's catalogue. The copy itself stands apart, see catalogue/copy.ts; for the rules of all tables, see
// schema.ts.
import { boolean, instant, integer, table, text } from '#drizzle/columns.ts'
import { stores } from '#drizzle/schema.ts'

/** A store without a row has not been looked at yet, and a copy of it is wanted. */
export const catalogueStores = table('catalogue_stores', {
  storeId: text('store_id')
    .primaryKey()
    .references(() => stores.id, { onDelete: 'cascade' }),
  /** Whether a copy is wanted. */
  isOn: boolean('is_on').notNull(),
  /** The platform and domain that the copy was read from. null: nothing was read. */
  shop: text('shop'),
  /** The keeper that reads the store now, and until when it counts as alive. */
  owner: text('owner'),
  leaseUntil: instant('lease_until'),
  /** When a keeper looks at it. */
  dueAt: instant('due_at').notNull(),
  /** Since when somebody wants the whole copy read anew. null: nobody does. */
  rebuildWantedAt: instant('rebuild_wanted_at'),
  /** When the copy was read as a whole. null: it is not complete. */
  filledAt: instant('filled_at'),
  /** When the shop was last asked for changes, with success. */
  checkedAt: instant('checked_at'),
  /** The last change of a product that was seen, by the shop's clock. */
  changedAt: instant('changed_at'),
  /** Changes before this time have been read. */
  mark: instant('mark'),
  /** When all ids and update times were compared, and how many products differed. */
  comparedAt: instant('compared_at'),
  differences: integer('differences'),
  /** Why the last attempt failed, and how many have failed in a row. */
  problem: text('problem'),
  failures: integer('failures').notNull(),
})
