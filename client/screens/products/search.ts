import { getRouteApi } from '@tanstack/react-router'
import * as paging from '#shared/paging.ts'
import type { ProductPatch } from './applied-filters.ts'

const route = getRouteApi('/signed-in/products')

/** The state of the screen, which is its URL, and the moves in it. */
export function useProductSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  type Search = typeof search
  const go = (move: (before: Search) => Search, resetScroll = false) => void navigate({ search: move, resetScroll })
  return {
    search,
    /** Anything but paging; goes back to the first page. */
    change: (patch: ProductPatch) => go((before) => paging.change(before, patch)),
    next: (position: string) => go((before) => paging.next(before, position), true),
    previous: () => go(paging.previous, true),
    toStore: (to: (before: Search) => Search) => go((before) => paging.change(to(before), {})),
  }
}

export const useStores = () => route.useLoaderData()
