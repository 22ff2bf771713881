import type { FulfillmentStatus } from '#shared/orders.ts'
import type { OrderQuery } from '#server/platforms/port.ts'
import { translateFilters, type FilterTable } from '#server/platforms/filter-table.ts'
import { anyOf, conjunction, createdTerms, textFilter, type Conjuncts } from '#server/platforms/shopify/terms.ts'

/** Shopify's `unfulfilled` may mean partly sent ones too; `unshipped` is what was not sent at all. */
const sent: Record<FulfillmentStatus, string> = { fulfilled: 'shipped', partial: 'partial', unfulfilled: 'unshipped' }

/** Statuses are words of a list, and stand bare in all that is known of Shopify's answers. */
const statuses = (field: string, values: readonly string[]): string[] =>
  values.length > 0 ? [anyOf(values.map((value) => `${field}:${value}`))] : []

const terms: FilterTable<OrderQuery, Conjuncts> = {
  search: textFilter,
  financialStatus: (values) => statuses('financial_status', values),
  fulfillmentStatus: (values) =>
    statuses(
      'fulfillment_status',
      values.map((status) => sent[status]),
    ),
  ...createdTerms,
}

/** The `query` argument for an order query; empty where everything matches, `null` where nothing can. */
export const orderSearchText = (query: OrderQuery): string | null => conjunction(translateFilters(terms, query))
