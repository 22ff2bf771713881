import { createRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { lazyScreen } from '#client/ui/lazy-screen.ts'
import { cache } from '#client/api.ts'
import { allow, signedIn } from '#client/shell/guards.ts'
import { CatalogueChangesSearch } from '#shared/catalogue-changes-search.ts'
import { CatalogueClashesSearch } from '#shared/catalogue-clashes-search.ts'
import { CatalogueSearch } from '#shared/catalogue-search.ts'
import { limits } from '#shared/limits.ts'
import { toChangesRequest } from './changes/request.ts'
import { chosenIn, toCatalogueRequest } from './request.ts'

/** The frame of the screens about all stores' products, which stays while they change. */
const frame = createRoute({
  getParentRoute: () => signedIn,
  path: '/products/all',
  /** What all of its screens have. */
  validateSearch: CatalogueSearch.pick({ stores: true }),
  search: { middlewares: [stripSearchParams({ stores: [] })] },
  beforeLoad: allow('products.read'),
  loaderDeps: ({ search: { stores } }) => ({ stores }),
  loader: async ({ deps }) => {
    const readable = { active: true, permission: 'products:read' } as const
    const { stores: found } = await cache.stores.list.fetch(readable, { staleTime: limits.productsCacheMs })
    if (found.length === 0 && deps.stores.length === 0) throw redirect({ to: '/products' })
    const chosen = chosenIn(found, deps.stores)
    // Not awaited: the screen is shown while they load.
    void cache.products.catalogue.stores.prefetch({})
    return { stores: found, shown: chosen.length > 0 ? chosen : found, isUnseen: chosen.length < deps.stores.length }
  },
  component: lazyScreen(() => import('./frame.tsx'), 'CatalogueFrame'),
})

const { search, vendor, productType, tag, sortKey, reverse, limit, trail } = CatalogueSearch.parse({})
const list = createRoute({
  getParentRoute: () => frame,
  path: '/',
  validateSearch: CatalogueSearch,
  search: { middlewares: [stripSearchParams({ search, vendor, productType, tag, sortKey, reverse, limit, trail })] },
  // Not the filters and the page: other dependencies make another match, whose spinner would take the place of the list, and its focus.
  loaderDeps: ({ search: { stores } }) => ({ stores }),
  loader: async ({ location, parentMatchPromise }) => {
    const { loaderData } = await parentMatchPromise
    // Without stores, the frame leads elsewhere.
    if (loaderData)
      void cache.products.catalogue.search.prefetch(toCatalogueRequest(loaderData.stores, CatalogueSearch.parse(location.search)))
  },
  component: lazyScreen(() => import('./screen.tsx'), 'CatalogueScreen'),
})

const { kinds } = CatalogueChangesSearch.parse({})
const changes = createRoute({
  getParentRoute: () => frame,
  path: '/changes',
  validateSearch: CatalogueChangesSearch,
  search: { middlewares: [stripSearchParams({ kinds, limit, trail })] },
  loaderDeps: ({ search: { stores } }) => ({ stores }),
  loader: async ({ location, parentMatchPromise }) => {
    const { loaderData } = await parentMatchPromise
    const asked = CatalogueChangesSearch.parse(location.search)
    if (loaderData) void cache.products.catalogue.changes.prefetch(toChangesRequest(loaderData.stores, asked))
  },
  component: lazyScreen(() => import('./changes/screen.tsx'), 'ChangesScreen'),
})

const { tab } = CatalogueClashesSearch.parse({})
const clashes = createRoute({
  getParentRoute: () => frame,
  path: '/clashes',
  validateSearch: CatalogueClashesSearch,
  search: { middlewares: [stripSearchParams({ tab, search, limit, trail })] },
  component: lazyScreen(() => import('./clashes/screen.tsx'), 'ClashesScreen'),
})

export const catalogueRoute = frame.addChildren([list, clashes, changes])
