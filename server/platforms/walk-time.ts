/** The estimated time of a page without the wait for the rate limit. */
const PAGE_MS = 500

/** The estimated time of a number of pages. `waitMs` is their total wait for the rate limit, which overlaps with the fetching. */
export const walkMs = (pages: number, waitMs: number): number => Math.max(waitMs, pages * PAGE_MS)
