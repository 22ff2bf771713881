import type { OrderFigures, StoreOrderFigures } from '#shared/order-figures.ts'

/** Figures of the two weeks until 2026-02-01: no order on the first day, and one more on each. */
export const madeFigures: OrderFigures = {
  takenAt: '2026-02-01T09:57:00.000Z',
  days: Array.from({ length: 14 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 19 + index)).toISOString().slice(0, 10),
    orders: index,
  })),
  tabs: { all: 12_345, unfulfilled: 1_204, unpaid: 87, paid: 12_000 },
  overdue: 2,
  oldest: { platformOrderId: '7001', orderName: '#1001', createdAt: '2026-01-27T10:00:00.000Z' },
}

/** A store that has just been counted, unless something else is given. */
export const countedStore = (storeId: string, given: Partial<StoreOrderFigures> = {}): StoreOrderFigures => ({
  storeId,
  storeName: storeId,
  figures: madeFigures,
  isUpdating: false,
  problem: null,
  ...given,
})
