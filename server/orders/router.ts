import { CountResponse } from '#shared/counts.ts'
import { OrderCountRequest, OrderGetRequest, OrderListRequest, OrderListResponse, OrderResponse } from '#shared/orders.ts'
import { countOrders } from '#server/orders/count.ts'
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
  })
    .input(OrderListRequest)
    .output(OrderListResponse)
    .query(({ ctx, input }) => listOrders(ctx.deps, ctx.stores, input, ctx.signal)),
  count: inStores('POST /orders/count', 'orders.read', {
    summary: 'Count orders',
    description: 'Answers how many orders match in one or several stores. A count may be a minute old.',
    fails: shopFailures,
  })
    .input(OrderCountRequest)
    .output(CountResponse)
    .query(({ ctx, input }) => countOrders(ctx.deps, ctx.stores, input, ctx.signal)),
  get: inStore('GET /orders/{storeId}/{orderId}', 'orders.read', {
    summary: 'Get an order',
    description: 'Answers a whole order: its lines, addresses, payments and fulfillments.',
    fails: shopFailures,
  })
    .input(OrderGetRequest)
    .output(OrderResponse)
    .query(async ({ ctx, input }) => ({ order: await getOrder(ctx.deps, ctx.store, input.orderId, ctx.signal) })),
})
