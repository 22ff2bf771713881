import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import * as paging from '#shared/paging.ts'
import type { OrderPatch, OrderSearch } from './order-search.ts'

const route = getRouteApi('/signed-in/orders')

/** The state of the screen, which is its URL, and the moves in it. */
export function useOrderSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  type Search = typeof search
  const go = (move: (before: Search) => Search, resetScroll = false) => void navigate({ search: move, resetScroll })
  /** Shows an order in the side panel, or with `undefined` none; the list stays where it is. */
  const open = useCallback(
    (order: OrderSearch['order']) => void navigate({ search: (before) => ({ ...before, order }), resetScroll: false }),
    [navigate],
  )
  return {
    search,
    /** Anything but paging; goes back to the first page. */
    change: (patch: OrderPatch) => go((before) => paging.change(before, patch)),
    next: (cursor: string) => go((before) => paging.next(before, cursor), true),
    previous: () => go(paging.previous, true),
    open,
  }
}

/** The stores whose orders the viewer may read. */
export const useStores = () => route.useLoaderData().stores
