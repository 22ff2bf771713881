import { dayBefore } from '#shared/date-presets.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { overdueBefore, type StoreOrderFigures } from '#shared/order-figures.ts'
import { orderTabs, type OrderTab } from '#shared/order-search.ts'
import type { OrderFilters } from '#shared/orders.ts'
import type { Deps } from '#server/deps.ts'
import type { CountFigures } from '#server/stores/kept-figures.ts'
import type { OldestOrder, OrderQuery, Shop } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
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
const ofTab = (tab: OrderTab): OrderFilters => ({ ...orderTabs.find(({ value }) => value === tab)?.statuses })
const otherTabs = ['all', 'unpaid', 'paid'] as const satisfies OrderTab[]

/** Throws the shop's errors. null also where an order cannot be read: the counts do not need it. */
async function oldestOf(shop: Shop, query: OrderQuery, signal: AbortSignal): Promise<OldestOrder | null> {
  try {
    return await shop.oldestOrder(query, { signal })
  } catch (error) {
    if (error instanceof AppError && error.code === 'STORE_ANSWER_INVALID') return null
    throw error
  }
}

/** First what matters now, then the other tabs and the days before today. Those days are counted once a day: they hardly change. */
function countStore(deps: Deps, store: StoreRow): CountFigures {
  return async (earlier, publish, signal) => {
    const now = new Date(deps.now())
    const shop = shopOf(deps, store, { patience: patience.figures })
    const queryOf = (filters: OrderFilters) => toOrderQuery(store, filters)
    const countAll = (filters: readonly OrderFilters[]) => shop.orderCounts(filters.map(queryOf), { signal })
    const days = daysUntil(now, store.timezone)
    const today = days.at(-1) ?? ''
    const unsent = ofTab('unfulfilled')
    const late = { ...unsent, createdBefore: overdueBefore(now, store.timezone) }
    const [ofToday = null, overdue = null, unfulfilled = null] = await countAll([ofDay(today), late, unsent])
    const oldest = unfulfilled === 0 ? null : await oldestOf(shop, queryOf(unsent), signal)
    const sameDay = earlier?.days.at(-1)?.day === today ? earlier.days : []
    // A shop that failed in between has left days without a count.
    const known = new Map(sameDay.filter(({ orders }) => orders !== null).map(({ day, orders }) => [day, orders]))
    known.set(today, ofToday)
    const tabs = { all: null, unpaid: null, paid: null, ...earlier?.tabs, unfulfilled }
    const publishKnown = () =>
      publish({
        takenAt: now.toISOString(),
        days: days.map((day) => ({ day, orders: known.get(day) ?? null })),
        tabs: { ...tabs },
        overdue,
        oldest,
      })
    publishKnown()
    const ofOthers = await countAll(otherTabs.map(ofTab))
    for (const [index, tab] of otherTabs.entries()) tabs[tab] = ofOthers[index] ?? null
    publishKnown()
    const missing = days.filter((day) => !known.has(day))
    if (missing.length === 0) return
    const ofMissing = await countAll(missing.map(ofDay))
    for (const [index, day] of missing.entries()) known.set(day, ofMissing[index] ?? null)
    publishKnown()
  }
}
