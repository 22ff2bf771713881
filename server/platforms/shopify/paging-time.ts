import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { walkMs } from '#server/platforms/walk-time.ts'

/** The cost bucket of most plans (shopify.dev, "API limits"), assumed until a shop has reported its own. */
const ORDINARY = { maximum: 2_000, perSecond: 100 }

/** The size and the cost of pages. */
export type Paging = { first: number; cost: number }

type Bucket = Pick<ShopifyClient, 'waitMs'>

/** The wait of pages for this number of items for the shop's cost bucket. */
export function bucketMs(client: Bucket, { first, cost }: Paging, things: number): number {
  const points = Math.ceil(things / first) * cost
  return client.waitMs(points) ?? ((points - ORDINARY.maximum) / ORDINARY.perSecond) * 1_000
}

/** The estimated time of pages for this number of items. */
export const shopifyPagesMs = (client: Bucket, paging: Paging, things: number): number =>
  walkMs(Math.ceil(things / paging.first), bucketMs(client, paging, things))
