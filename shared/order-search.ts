import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { orderViewFields } from '#shared/list-layout.ts'
import { fulfillmentStatuses, OrderId, OrderSortKey, SortOrder, type OrderFilters } from '#shared/orders.ts'
import { StoreId } from '#shared/stores.ts'

type Statuses = Pick<OrderFilters, 'financialStatus' | 'fulfillmentStatus'>
type Tab = { value: string; label: string; statuses: Statuses }

/** The quick tabs and their status filters. */
export const orderTabs = [
  { value: 'all', label: 'All', statuses: {} },
  { value: 'unfulfilled', label: 'Unfulfilled', statuses: { fulfillmentStatus: ['unfulfilled', 'partial'] } },
  { value: 'unpaid', label: 'Unpaid', statuses: { financialStatus: ['pending', 'refunded', 'voided'] } },
  { value: 'paid', label: 'Paid', statuses: { financialStatus: ['paid'] } },
] as const satisfies readonly Tab[]
const OrderTab = z.enum(orderTabs.map(({ value }) => value))
export type OrderTab = z.infer<typeof OrderTab>

/** The options of the two selects. Lists show other statuses of a platform unchanged. */
export const paymentChoices = ['paid', 'pending', 'refunded', 'voided'] as const
export const fulfillmentChoices = fulfillmentStatuses
export const PaymentChoice = z.enum(paymentChoices)
export const FulfillmentChoice = z.enum(fulfillmentChoices)

const Day = z.iso.date().optional().catch(undefined)

/** The orders screen as its URL. Every field falls back, so that a bad link still opens the screen. */
export const OrderSearch = z.object({
  /** Empty means the first store. */
  stores: z
    .union([z.literal('all'), z.array(StoreId).max(limits.storesAtOnce)])
    .default([])
    .catch([]),
  /** Counts only while neither select is used. */
  tab: OrderTab.default('all').catch('all'),
  search: z.string().max(limits.searchLength).default('').catch(''),
  financialStatus: PaymentChoice.optional().catch(undefined),
  fulfillmentStatus: FulfillmentChoice.optional().catch(undefined),
  createdAfter: Day,
  createdBefore: Day,
  sortBy: OrderSortKey.default('createdAt').catch('createdAt'),
  sortOrder: SortOrder.default('desc').catch('desc'),
  /** The order in the side panel. */
  order: z.object({ storeId: StoreId, orderId: OrderId }).optional().catch(undefined),
  trail: z.array(z.string().max(limits.orderCursorLength)).max(500).default([]).catch([]),
  ...orderViewFields,
})
export type OrderSearch = z.infer<typeof OrderSearch>
export type OrderPatch = Partial<Omit<OrderSearch, 'trail'>>
