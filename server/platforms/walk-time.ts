/** What a page takes to come apart from the shop's rate limit, as far as that can be said in advance. */
const PAGE_MS = 500

/** About how long so many pages take whose wait for the rate limit is `waitMs` in all: the next page is paid for while one comes. */
export const walkMs = (pages: number, waitMs: number): number => Math.max(waitMs, pages * PAGE_MS)
