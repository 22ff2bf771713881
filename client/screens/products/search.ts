import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { listMoves } from '#client/ui/list-moves.ts'
import type { ListLayout } from '#shared/list-layout.ts'
import * as paging from '#shared/paging.ts'
import { ProductSearch } from '#shared/products.ts'
import type { ViewSearch } from '#shared/views.ts'

const route = getRouteApi('/signed-in/products')

/** The state of the screen, which its URL holds, and the navigation in it. */
export function useProductSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const leave = useNavigate()
  const router = useRouter()
  type Search = typeof search
  /** Shows a product in the panel, or with `undefined` none. The list stays where it is. */
  const open = useCallback(
    (product: Search['product']) =>
      void navigate({
        search: (before) => ({ ...before, product }),
        resetScroll: false,
        // Back leads to the list, and not through all products that were looked at, nor to one that was closed.
        replace: product === undefined || 'product' in router.latestLocation.search,
      }),
    [navigate, router],
  )
  return {
    search,
    ...listMoves<Search>((move, resetScroll = false) => navigate({ search: move, resetScroll })),
    open,
    goTo: (found: ViewSearch) => navigate({ search: ProductSearch.parse(found), resetScroll: false }),
    /** Shows the list with other columns, as long as the view is open. */
    show: (layout: ListLayout<'products'>) =>
      void navigate({ search: (before) => ({ ...before, ...layout }), replace: true, resetScroll: false }),
    /** Leaves for the list of all stores. */
    toAllStores: () => void leave({ to: '/products/all', search: { search: search.search, status: search.status } }),
    toStore: (to: (before: Search) => Search) =>
      void navigate({ search: (before) => paging.change(to(before), { product: undefined }), resetScroll: false }),
  }
}

export const useProductStores = () => route.useLoaderData()
