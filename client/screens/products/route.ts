import { createRoute, lazyRouteComponent, redirect, stripSearchParams } from '@tanstack/react-router'
import { cache } from '#client/api.ts'
import { chosenStore } from '#client/session/chosen-store.ts'
import { allow, signedIn } from '#client/shell/guards.ts'
import { limits } from '#shared/limits.ts'
import { ProductSearch } from '#shared/products.ts'
import { toProductRequest } from './request.ts'

const { trail, tab, search, tag, collection, productType, sortKey, reverse, limit } = ProductSearch.parse({})

export const productsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/products',
  validateSearch: ProductSearch,
  search: { middlewares: [stripSearchParams({ trail, tab, search, tag, collection, productType, sortKey, reverse, limit })] },
  beforeLoad: allow('products.read'),
  loaderDeps: ({ search: deps }) => deps,
  loader: async ({ deps }) => {
    const readable = { active: true, permission: 'products:read' } as const
    const { stores } = await cache.stores.list.fetch(readable, { staleTime: limits.productsCacheMs })
    const chosen = stores.find(({ id }) => id === chosenStore()?.id)
    // From here on, the URL names the store. It can be shared, and a choice in another tab does not change this one.
    if (chosen && deps.store === undefined) throw redirect({ to: '/products', search: { ...deps, store: chosen.id }, replace: true })
    const store = stores.find(({ id }) => id === deps.store) ?? chosen ?? stores[0]
    // Not awaited: the screen is shown while the shop answers.
    if (store) void cache.products.list.prefetch(toProductRequest(store, deps), { staleTime: limits.productsCacheMs })
    return { stores, store, shown: store ? [store] : [], isUnseen: deps.store !== undefined && deps.store !== store?.id }
  },
  component: lazyRouteComponent(() => import('./screen.tsx'), 'ProductsScreen'),
})
