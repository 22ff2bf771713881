import { getRouteApi } from '@tanstack/react-router'
import { listMoves } from '#client/ui/list-moves.ts'
import * as paging from '#shared/paging.ts'

const route = getRouteApi('/signed-in/products')

/** The state of the screen, which its URL holds, and the navigation in it. */
export function useProductSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  type Search = typeof search
  return {
    search,
    ...listMoves<Search>((move, resetScroll = false) => void navigate({ search: move, resetScroll })),
    toStore: (to: (before: Search) => Search) => void navigate({ search: (before) => paging.change(to(before), {}), resetScroll: false }),
  }
}

export const useProductStores = () => route.useLoaderData()
