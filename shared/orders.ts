import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { GivenDay } from '#shared/given-times.ts'
import { messages } from '#shared/messages.ts'
import { orderSorts } from '#shared/order-sorts.ts'
import { NextCursor } from '#shared/paging.ts'
import { StoreId } from '#shared/stores.ts'
import { isUnique } from '#shared/unique.ts'
import { UpdatedAfter } from '#shared/updated-after.ts'

/** A platform's number for an order, kept as text because it may have 19 digits. */
export const OrderId = z.string().regex(/^\d{1,20}$/)

/** The statuses for filters. Lists show other statuses of the platforms unchanged. */
export const financialStatuses = [
  'paid',
  'pending',
  'refunded',
  'voided',
  'authorized',
  'partially_paid',
  'partially_refunded',
  'expired',
] as const
export const FinancialStatus = z.enum(financialStatuses)
export type FinancialStatus = z.infer<typeof FinancialStatus>

/** `unfulfilled`: nothing was shipped. This includes orders on hold and scheduled orders. */
export const fulfillmentStatuses = ['fulfilled', 'unfulfilled', 'partial'] as const
export const FulfillmentStatus = z.enum(fulfillmentStatuses)
export type FulfillmentStatus = z.infer<typeof FulfillmentStatus>

export const OrderSortKey = z.enum(orderSorts.map((sort) => sort.key))
export const SortOrder = z.enum(['asc', 'desc'])
export type SortOrder = z.infer<typeof SortOrder>

/** A decimal number as text, with the decimal places of the order's currency: "19.90", in yen "1990". */
const Money = z.string()
const Moment = z.iso.datetime()

/** Province and country are codes if the platform sends codes. */
export const OrderAddress = z.object({
  name: z.string().nullable(),
  company: z.string().nullable(),
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  city: z.string().nullable(),
  zip: z.string().nullable(),
  province: z.string().nullable(),
  country: z.string().nullable(),
  phone: z.string().nullable(),
})
export type OrderAddress = z.infer<typeof OrderAddress>

const ofStore = { storeId: StoreId, storeName: z.string() }

const ListedOrder = z.object({
  platformOrderId: OrderId,
  /** The order number that people see: "#1001". */
  orderName: z.string(),
  createdAt: Moment,
  /** `null` if the platform sends none. */
  updatedAt: Moment.nullable(),
  /** `null` for guests. */
  customer: z.object({ name: z.string() }).nullable(),
  total: Money,
  currency: z.string(),
  /** Lower case. `null` if the platform sends none. */
  financialStatus: z.string().nullable(),
  /** Lower case. `unfulfilled` if the platform sends none. */
  fulfillmentStatus: z.string(),
  lineItems: z.array(z.object({ name: z.string(), quantity: z.int(), sku: z.string().nullable() })),
  lineItemsCount: z.int(),
  shippingAddress: OrderAddress.nullable(),
  /** The sales channel: "web", "pos", or the number of an app. */
  channel: z.string().nullable(),
})

/** An order in a list. */
export const Order = ListedOrder.extend(ofStore)
export type Order = z.infer<typeof Order>

export const OrderLine = z.object({
  /** `null` if the platform does not send it. */
  id: z.string().nullable(),
  name: z.string(),
  /** The ordered quantity, including units that were removed or refunded later. */
  quantity: z.int(),
  /** The unit price before discounts. */
  price: Money,
  /** The current value of the variant. */
  compareAtPrice: Money.nullable(),
  sku: z.string().nullable(),
  vendor: z.string().nullable(),
  requiresShipping: z.boolean().nullable(),
  taxable: z.boolean().nullable(),
  fulfillmentStatus: z.enum(['fulfilled', 'partial', 'pending']),
  /** The discount of this line, without its share of the order's discounts. */
  discount: Money,
  /** A picture of what was bought, in the size of a thumbnail if the platform offers it. */
  image: z.object({ url: z.string(), alt: z.string().nullable() }).nullable(),
})
export type OrderLine = z.infer<typeof OrderLine>

