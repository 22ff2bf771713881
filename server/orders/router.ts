import { OrderGetRequest, OrderListRequest, OrderListResponse, OrderResponse } from '#shared/orders.ts'
import { getOrder, listOrders } from '#server/orders/service.ts'
import { inStore, inStores, router } from '#server/procedure/builder.ts'

export const orders = router({
  list: inStores('POST /orders/fetch', 'orders.read', { isFlat: true })
    .input(OrderListRequest)
    .output(OrderListResponse)
    .query(({ ctx, input }) => listOrders(ctx.deps, ctx.stores, input, ctx.signal)),
  get: inStore('GET /orders/{storeId}/{orderId}', 'orders.read')
    .input(OrderGetRequest)
    .output(OrderResponse)
    .query(async ({ ctx, input }) => ({ order: await getOrder(ctx.deps, ctx.store, input.orderId, ctx.signal) })),
})
