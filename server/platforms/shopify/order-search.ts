import type { FulfillmentStatus } from '#shared/orders.ts'
import type { OrderQuery } from '#server/platforms/port.ts'
import { anyOf, createdFilter, textFilter } from '#server/platforms/shopify/terms.ts'

/** Shopify's `unfulfilled` may mean partly sent ones too; `unshipped` is what was not sent at all. */
const sent: Record<FulfillmentStatus, string> = { fulfilled: 'shipped', partial: 'partial', unfulfilled: 'unshipped' }

/** Statuses are words of a list, and stand bare in all that is known of Shopify's answers. */
const statuses = (field: string, values: readonly string[] | undefined): string[] =>
  values?.length ? [anyOf(values.map((value) => `${field}:${value}`))] : []

/** The `query` argument for an order query; empty where everything matches, `null` where nothing can. */
export function orderSearchText(query: OrderQuery): string | null {
  const { search, financialStatus, fulfillmentStatus } = query
  const text = textFilter(search)
  if (!text) return null
  return [
    ...text,
    ...statuses('financial_status', financialStatus),
    ...statuses(
      'fulfillment_status',
      fulfillmentStatus?.map((status) => sent[status]),
    ),
    ...createdFilter(query),
  ].join(' ')
}
