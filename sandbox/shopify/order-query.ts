import type { GraphQLResolveInfo } from 'graphql'
import type { CatalogueOrder } from '../catalogue/order-record.ts'
import { connectionOf, listingOf } from './connection.ts'
import { found } from './found.ts'
import { ORDER_SORTS } from './order-index.ts'
import type { OrderSortKey } from './order-index.ts'
import type { QueryArgs } from './query.ts'
import { ORDER_SEARCH } from './search/order-fields.ts'
import { notEmulated, requireScope } from './world.ts'
import type { Fields, World } from './world.ts'

/** The age of orders that every app sees. Older ones need the scope read_all_orders. */
const WINDOW_MS = 60 * 24 * 3_600_000

const isOrderSort = (key: string): key is OrderSortKey => key in ORDER_SORTS

/** Shopify omits older orders without a notice. */
function isVisible({ shop }: World): (order: CatalogueOrder) => boolean {
  if (shop.scopes.includes('read_all_orders')) return () => true
  const since = shop.clock.now() - WINDOW_MS
  return (order) => order.createdAt >= since
}

function ordersFound(world: World, { query }: QueryArgs, key: OrderSortKey, info: GraphQLResolveInfo): readonly CatalogueOrder[] {
  const { sorted, found: kept } = world.orders()
  const matches = found(world, { rows: sorted(key), things: ORDER_SEARCH, kept, key, query: query ?? '' }, info)
  return world.shop.scopes.includes('read_all_orders') ? matches : matches.filter(isVisible(world))
}

/** An order by its global id; null if the shop does not have or show it. */
export function orderNode(world: World, id: string): CatalogueOrder | null {
  const [, digits = ''] = /^gid:\/\/shopify\/Order\/(\d+)$/.exec(id) ?? []
  const order = world.orders().byId.get(digits)
  return order && isVisible(world)(order) ? order : null
}

export const orderQueries: Fields<unknown, QueryArgs> = {
  orders: (_source, args, world, info) => {
    requireScope(world, 'read_orders', info)
    const key = args.sortKey ?? 'PROCESSED_AT'
    if (!isOrderSort(key)) throw notEmulated(`sorting orders by ${key}`)
    return connectionOf(
      listingOf(ordersFound(world, args, key, info), (order) => order.id, ORDER_SORTS[key]),
      args,
    )
  },
  ordersCount: (_source, args, world, info) => {
    requireScope(world, 'read_orders', info)
    const count = ordersFound(world, args, 'ID', info).length
    const limit = args.limit ?? Infinity
    return count > limit ? { count: limit, precision: 'AT_LEAST' } : { count, precision: 'EXACT' }
  },
  order: (_source, { id = '' }, world, info) => {
    requireScope(world, 'read_orders', info)
    return orderNode(world, id)
  },
}
