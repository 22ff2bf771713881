import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { listMoves } from '#client/ui/list-moves.ts'
import type { OrderSearch } from './order-search.ts'

const route = getRouteApi('/signed-in/orders')

/** The state of the screen, which is its URL, and the moves in it. */
export function useOrderSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  /** Shows an order in the side panel, or with `undefined` none; the list stays where it is. */
  const open = useCallback(
    (order: OrderSearch['order']) => void navigate({ search: (before) => ({ ...before, order }), resetScroll: false }),
    [navigate],
  )
  return {
    search,
    ...listMoves<typeof search>((move, resetScroll = false) => void navigate({ search: move, resetScroll })),
    open,
  }
}

/** The stores whose orders the viewer may read. */
export const useStores = () => route.useLoaderData().stores
