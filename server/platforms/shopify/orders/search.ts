import type { FulfillmentStatus } from '#shared/orders.ts'
import type { OrderQuery } from '#server/platforms/port.ts'
import { translateFilters, type FilterTable } from '#server/platforms/filter-table.ts'
import { anyOf, conjunction, dateTerms, textFilter, type Conjuncts } from '#server/platforms/shopify/terms.ts'

/** Shopify's `unfulfilled` may include partly sent orders. `unshipped` has only orders of which nothing was sent. */
const sent: Record<FulfillmentStatus, string> = { fulfilled: 'shipped', partial: 'partial', unfulfilled: 'unshipped' }

/** Statuses are fixed words. No known query to Shopify quotes them. */
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
  ...dateTerms,
}

/** The `query` argument for an order query. "" matches everything, `null` means that nothing can match. */
export const orderSearchText = (query: OrderQuery): string | null => conjunction(translateFilters(terms, query))
