// Approvals of shops; see schema.ts for the rules of all tables.
import { instant, table, text } from '#drizzle/columns.ts'
import { sessions } from '#drizzle/schema.ts'

/** The approval that a session waits for at a shop, at most one each. It ends with its session. */
export const shopApprovals = table('shop_approvals', {
  sessionId: text('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  /** Another one for each approval, so that none is mistaken for its successor. */
  id: text('id').notNull(),
  /** The hash of the state that Shopify returns once. null: it was used. */
  stateHash: text('state_hash'),
  /** The store to connect again. null: a new one. It has no foreign key, because the store may be deleted meanwhile. */
  storeId: text('store_id'),
  /** The app's secrets, the store to save, and the granted tokens; encrypted and bound to this approval. */
  sealed: text('sealed').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
