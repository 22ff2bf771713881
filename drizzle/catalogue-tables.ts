// What is kept about the copy of each store's catalogue. The copy itself stands apart, see catalogue/copy.ts; for the rules of all tables, see
// schema.ts.
import { bigint, boolean, index, instant, integer, primaryKey, table, text } from '#drizzle/columns.ts'
import { stores, users } from '#drizzle/schema.ts'

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
  /** The identity of the copy that was filled then. Another one has nothing of it. */
  filledInto: text('filled_into'),
  /** When the shop was last asked for changes, with success. */
  checkedAt: instant('checked_at'),
  /** The last change of a product that was seen, by the shop's clock. */
  changedAt: instant('changed_at'),
  /** Changes before this time have been read. */
  mark: instant('mark'),
  /** When all ids and update times were compared, and how many products differed. */
  comparedAt: instant('compared_at'),
  differences: integer('differences'),
  /** When the shop's products were last counted, and how many fewer they were than those of the copy after a comparison. null: not yet; none. */
  countedAt: instant('counted_at'),
  shortBy: integer('short_by'),
  /** Why the last attempt failed, and how many have failed in a row. */
  problem: text('problem'),
  failures: integer('failures').notNull(),
  /**
   * Whether the shop tells us of changes: `on`; `uncertain`: it was asked to, and may have accepted a part; `ending`: it is asked to stop, or could
   * not be; `left`: it did not stop, however often it was asked, and is not asked any more; `unavailable`: it cannot be asked. null: it was not
   * asked to, or has stopped.
   */
  webhooks: text('webhooks'),
  /** Why it does not, or why it may still do so. */
  webhookProblem: text('webhook_problem'),
  /** When the shop was last asked to tell or to stop, with or without success. null: it is to be asked anew. */
  webhooksAt: instant('webhooks_at'),
  /** How often in a row it was asked to stop. */
  webhookTries: integer('webhook_tries').notNull().default(0),
  /** When it last told a change. null: never, or a change was missed since. */
  heardAt: instant('heard_at'),
})

/** The columns of `catalogueStores` for a copy of which nothing was read. */
export const nothingRead = {
  shop: null,
  filledAt: null,
  filledInto: null,
  checkedAt: null,
  changedAt: null,
  mark: null,
  comparedAt: null,
  differences: null,
  countedAt: null,
  shortBy: null,
} as const satisfies Partial<typeof catalogueStores.$inferSelect>

/** Clashes between stores that are no mistakes. They stay when the clash is gone, because it may come back. */
export const ignoredClashes = table(
  'ignored_clashes',
  {
    id: text('id').primaryKey(),
    /** What the variants have in common: `sku` or `barcode`, and the code. */
    by: text('by').notNull(),
    code: text('code').notNull(),
    kind: text('kind').notNull(),
    reason: text('reason').notNull(),
    /** Of prices: the largest ratio of two of them when it was ignored, times 10,000. null: of another kind, or whatever they are. */
    priceRatio: bigint('price_ratio'),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    at: instant('at').notNull(),
  },
  (row) => [index('ignored_clashes_code').on(row.by, row.code)],
)

/** The stores between which a clash is ignored. It is not ignored where another store takes part in it. */
export const ignoredClashStores = table(
  'ignored_clash_stores',
  {
    clashId: text('clash_id')
      .notNull()
      .references(() => ignoredClashes.id, { onDelete: 'cascade' }),
    storeId: text('store_id')
      .notNull()
      .references(() => stores.id, { onDelete: 'cascade' }),
  },
  (row) => [primaryKey({ columns: [row.clashId, row.storeId] }), index('ignored_clash_stores_store').on(row.storeId)],
)

/** The products that a shop has told to be changed, and that were not read since. */
export const catalogueHints = table(
  'catalogue_hints',
  {
    storeId: text('store_id')
      .notNull()
      .references(() => stores.id, { onDelete: 'cascade' }),
    productId: text('product_id').notNull(),
    /** Another one with every message, so that a reading removes only the hints that it has seen. */
    mark: text('mark').notNull(),
    /** The last change, by the shop's clock. null: it was not told. */
    changedAt: instant('changed_at'),
    /** When the message came, by our clock. */
    at: instant('at').notNull(),
  },
  ({ storeId, productId }) => [primaryKey({ columns: [storeId, productId] })],
)
