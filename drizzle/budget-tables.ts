// The rate limits of shops, as all processes share them; for the rules of all tables, see schema.ts.
import { bigint, instant, json, table, text } from '#drizzle/columns.ts'

/** A row is removed after disuse. Without one, the level of the shop counts as unknown. */
export const shopBudgets = table('shop_budgets', {
  /** The host of the shop. */
  shop: text('shop').primaryKey(),
  /** Counts the changes. A change holds only if nobody has changed the row since it was read. */
  version: bigint('version').notNull(),
  /** `BudgetState`. null: nothing is known yet. */
  state: json('state'),
  usedAt: instant('used_at').notNull(),
})
