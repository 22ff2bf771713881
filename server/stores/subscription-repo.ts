import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { catalogueStores } from '#drizzle/catalogue-tables.ts'

const ofStore = (storeId: string) => eq(catalogueStores.storeId, storeId)

/** What stands where the shop may tell us of changes: see drizzle/catalogue-tables.ts. */
const mayTell = inArray(catalogueStores.webhooks, ['on', 'uncertain', 'ending', 'left'])

/** Whether the store's shop may tell us of changes. */
export async function isSubscribed(db: Db, storeId: string): Promise<boolean> {
  const rows = await db
    .select({ id: catalogueStores.storeId })
    .from(catalogueStores)
    .where(and(ofStore(storeId), mayTell))
  return rows.length > 0
}

/** Has the shop asked anew, soon: it may be another one, or know another app of ours. */
export async function forgetSubscription(db: Db, storeId: string) {
  await db
    .update(catalogueStores)
    .set({ webhooks: sql`case when ${mayTell} then 'uncertain' end`, webhookProblem: null, webhooksAt: null, heardAt: null })
    .where(ofStore(storeId))
}
