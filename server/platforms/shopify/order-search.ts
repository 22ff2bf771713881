import type { FulfillmentStatus } from '#shared/orders.ts'
import type { OrderQuery } from '#server/platforms/port.ts'
import { aboveFilter, anyOf, createdFilter, filter, textFilter } from '#server/platforms/shopify/terms.ts'

/** Shopify's `unfulfilled` may mean partly sent ones too; `unshipped` is what was not sent at all. */
const sent: Record<FulfillmentStatus, string> = { fulfilled: 'shipped', partial: 'partial', unfulfilled: 'unshipped' }

/** The `query` argument for an order query; empty where everything matches. `above` leaves out ids up to that one. */
export function orderSearchText(query: OrderQuery, above?: string | null): string {
  const { fulfillmentStatus } = query
  return [
    ...textFilter(query.search),
    ...filter('financial_status', query.financialStatus),
    ...(fulfillmentStatus?.length ? [anyOf(fulfillmentStatus.map((status) => `fulfillment_status:${sent[status]}`))] : []),
    ...createdFilter(query),
    ...aboveFilter(above),
  ].join(' ')
}
