import * as paging from '#shared/paging.ts'

type Go<Search> = (move: (before: Search) => Search, resetScroll?: boolean) => Promise<void>

/** Changes the URL of a paged list. A new page is scrolled to its top. */
export function listMoves<Search extends { trail: readonly string[] }>(go: Go<Search>) {
  type Patch = Partial<Omit<Search, 'trail'>>
  const changeAndWait = (patch: Patch) => go((before) => paging.change(before, patch))
  return {
    /** For all changes except paging. It returns to the first page. */
    change: (patch: Patch) => void changeAndWait(patch),
    /** The same. Resolves when the list of the new URL is shown. */
    changeAndWait,
    next: (cursor: string) => void go((before) => paging.next(before, cursor), true),
    previous: () => void go(paging.previous, true),
  }
}
