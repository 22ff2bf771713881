import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { listMoves } from '#client/ui/list-moves.ts'
import { change as changed } from '#shared/paging.ts'

/** What the URL of every list about all stores' products has. `product`: the one in the panel. */
type Listed = { trail: readonly string[]; product?: string | undefined }

/** Changes the URL of a list. `replace`: Back does not lead to the URL of before. Must not change between renders. */
export type ListGo<Search> = (move: (before: Search) => Search, options: { resetScroll: boolean; replace?: boolean }) => Promise<void>

/** The navigation in a list about all stores' products: its pages and filters, and the panel of a product. */
export function useListMoves<Search extends Listed>(go: ListGo<Search>) {
  const router = useRouter()
  const open = useCallback(
    /**
     * Shows a product in the panel, or with `undefined` none. The list stays where it is. Back leads to the list, and not through all
     * products that were looked at, nor to one that was closed.
     */
    (product: string | undefined) => {
      const replace = product === undefined || 'product' in router.latestLocation.search
      void go((before) => ({ ...before, product }), { resetScroll: false, replace })
    },
    [go, router],
  )
  return { ...listMoves<Search>((move, resetScroll = false) => go(move, { resetScroll })), open }
}

/** Searches a list as one types. Back leads to the list before the search, and not through its letters. */
export function useSearchFor<Search extends Listed & { search: string }>(go: ListGo<Search>) {
  const router = useRouter()
  return (text: string) =>
    void go((before) => changed({ ...before, search: text }, {}), {
      resetScroll: false,
      replace: 'search' in router.latestLocation.search,
    })
}
