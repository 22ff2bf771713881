import { dayBefore } from '#shared/date-presets.ts'
import { limits } from '#shared/limits.ts'
import { overdueBefore, unsentStatuses, type OrderFigures, type StoreOrderFigures } from '#shared/order-figures.ts'
import type { OrderFilters } from '#shared/orders.ts'
import type { Deps } from '#server/deps.ts'
import type { CountFigures } from '#server/stores/kept-figures.ts'
import { toOrderQuery } from '#server/orders/query.ts'
import { shopOf, type StoreRow } from '#server/stores/service.ts'

/** What is known of the stores' figures. Shops are asked in the background, so that a slow one holds nobody up. */
export function orderFigures(deps: Deps, stores: readonly StoreRow[]): StoreOrderFigures[] {
  return stores.map((store) => ({
    storeId: store.id,
    storeName: store.name,
    ...deps.keptFigures.of(store, countStore(deps, store)),
  }))
}

/** The last days in a zone, the oldest first and today last. */
const daysUntil = (now: Date, zone: string) =>
  Array.from({ length: limits.orderFigures.days }, (_, index) => dayBefore(limits.orderFigures.days - 1 - index, now, zone))

const ofDay = (day: string): OrderFilters => ({ createdAfter: day, createdBefore: day })

/** First what matters now, then the days before today. Those are counted once a day, because their numbers hardly change. */
function countStore(deps: Deps, store: StoreRow): CountFigures {
  return async (earlier, publish, signal) => {
    const now = new Date(deps.now())
    const shop = shopOf(deps, store)
    const countAll = (filters: readonly OrderFilters[]) =>
      shop.orderCounts(
        filters.map((filter) => toOrderQuery(store, filter)),
        { signal },
      )
    const days = daysUntil(now, store.timezone)
    const today = days.at(-1) ?? ''
    const unsent = { fulfillmentStatus: [...unsentStatuses] }
    const known = earlier?.days.at(-1)?.day === today ? new Map(earlier.days.map(({ day, orders }) => [day, orders])) : new Map()
    const [ofToday = null, unfulfilled = null, overdue = null] = await countAll([
      ofDay(today),
      unsent,
      { ...unsent, createdBefore: overdueBefore(now, store.timezone) },
    ])
    known.set(today, ofToday)
    const oldest = unfulfilled === 0 ? null : await shop.oldestOrder(toOrderQuery(store, unsent), { signal })
    const tell = () => {
      const figures = { unfulfilled, overdue, oldest, days: days.map((day) => ({ day, orders: known.get(day) ?? null })) }
      publish({ takenAt: now.toISOString(), ...figures } satisfies OrderFigures)
    }
    tell()
    const missing = days.filter((day) => !known.has(day))
    if (missing.length === 0) return
    const counts = await countAll(missing.map(ofDay))
    for (const [index, day] of missing.entries()) known.set(day, counts[index] ?? null)
    tell()
  }
}
