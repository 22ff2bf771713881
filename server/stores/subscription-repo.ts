import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import type { SharedClock } from '#drizzle/shared-clock.ts'
import { catalogueStores, nothingRead } from '#drizzle/catalogue-tables.ts'

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

/**
 * Has the shop asked anew, at once: it may know another app of ours, and what was refused is so no more. A store that failed is taken
 * from its keeper, which would note a failure of the secrets of before. So is one with another shop than before, of which nothing was read.
 */
export async function forgetAnswers(db: Db, storeId: string, clock: SharedClock, hasMoved: boolean) {
  const { failures, owner, leaseUntil } = catalogueStores
  // The shop stays: a keeper drops what is of another one.
  const { shop: _shop, ...unread } = nothingRead
  await db
    .update(catalogueStores)
    .set({
      webhooks: sql`case when ${mayTell} then 'uncertain' end`,
      webhookProblem: null,
      webhooksAt: null,
      heardAt: null,
      problem: null,
      failures: 0,
      dueAt: clock.after(0),
      ...(hasMoved
        ? { ...unread, owner: null, leaseUntil: null }
        : {
            owner: sql`case when ${failures} = 0 then ${owner} end`,
            leaseUntil: sql`case when ${failures} = 0 then ${leaseUntil} end`,
          }),
    })
    .where(ofStore(storeId))
}
