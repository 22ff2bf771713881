import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Order, OrderDetail, OrderListRequest, OrderListResponse } from '#shared/orders.ts'
import { traits } from '#shared/platforms.ts'
import { storeMessages } from '#shared/store-messages.ts'
import type { Deps } from '#server/deps.ts'
import { gather } from '#server/orders/gather.ts'
import { decodeOrderCursor, encodeOrderCursor, type StoreCursors } from '#server/orders/cursor.ts'
import { merge } from '#server/orders/merge.ts'
import { canSearch, checkSort, toOrderQuery } from '#server/orders/query.ts'
import type { OrderPage } from '#server/platforms/port.ts'
import { shopOf, type StoreRow } from '#server/stores/service.ts'
import { notFound } from '#server/procedure/not-found.ts'

/** The answer of a store's shop: a page, or the reason why there is none. */
type Heard =
  | { store: StoreRow; cursor: StoreCursors[number]; page: OrderPage; notices: readonly string[] }
  | { store: StoreRow; cursor: StoreCursors[number]; failure: AppError }

const nothing: OrderPage = { items: [], hasNextPage: false, seesAllOrders: true }

/** Requests one store's page from its cursor on. An error of the shop is returned, so that the other stores are still listed. */
async function ask(
  deps: Deps,
  store: StoreRow,
  cursor: StoreCursors[number],
  request: OrderListRequest,
  signal: AbortSignal,
): Promise<Heard> {
  if (cursor === false || !canSearch(store.platform, request.search)) return { store, cursor, page: nothing, notices: [] }
  const { limit, sortBy, sortOrder } = request
  const query = { ...toOrderQuery(store, request), limit, sortBy, sortOrder, ...(cursor === null ? {} : { after: cursor }) }
  try {
    const shop = shopOf(deps, store)
    const page = await shop.orders(query, { signal })
    return { store, cursor, page, notices: shop.notices() }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'INVALID_CURSOR') throw error
    return { store, cursor, failure: error }
  }
}

/** The next cursor of each store. A store that failed keeps its cursor and is requested again with the next page. */
function placesAfter(heard: readonly Heard[], taken: readonly number[]): StoreCursors {
  return heard.map((one, index) => {
    if ('failure' in one) return one.cursor
    const { items, hasNextPage } = one.page
    const count = taken[index] ?? 0
    if (count === items.length && !hasNextPage) return false
    return count === 0 ? one.cursor : (items[count - 1]?.cursor ?? one.cursor)
  })
}

function warningsOf(heard: readonly Heard[], { search }: OrderListRequest): string[] {
  const unsearched = heard.flatMap(({ store }) => (canSearch(store.platform, search) ? [] : [traits[store.platform].label]))
  return [
    ...heard.flatMap((one) => ('failure' in one ? [one.failure.message] : [])),
    ...heard.flatMap((one) => ('page' in one && !one.page.seesAllOrders ? [messages.orders.onlyRecent(one.store.name)] : [])),
    ...heard.flatMap((one) => ('page' in one ? one.notices.map((notice) => `${one.store.name}: ${notice}`) : [])),
    ...[...new Set(unsearched)].map(messages.orders.emailOnly),
  ]
}

const isMissing = (one: Heard) => 'failure' in one

/** Whether the shop was asked. Stores at the end of their list are not, nor are those that cannot search for the text. */
const isAnswer = (one: Heard) => 'page' in one && one.page !== nothing

/** The answers of all shops. A shop that does not answer within the grace period counts as failed. */
async function hear(deps: Deps, stores: readonly StoreRow[], request: OrderListRequest, signal: AbortSignal): Promise<Heard[]> {
  const cursors = decodeOrderCursor(request)
  const asked = stores.map((store, index) => ask(deps, store, cursors[index] ?? null, request, signal))
  const heard = await gather(asked, isAnswer, (ms, until) => deps.clock.sleep(ms, until))
  return stores.map((store, index): Heard => {
    const failure = new AppError('STORE_UNREACHABLE', storeMessages.notYetAnswered(store.name))
    return heard[index] ?? { store, cursor: cursors[index] ?? null, failure }
  })
}

/** Throws the first failure if no store is left that answered. The message has all failures. */
function assertHeard(heard: readonly Heard[]) {
  const failures = heard.flatMap((one) => ('failure' in one ? [one.failure] : []))
  const [first] = failures
  if (!first || heard.some((one) => 'page' in one && one.cursor !== false)) return
  const message = failures.map((failure) => failure.message).join('. ')
  throw new AppError(first.code, message, { cause: first, ...(first.retryAfterSeconds && { retryAfterSeconds: first.retryAfterSeconds }) })
}

/**
 * One page of the orders of several stores, requested in parallel and merged by the sort. A store that fails or is too slow is named in the
 * warnings and requested again with the next page. There is a next page as long as a store is missing. Throws INVALID_INPUT,
 * INVALID_CURSOR, and the shops' error where none of them answered.
 */
export async function listOrders(
  deps: Deps,
  stores: readonly StoreRow[],
  request: OrderListRequest,
  signal: AbortSignal,
): Promise<OrderListResponse> {
  checkSort(stores, request.sortBy)
  const heard = await hear(deps, stores, request, signal)
  assertHeard(heard)
  const streams = heard.map((one) =>
    'page' in one ? { rows: one.page.items, hasMore: one.page.hasNextPage } : { rows: [], hasMore: false },
  )
  const { rows, taken } = merge(streams, request.sortOrder, request.limit)
  const after = placesAfter(heard, taken)
  const hasNextPage = after.some((cursor) => cursor !== false)
  const nextCursor = hasNextPage ? encodeOrderCursor(request, after) : null
  const orders = rows.flatMap(({ row, stream }): Order[] => {
    const store = stores[stream]
    return store ? [{ ...row.order, storeId: store.id, storeName: store.name }] : []
  })
  return {
    orders,
    nextCursor,
    pageInfo: { hasNextPage, endCursor: nextCursor },
    warnings: warningsOf(heard, request),
    missing: heard.filter(isMissing).map(({ store }) => store.id),
  }
}

/** Throws NOT_FOUND where the shop does not have the order or hides it. */
export async function getOrder(deps: Deps, store: StoreRow, orderId: string, signal: AbortSignal): Promise<OrderDetail> {
  const order = await shopOf(deps, store).order(orderId, { signal })
  if (!order) throw notFound('Order')
  return { ...order, storeId: store.id, storeName: store.name }
}
