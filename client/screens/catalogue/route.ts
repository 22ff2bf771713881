import { createRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { lazyScreen } from '#client/ui/lazy-screen.ts'
import { cache } from '#client/api.ts'
import { allow, signedIn } from '#client/shell/guards.ts'
import { CatalogueSearch } from '#shared/catalogue-search.ts'
import { limits } from '#shared/limits.ts'
import { chosenIn, toCatalogueRequest } from './request.ts'

const { stores, search, vendor, productType, tag, sortKey, reverse, limit, trail } = CatalogueSearch.parse({})

export const catalogueRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/products/all',
  validateSearch: CatalogueSearch,
  search: { middlewares: [stripSearchParams({ stores, search, vendor, productType, tag, sortKey, reverse, limit, trail })] },
  beforeLoad: allow('products.read'),
  loaderDeps: ({ search: { stores: asked } }) => ({ stores: asked }),
  loader: async ({ deps, location }) => {
    const asked = CatalogueSearch.parse(location.search)
    const readable = { active: true, permission: 'products:read' } as const
    const { stores: found } = await cache.stores.list.fetch(readable, { staleTime: limits.productsCacheMs })
    // The list of a shop that does not answer leads here for its store alone.
    if (found.length < 2 && deps.stores.length === 0) throw redirect({ to: '/products' })
    const chosen = chosenIn(found, deps.stores)
    // Not awaited: the screen is shown while they load.
    void cache.products.catalogue.stores.prefetch({})
    void cache.products.catalogue.search.prefetch(toCatalogueRequest(found, asked))
    return { stores: found, shown: chosen.length > 0 ? chosen : found, isUnseen: chosen.length < deps.stores.length }
  },
  component: lazyScreen(() => import('./screen.tsx'), 'CatalogueScreen'),
})
