import { z } from 'zod'
import { dayBefore } from '#shared/date-presets.ts'
import { limits } from '#shared/limits.ts'
import { orderTabs, type OrderTab } from '#shared/order-search.ts'
import { OrderId, OrderStoreIds } from '#shared/orders.ts'
import { StoreId } from '#shared/stores.ts'

/** The last day whose orders are late. Filters work on whole days, and a part of the third day before today is not three days old. */
export const overdueBefore = (now: Date, zone: string): string => dayBefore(limits.orderFigures.overdueDays + 1, now, zone)

const Count = z.int().nullable()
const tabNames = orderTabs.map(({ value }) => value) satisfies readonly OrderTab[]

/** The numbers of one store's orders. `null`: not counted yet, or the platform cannot count it. Days are days of the store's zone. */
export const OrderFigures = z.object({
  takenAt: z.iso.datetime(),
  /** The orders of each day, the oldest day first. The last one is today. */
  days: z.array(z.object({ day: z.iso.date(), orders: Count })),
  /** The orders of each tab of the list. `unfulfilled`: still to be sent, in whole or in part. */
  tabs: z.record(z.enum(tabNames), Count),
  /** Of the unfulfilled, those that are more than three days old. */
  overdue: Count,
  /** The oldest unfulfilled order. `null` where there is none, or where the platform cannot find it. */
  oldest: z.object({ platformOrderId: OrderId, orderName: z.string(), createdAt: z.iso.datetime() }).nullable(),
})
export type OrderFigures = z.infer<typeof OrderFigures>

/** `isUpdating`: newer figures are being counted. `problem`: why the last attempt failed; the figures are older then. */
export const StoreOrderFigures = z.object({
  storeId: StoreId,
  storeName: z.string(),
  figures: OrderFigures.nullable(),
  isUpdating: z.boolean(),
  problem: z.string().nullable(),
})
export type StoreOrderFigures = z.infer<typeof StoreOrderFigures>

export const OrderFiguresRequest = z.strictObject({ storeIds: OrderStoreIds })
export const OrderFiguresResponse = z.object({ stores: z.array(StoreOrderFigures) })
