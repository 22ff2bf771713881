import { createRoute, lazyRouteComponent, redirect, stripSearchParams } from '@tanstack/react-router'
import { cache } from '#client/api.ts'
import { chosenStore } from '#client/session/chosen-store.ts'
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
  loader: async ({ deps, location }) => {
    const readable = { active: true, permission: 'orders:read' } as const
    const found = await cache.stores.list.fetch(readable, { staleTime: limits.productsCacheMs })
    const remembered = found.stores.find(({ id }) => id === chosenStore()?.id)
    // The address names the store from here on: it can be shared, and a choice in another tab leaves this one alone.
    if (remembered && deps.stores.length === 0)
      throw redirect({ to: '/orders', search: { ...location.search, stores: [remembered.id] }, replace: true })
    const chosen = chosenStores(found.stores, deps.stores, remembered)
    // Only begun here: the screen stands while the shops answer.
    if (chosen.length > 0) void cache.orders.list.prefetch(toOrderRequest(chosen, deps), { staleTime: limits.ordersCacheMs })
    return { stores: found.stores, shown: chosen }
  },
  component: lazyRouteComponent(() => import('./screen.tsx'), 'OrdersScreen'),
})
