import type { Db } from '#drizzle/database.ts'
import { removeDeliveriesOutside } from './deliveries-repo.ts'
import type { WebhookRow } from './repo.ts'

type Told = Pick<WebhookRow, 'id' | 'storeIds'>
const isWithin = (storeIds: readonly string[] | null, others: readonly string[]) => storeIds?.every((id) => others.includes(id)) ?? false

/**
 * Removes the deliveries of a webhook about stores that it is not told of any more. Whoever manages the stores that are left sees its deliveries,
 * and can have them sent to another address.
 */
export async function dropLeftOut(db: Db, before: Told, { id, storeIds }: Told) {
  if (storeIds !== null && !isWithin(before.storeIds, storeIds)) await removeDeliveriesOutside(db, id, storeIds)
}
