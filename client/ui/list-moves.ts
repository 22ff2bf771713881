import * as paging from '#shared/paging.ts'

type Go<Search> = (move: (before: Search) => Search, resetScroll?: boolean) => void

/** Changes the URL of a paged list. A new page is scrolled to its top. */
export const listMoves = <Search extends { trail: readonly string[] }>(go: Go<Search>) => ({
  /** For all changes except paging. It returns to the first page. */
  change: (patch: Partial<Omit<Search, 'trail'>>) => go((before) => paging.change(before, patch)),
  next: (cursor: string) => go((before) => paging.next(before, cursor), true),
  previous: () => go(paging.previous, true),
})
