import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { cache } from '#client/api.ts'
import { allow, signedIn } from '#client/shell/guards.ts'
import { limits } from '#shared/limits.ts'
import { OrderSearch } from './filters/order-search.ts'
import { chosenStores, toOrderRequest } from './filters/request.ts'

const { stores, tab, search, sortBy, sortOrder, trail } = OrderSearch.parse({})

export const ordersRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders',
  validateSearch: OrderSearch,
  search: { middlewares: [stripSearchParams({ stores, tab, search, sortBy, sortOrder, trail })] },
  beforeLoad: allow('orders.read'),
  loaderDeps: ({ search: { order: _order, ...deps } }) => deps,
  loader: async ({ deps }) => {
    const readable = { active: true, permission: 'orders:read' } as const
    const found = await cache.stores.list.fetch(readable, { staleTime: limits.productsCacheMs })
    const chosen = chosenStores(found.stores, deps.stores)
    // Only begun here: the screen stands while the shops answer.
    if (chosen.length > 0) void cache.orders.list.prefetch(toOrderRequest(chosen, deps), { staleTime: limits.ordersCacheMs })
    return { stores: found.stores }
  },
  component: lazyRouteComponent(() => import('./screen.tsx'), 'OrdersScreen'),
})