const OrderPayment = z.object({
  kind: z.string(),
  status: z.string(),
  gateway: z.string().nullable(),
  at: Moment.nullable(),
  amount: Money,
})
const OrderParcel = z.object({
  status: z.string(),
  createdAt: Moment.nullable(),
  tracking: z.array(z.object({ company: z.string().nullable(), number: z.string().nullable(), url: z.string().nullable() })),
})

const WholeOrder = ListedOrder.extend({
  lineItems: z.array(OrderLine),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  acceptsMarketing: z.boolean().nullable(),
  subtotal: Money,
  shipping: Money,
  taxes: Money,
  discountAmount: Money,
  refundedAmount: Money,
  discountCodes: z.array(z.string()),
  /** The times of the full payment and of the last shipment. */
  paidAt: Moment.nullable(),
  fulfilledAt: Moment.nullable(),
  cancelledAt: Moment.nullable(),
  note: z.string().nullable(),
  noteAttributes: z.array(z.object({ name: z.string(), value: z.string() })),
  tags: z.array(z.string()),
  paymentMethods: z.array(z.string()),
  paymentReferences: z.array(z.string()),
  shippingMethod: z.string().nullable(),
  billingAddress: OrderAddress.nullable(),
  /** The worst level of all assessments: none, low, medium, high, pending. */
  riskLevel: z.string().nullable(),
  payments: z.array(OrderPayment),
  fulfillments: z.array(OrderParcel),
})

/** An order with all data that screens and files show. */
export const OrderDetail = WholeOrder.extend(ofStore)
export type OrderDetail = z.infer<typeof OrderDetail>

/** Filters and stores of a list or an export. Several values mean any of them. Days are whole days in each store's time zone. */
export const orderFilters = {
  search: z.string().max(limits.searchLength).optional(),
  financialStatus: z.array(FinancialStatus).max(financialStatuses.length).optional(),
  fulfillmentStatus: z.array(FulfillmentStatus).max(fulfillmentStatuses.length).optional(),
  createdAfter: GivenDay.optional(),
  createdBefore: GivenDay.optional(),
  updatedAfter: UpdatedAfter.optional(),
}
const daysInOrder = ({ createdAfter, createdBefore }: { createdAfter?: string | undefined; createdBefore?: string | undefined }) =>
  !createdAfter || !createdBefore || createdAfter <= createdBefore
const datesReversed = { path: ['createdBefore'], message: messages.orders.datesReversed }

export const OrderFilters = z.strictObject(orderFilters).refine(daysInOrder, datesReversed)
export type OrderFilters = z.infer<typeof OrderFilters>

export const OrderStoreIds = z
  .array(StoreId)
  .min(1, messages.orders.storeNeeded)
  .max(limits.storesAtOnce)
  .refine(isUnique, messages.orders.storesRepeated)

export const OrderListRequest = z
  .strictObject({
    storeIds: OrderStoreIds,
    ...orderFilters,
    sortBy: OrderSortKey.default('createdAt'),
    sortOrder: SortOrder.default('desc'),
    limit: z.int().min(1).max(limits.maxPageSize).default(limits.defaultPageSize),
    cursor: z.string().min(1).max(limits.orderCursorLength).optional(),
  })
  .refine(daysInOrder, datesReversed)
export type OrderListRequest = z.infer<typeof OrderListRequest>

export const OrderListResponse = z.object({
  orders: z.array(Order),
  nextCursor: NextCursor,
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  /** A message for each store with missing orders: its name and the reason. */
  warnings: z.array(z.string()),
  /** The stores among them whose shop failed or has not answered yet. A repeated request and the next page ask them again. */
  missing: z.array(StoreId),
})
export type OrderListResponse = z.infer<typeof OrderListResponse>

export const OrderCountRequest = z.strictObject({ storeIds: OrderStoreIds, ...orderFilters }).refine(daysInOrder, datesReversed)
export type OrderCountRequest = z.infer<typeof OrderCountRequest>

export const OrderGetRequest = z.strictObject({ storeId: StoreId, orderId: OrderId })
export type OrderGetRequest = z.infer<typeof OrderGetRequest>
export const OrderResponse = z.object({ order: OrderDetail })
