/** Where a paged list stands: the cursor of its page, in the address, and those of the pages behind it, which the tab's history keeps. */
export type PagePosition = { trail: readonly string[]; behind: readonly string[] }

/** A merged list's cursor has a place for each store, so that an address with all pages behind it would be too long for servers. */
export const nextPage = ({ trail, behind }: PagePosition, cursor: string): PagePosition => ({
  trail: [cursor],
  behind: [...behind, ...trail],
})

/** From a link, whose tab knows no pages behind, Previous leads to the first page. */
export function previousPage({ trail, behind }: PagePosition): PagePosition {
  const pages = [...behind, ...trail].slice(0, -1)
  return { trail: pages.slice(-1), behind: pages.slice(0, -1) }
}

/** Which page that is, counted from 1. Null from a link, whose tab knows no pages behind (`undefined`). */
export function pageNumber(trail: readonly string[], behind: readonly string[] | undefined): number | null {
  if (trail.length === 0) return 1
  return behind ? behind.length + trail.length + 1 : null
}
