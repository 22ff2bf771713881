import * as paging from '#shared/paging.ts'

type Go<Search> = (move: (before: Search) => Search, resetScroll?: boolean) => void

/** The moves in the URL of a paged list. A page is read from its top. */
export const listMoves = <Search extends { trail: readonly string[] }>(go: Go<Search>) => ({
  /** Anything but paging; goes back to the first page. */
  change: (patch: Partial<Omit<Search, 'trail'>>) => go((before) => paging.change(before, patch)),
  next: (cursor: string) => go((before) => paging.next(before, cursor), true),
  previous: () => go(paging.previous, true),
})
