import type { SortOrder } from '#shared/orders.ts'
import { timeText, type ShopbaseClient, type ShopbasePace, type Parameters } from '#server/platforms/shopbase/client.ts'
import { OrdersAnswer, shopbaseOrder, type ShopbaseOrder } from '#server/platforms/shopbase/order-wire.ts'
import type { RowReader } from '#server/platforms/rows.ts'

const SECOND = 1000

/** A period in milliseconds, in whole seconds. Both ends are inclusive, like ShopBase's own bounds. */
export type Window = { from: number; until: number }

/** A window that contains every order: ShopBase opened in 2019. */
export const ever: Readonly<Window> = { from: Date.UTC(2016, 0, 1), until: Date.UTC(2100, 0, 1) }

export const timeOf = (order: ShopbaseOrder): number => Math.floor(Date.parse(order.created_at) / SECOND) * SECOND

/** Compares by time, then by id. The shop's own sort need not be a total order; this one is. */
export function compareOrders(a: ShopbaseOrder, b: ShopbaseOrder, direction: SortOrder): number {
  const sign = direction === 'asc' ? 1 : -1
  if (timeOf(a) !== timeOf(b)) return sign * (timeOf(a) - timeOf(b))
  return a.id === b.id ? 0 : sign * (BigInt(a.id) < BigInt(b.id) ? -1 : 1)
}

/** `size`: the number of orders per request. */
type Asking = { client: ShopbaseClient; reader: RowReader; filters: Parameters; direction: SortOrder; size: number; pace: ShopbasePace }

async function fetchWindow({ client, reader, filters, size, pace }: Asking, { from, until }: Window, page = 1): Promise<ShopbaseOrder[]> {
  const bounds = { created_at_min: timeText(new Date(from)), created_at_max: timeText(new Date(until)) }
  const { orders } = await client.get('orders', OrdersAnswer, { ...filters, ...bounds, limit: size, page }, pace)
  return reader.readable(shopbaseOrder, orders)
}

/** Reads a second that has more orders than one answer can hold, such as imported ones. Only pages can divide it further. */
async function wholeSecond(asking: Asking, window: Window, first: readonly ShopbaseOrder[]): Promise<ShopbaseOrder[]> {
  const all = new Map(first.map((order) => [order.id, order]))
  for (let page = 2; ; page++) {
    const orders = await fetchWindow(asking, window, page)
    const before = all.size
    for (const order of orders) all.set(order.id, order)
    if (all.size === before) return [...all.values()]
  }
}

const inDirection = (orders: readonly ShopbaseOrder[], { direction }: Asking) => orders.toSorted((a, b) => compareOrders(a, b, direction))

/**
 * Whether an answer has all orders of its window. A short page does not prove it, because a shop may remove rows from a page after it is
 * cut. Only a second page without new orders does.
 */
async function isWhole(asking: Asking, window: Window, orders: readonly ShopbaseOrder[]): Promise<boolean> {
  if (orders.length === 0) return true
  if (orders.length >= asking.size) return false
  const ids = new Set(orders.map(({ id }) => id))
  return (await fetchWindow(asking, window, 2)).every(({ id }) => ids.has(id))
}

/** Whether a cut answer is in the requested order. Then every missing order is in its last second or follows it in that order. */
function isOrdered(orders: readonly ShopbaseOrder[], { direction }: Asking): boolean {
  const sign = direction === 'asc' ? 1 : -1
  return orders.every((order, index) => index === 0 || sign * (timeOf(order) - timeOf(orders[index - 1] ?? order)) >= 0)
}

/**
 * The orders of a window by time. ShopBase documents neither a sort parameter for orders nor a default order, so the code relies on
 * neither. An answer either has the whole window, or is verified to be in the requested order, or its window is halved.
 */
export async function* byTime(asking: Asking, window: Window): AsyncGenerator<ShopbaseOrder> {
  if (window.from > window.until) return
  const orders = await fetchWindow(asking, window)
  if (await isWhole(asking, window, orders)) yield* inDirection(orders, asking)
  else if (window.from === window.until) yield* inDirection(await wholeSecond(asking, window, orders), asking)
  else yield* partsOf(asking, window, orders)
}

/**
 * The middle of the window, or the time of the newest known order where that is earlier. The window may reach far beyond the newest order.
 */
function middleOf({ from, until }: Window, youngest: number): number {
  return Math.min(youngest, Math.floor((from + until) / 2 / SECOND) * SECOND)
}

async function* partsOf(asking: Asking, { from, until }: Window, orders: readonly ShopbaseOrder[]): AsyncGenerator<ShopbaseOrder> {
  const last = orders.map(timeOf).at(-1)
  const isAscending = asking.direction === 'asc'
  if (last !== undefined && isOrdered(orders, asking) && orders.some((order) => timeOf(order) !== last)) {
    yield* inDirection(
      orders.filter((order) => timeOf(order) !== last),
      asking,
    )
    yield* byTime(asking, isAscending ? { from: last, until } : { from, until: last })
    return
  }
  const middle = middleOf({ from, until }, Math.max(...orders.map(timeOf)))
  const halves = [
    { from, until: middle },
    { from: middle + SECOND, until },
  ]
  for (const half of isAscending ? halves : halves.toReversed()) yield* byTime(asking, half)
}
