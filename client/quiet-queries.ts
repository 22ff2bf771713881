import type { QueryClient } from '@tanstack/react-query'

const everyMs = 200
/** A shop may take longer than a person waits to use another part of the screen. */
const mostMs = 10_000

/** Resolves when no query is under way, after 10 seconds at the latest. */
export async function untilQuiet(queries: QueryClient): Promise<void> {
  for (let waited = 0; waited < mostMs; waited += everyMs) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    if (queries.isFetching() === 0) return
  }
}
