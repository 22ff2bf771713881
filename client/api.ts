import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { httpBatchLink, httpLink, splitLink } from '@trpc/client'
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query'
import { isBrokenOff, isDenied, isSignedOut, isUnavailable, lacksSecondFactor } from '#client/failure.ts'
import { availability } from '#client/session/availability.ts'
import { confirmLink } from '#client/session/confirm-link.ts'
import { dialogLink } from '#client/dialog-calls.ts'
import { noteServerTime } from '#client/session/server-clock.ts'
import { session } from '#client/session/session.ts'
import type { AppRouter } from '#server/router.ts'
import { callsOut } from '#shared/calls-out.ts'
import { limits } from '#shared/limits.ts'

/** The hooks: `api.stores.list.useQuery({})`. */
export const api = createTRPCReact<AppRouter>()

// Any 401 ends the session. A subscriber of the session then navigates to /login.
function onError(error: Error) {
  if (isSignedOut(error)) session.expire()
  if (lacksSecondFactor(error)) window.dispatchEvent(new Event('secondFactorNeeded'))
  noteDenial(error)
}

/** What the screen offers may be more than the person's rights are now, so the profile is fetched again. */
export function noteDenial(error: unknown): void {
  if (isDenied(error)) void cache.profile.get.invalidate()
}

/** Whether a failed query is retried at once. */
export function retries(failures: number, error: Error): boolean {
  if (isUnavailable(error)) availability.suspect()
  return failures < limits.queryRetries && !isSignedOut(error)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      onError(error)
      const notice = query.meta?.['notice']
      if (notice) console.error(notice, error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error) => {
      onError(error)
      // The server may have made the change all the same, so the screen's data is fetched again.
      if (isBrokenOff(error)) void queryClient.invalidateQueries()
    },
  }),
  defaultOptions: {
    // Without a connection a call fails at once. Kept for later, it would be sent after it was cancelled.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: retries,
      refetchOnWindowFocus: false,
      // A route's loader may have fetched the data before the screen mounts. It is not fetched again.
      staleTime: limits.freshMs,
    },
  },
})

const linkOptions = {
  url: '/trpc',
  // Searches contain personal data, which must not appear in URLs and their logs.
  methodOverride: 'POST' as const,
  fetch: async (input: string | URL | Request, init: { signal?: AbortSignal | null | undefined } = {}) => {
    const response = await fetch(input, { ...init, signal: init.signal ?? null })
    noteServerTime(response)
    return response
  },
  headers: async () => ({ authorization: `Bearer ${await session.token()}` }),
}

export const client = api.createClient({
  links: [
    dialogLink(),
    confirmLink(),
    splitLink({
      // Sent outside batches, so that a slow call delays no other.
      condition: ({ path }) => callsOut.includes(path),
      true: httpLink(linkOptions),
      false: httpBatchLink({ ...linkOptions, maxItems: limits.batchSize }),
    }),
  ],
})

/** The same queries outside components, for loaders and events. The keys are the same. */
export const cache = createTRPCQueryUtils<AppRouter>({ queryClient, client })
