import { createRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { lazyScreen } from '#client/ui/lazy-screen.ts'
import { cache } from '#client/api.ts'
import { listLayout } from '#client/session/list-layout.ts'
import { chosenStore } from '#client/session/chosen-store.ts'
import { allow, signedIn } from '#client/shell/guards.ts'
import { defaultSearch } from '#client/views/views.ts'
import { limits } from '#shared/limits.ts'
import { ProductSearch } from '#shared/products.ts'
import type { Store } from '#shared/stores.ts'
import { toProductRequest } from './request.ts'

const { trail, tab, search, tag, collection, productType, sortKey, reverse, limit } = ProductSearch.parse({})

const readableStores = async () => {
  const readable = { active: true, permission: 'products:read' } as const
  return (await cache.stores.list.fetch(readable, { staleTime: limits.productsCacheMs })).stores
}

const rememberedIn = (stores: readonly Store[]) => stores.find(({ id }) => id === chosenStore()?.id)

export const productsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/products',
  validateSearch: ProductSearch,
  search: { middlewares: [stripSearchParams({ trail, tab, search, tag, collection, productType, sortKey, reverse, limit })] },
  beforeLoad: async ({ context, search: asked, location }) => {
    allow('products.read')({ context })
    const opensDefault = location.searchStr === '' || location.state.opensDefault
    const isNamed = asked.store !== undefined
    if (!opensDefault && (isNamed || !chosenStore())) return
    const [stores, view] = await Promise.all([readableStores(), opensDefault ? defaultSearch('products', asked) : undefined])
    if (view) throw redirect({ to: '/products', search: ProductSearch.parse(view), replace: true })
    if (isNamed) return
    const chosen = rememberedIn(stores)
    // From here on, the URL names the store. It can be shared, and a choice in another tab does not change this one.
    if (chosen) throw redirect({ to: '/products', search: { ...asked, store: chosen.id }, replace: true })
  },
  // Not the filters and the page: other dependencies make another match, whose spinner would take the place of the list, and its focus.
  loaderDeps: ({ search: { store } }) => ({ store }),
  loader: async ({ deps, location }) => {
    const asked = ProductSearch.parse(location.search)
    const stores = await readableStores()
    const store = stores.find(({ id }) => id === deps.store) ?? rememberedIn(stores) ?? stores[0]
    // Not awaited: the screen is shown while the shop answers.
    if (store)
      void cache.products.list.prefetch(toProductRequest(store, asked, listLayout('products', asked).columns), {
        staleTime: limits.productsCacheMs,
      })
    return { stores, store, shown: store ? [store] : [], isUnseen: deps.store !== undefined && deps.store !== store?.id }
  },
  component: lazyScreen(() => import('./screen.tsx'), 'ProductsScreen'),
})
