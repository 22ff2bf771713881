import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { walkMs } from '#server/platforms/walk-time.ts'

/** The cost bucket of most plans (shopify.dev, "API limits"): what is reckoned with until a shop has told its own. */
const ORDINARY = { maximum: 2_000, perSecond: 100 }

/** Pages of things: so many on each, at so much. */
export type Paging = { first: number; cost: number }

type Bucket = Pick<ShopifyClient, 'waitMs'>

/** How long pages of so many things would wait for the shop's cost bucket. */
export function bucketMs(client: Bucket, { first, cost }: Paging, things: number): number {
  const points = Math.ceil(things / first) * cost
  return client.waitMs(points) ?? ((points - ORDINARY.maximum) / ORDINARY.perSecond) * 1_000
}

/** About how long pages of so many things take. */
export const shopifyPagesMs = (client: Bucket, paging: Paging, things: number): number =>
  walkMs(Math.ceil(things / paging.first), bucketMs(client, paging, things))
