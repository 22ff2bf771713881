import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { listMoves } from '#client/ui/list-moves.ts'
import { change as changed } from '#shared/paging.ts'

const route = getRouteApi('/signed-in/products/all')

/** The state of the screen, which its URL holds, and the navigation in it. */
export function useCatalogueSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const leave = useNavigate()
  const router = useRouter()
  /** Shows a product in the panel, or with `undefined` none. The list stays where it is. */
  const open = useCallback(
    (product: string | undefined) =>
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
    ...listMoves<typeof search>((move, resetScroll = false) => navigate({ search: move, resetScroll })),
    open,
    /** Searches as one types. Back leads to the list before the search, and not through its letters. */
    searchFor: (text: string) =>
      void navigate({
        search: (before) => changed(before, { search: text }),
        resetScroll: false,
        replace: 'search' in router.latestLocation.search,
      }),
    /** Leaves for the list of one store. */
    toStore: (store: string) => {
      const { search: text, status } = search
      void leave({ to: '/products', search: { store, search: text, ...(status && { status, tab: status }) } })
    },
  }
}

/** The stores whose products the viewer may read, and those of them that are shown. */
export const useCatalogueStores = () => route.useLoaderData()
