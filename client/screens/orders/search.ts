import { getRouteApi, useLocation, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { listMoves } from '#client/ui/list-moves.ts'
import type { ListLayout } from '#shared/list-layout.ts'
import { OrderSearch } from '#shared/order-search.ts'
import type { ViewSearch } from '#shared/views.ts'
import { nextPage, pageNumber, previousPage, type PagePosition } from './page-trail.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The cursors of the pages behind the one whose cursor stands in the address. */
    behind?: readonly string[]
  }
}

const route = getRouteApi('/signed-in/orders')
const none: readonly string[] = []

/** The state of the screen, which is its URL, and the moves in it. */
export function useOrderSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const behind = useLocation({ select: ({ state }) => state.behind })
  const position = { trail: search.trail, behind: behind ?? none }
  const turnTo = ({ trail, behind: pages }: PagePosition) =>
    void navigate({ search: (before) => ({ ...before, trail: [...trail] }), state: { behind: pages }, resetScroll: true })
  /** Shows an order in the side panel, or with `undefined` none; the list stays where it is. */
  const open = useCallback(
    (order: OrderSearch['order']) =>
      void navigate({
        search: (before) => ({ ...before, order }),
        state: true,
        resetScroll: false,
        // Back leads to the list, and not through all orders that were looked at, nor to one that was closed.
        replace: order === undefined || 'order' in router.latestLocation.search,
      }),
    [navigate, router],
  )
  return {
    search,
    page: pageNumber(search.trail, behind),
    ...listMoves<typeof search>((move, resetScroll = false) => navigate({ search: move, resetScroll })),
    next: (cursor: string) => turnTo(nextPage(position, cursor)),
    previous: () => turnTo(previousPage(position)),
    open,
    goTo: (found: ViewSearch) => navigate({ search: OrderSearch.parse(found), resetScroll: false }),
    /** Shows the list with other columns, as long as the view is open. */
    show: (layout: ListLayout<'orders'>) =>
      void navigate({ search: (before) => ({ ...before, ...layout }), state: true, replace: true, resetScroll: false }),
  }
}

/** The stores whose orders the viewer may read, and those of them that are shown. */
export const useOrderStores = () => route.useLoaderData()
