import { createRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { lazyScreen } from '#client/ui/lazy-screen.ts'
import { cache } from '#client/api.ts'
import { chosenStore } from '#client/session/chosen-store.ts'
import { allow, signedIn } from '#client/shell/guards.ts'
import { defaultSearch } from '#client/views/views.ts'
import { limits } from '#shared/limits.ts'
import { OrderSearch } from '#shared/order-search.ts'
import type { Store } from '#shared/stores.ts'
import { chosenStores, toOrderRequest } from './filters/request.ts'

const { stores, tab, search, sortBy, sortOrder, trail } = OrderSearch.parse({})

const readableStores = async () => {
  const readable = { active: true, permission: 'orders:read' } as const
  return (await cache.stores.list.fetch(readable, { staleTime: limits.productsCacheMs })).stores
}

const rememberedIn = (found: readonly Store[]) => found.find(({ id }) => id === chosenStore()?.id)

export const ordersRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders',
  validateSearch: OrderSearch,
  search: { middlewares: [stripSearchParams({ stores, tab, search, sortBy, sortOrder, trail })] },
  beforeLoad: async ({ context, search: asked, location }) => {
    allow('orders.read')({ context })
    const opensDefault = location.searchStr === '' || location.state.opensDefault
    const isNamed = asked.stores.length > 0
    if (!opensDefault && (isNamed || !chosenStore())) return
    const [found, view] = await Promise.all([readableStores(), opensDefault ? defaultSearch('orders', asked) : undefined])
    if (view) throw redirect({ to: '/orders', search: OrderSearch.parse(view), replace: true })
    if (isNamed) return
    const remembered = rememberedIn(found)
    // The address names the store from here on: it can be shared, and a choice in another tab leaves this one alone.
    if (remembered) throw redirect({ to: '/orders', search: { ...asked, stores: [remembered.id] }, replace: true })
  },
  // Not the filters and the page: other dependencies make another match, whose spinner would take the place of the list, and its focus.
  loaderDeps: ({ search: { stores: asked } }) => ({ stores: asked }),
  loader: async ({ deps, location }) => {
    const asked = OrderSearch.parse(location.search)
    const found = await readableStores()
    const chosen = chosenStores(found, deps.stores, rememberedIn(found))
    // Only begun here: the screen stands while the shops answer.
    if (chosen.length > 0) void cache.orders.list.prefetch(toOrderRequest(chosen, asked), { staleTime: limits.ordersCacheMs })
    return { stores: found, shown: chosen }
  },
  component: lazyScreen(() => import('./screen.tsx'), 'OrdersScreen'),
})
