import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { cache } from '#client/api.ts'
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
    const store = stores.find(({ id }) => id === deps.store) ?? stores[0]
    // Only begun here: the screen stands while the shop answers.
    if (store) void cache.products.list.prefetch(toProductRequest(store, deps), { staleTime: limits.productsCacheMs })
    return { stores, store, isUnseen: deps.store !== undefined && deps.store !== store?.id }
  },
  component: lazyRouteComponent(() => import('./screen.tsx'), 'ProductsScreen'),
})
