import type { CatalogueOrder } from '../catalogue/order-record.ts'
import type { SortValue } from './cursor.ts'

export type OrderSortKey =
  | 'CREATED_AT'
  | 'CUSTOMER_NAME'
  | 'FINANCIAL_STATUS'
  | 'FULFILLMENT_STATUS'
  | 'ID'
  | 'ORDER_NUMBER'
  | 'PROCESSED_AT'
  | 'RELEVANCE'
  | 'TOTAL_PRICE'
  | 'UPDATED_AT'

/** Shopify falls back to the email of a customer without a name. */
export function displayName({ customer }: CatalogueOrder): string {
  const name = [customer?.firstName, customer?.lastName].filter((part) => part).join(' ')
  return name === '' ? (customer?.email ?? '') : name
}

/** The sort values of orders. Text sorts case-insensitively, statuses by their names. */
export const ORDER_SORTS: Record<OrderSortKey, (order: CatalogueOrder) => SortValue> = {
  ID: (order) => Number(order.id),
  RELEVANCE: () => 1,
  ORDER_NUMBER: (order) => order.number,
  CREATED_AT: (order) => order.createdAt,
  PROCESSED_AT: (order) => order.createdAt,
  UPDATED_AT: (order) => order.updatedAt,
  TOTAL_PRICE: (order) => Number(order.total),
  CUSTOMER_NAME: (order) => displayName(order).toLowerCase(),
  FINANCIAL_STATUS: (order) => order.financialStatus.toLowerCase(),
  FULFILLMENT_STATUS: (order) => order.fulfillmentStatus.toLowerCase(),
}

/** Data about a shop's orders that is expensive to compute for each request. */
export type OrderIndex = {
  /** All orders in ascending order of the key, ties by id. */
  readonly sorted: (key: OrderSortKey) => readonly CatalogueOrder[]
  readonly byId: ReadonlyMap<string, CatalogueOrder>
  readonly found: Map<string, readonly CatalogueOrder[]>
}

function sortBy(orders: readonly CatalogueOrder[], value: (order: CatalogueOrder) => SortValue): CatalogueOrder[] {
  const valued = orders.map((order) => ({ order, value: value(order) }))
  // The sort is stable and the orders are in id order, so ties are ordered by id.
  return valued.toSorted((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0)).map(({ order }) => order)
}

function build(orders: readonly CatalogueOrder[]): OrderIndex {
  const sorted = new Map<OrderSortKey, readonly CatalogueOrder[]>()
  return {
    sorted: (key) => {
      const rows = sorted.get(key) ?? sortBy(orders, ORDER_SORTS[key])
      sorted.set(key, rows)
      return rows
    },
    byId: new Map(orders.map((order) => [order.id, order])),
    found: new Map(),
  }
}

const built = new WeakMap<readonly CatalogueOrder[], OrderIndex>()

export function orderIndexOf(orders: readonly CatalogueOrder[]): OrderIndex {
  const index = built.get(orders) ?? build(orders)
  built.set(orders, index)
  return index
}
