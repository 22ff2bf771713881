import { CountResponse } from '#shared/counts.ts'
import { OrderFiguresRequest, OrderFiguresResponse } from '#shared/order-figures.ts'
import { OrderCountRequest, OrderGetRequest, OrderListRequest, OrderListResponse, OrderResponse } from '#shared/orders.ts'
import { countOrders } from '#server/orders/count.ts'
import { orderFigures } from '#server/orders/figures.ts'
import { getOrder, listOrders } from '#server/orders/service.ts'
import { inStore, inStores, router } from '#server/procedure/builder.ts'
import { shopFailures } from '#server/procedure/failure-groups.ts'

export const orders = router({
  list: inStores('POST /orders/fetch', 'orders.read', {
    summary: 'List orders',
    description:
      'Answers one page of the orders of one or several stores, merged in the order of sortBy. A store whose shop fails is named in warnings and missing, and the others are answered all the same.',
    fails: [...shopFailures, 'INVALID_CURSOR'],
    isFlat: true,
    tool: true,
  })
    .input(OrderListRequest)
    .output(OrderListResponse)
    .query(({ ctx, input }) => listOrders(ctx.deps, ctx.stores, input, ctx.signal)),
  count: inStores('POST /orders/count', 'orders.read', {
    summary: 'Count orders',
    description: 'Answers how many orders match in one or several stores. A count may be a minute old.',
    fails: shopFailures,
    tool: true,
  })
    .input(OrderCountRequest)
    .output(CountResponse)
    .query(({ ctx, input }) => countOrders(ctx.deps, ctx.stores, input, ctx.signal)),
  figures: inStores('POST /orders/figures', 'orders.read', {
    summary: 'Get the order figures of stores',
    description:
      'Answers at once what is known of each store: the orders of the last 14 days, of each tab of the list, the late ones, and the oldest. The shops are asked in the background, with a tenth of their rate limit at most: while isUpdating is true, ask again. takenAt says how old the figures are, and problem why they could not be renewed.',
    fails: [],
    callsOut: false,
    tool: true,
  })
    .input(OrderFiguresRequest)
    .output(OrderFiguresResponse)
    .query(({ ctx }) => ({ stores: orderFigures(ctx.deps, ctx.stores) })),
  get: inStore('GET /orders/{storeId}/{orderId}', 'orders.read', {
    summary: 'Get an order',
    description: 'Answers a whole order: its lines, addresses, payments and fulfillments.',
    fails: shopFailures,
    tool: true,
  })
    .input(OrderGetRequest)
    .output(OrderResponse)
    .query(async ({ ctx, input }) => ({ order: await getOrder(ctx.deps, ctx.store, input.orderId, ctx.signal) })),
})
