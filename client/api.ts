import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { httpBatchLink, httpLink, splitLink } from '@trpc/client'
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query'
import { isBrokenOff, isSignedOut, isUnavailable, lacksSecondFactor } from '#client/failure.ts'
import { availability } from '#client/session/availability.ts'
import { confirmLink } from '#client/session/confirm-link.ts'
import { dialogLink } from '#client/dialog-calls.ts'
import { session } from '#client/session/session.ts'
import type { AppRouter } from '#server/router.ts'
import { callsOut } from '#shared/calls-out.ts'
import { limits } from '#shared/limits.ts'

/** The hooks: `api.stores.list.useQuery({})`. */
export const api = createTRPCReact<AppRouter>()

// A 401 ends the session wherever it comes from; whoever listens to the session goes to /login.
function onError(error: Error) {
  if (isSignedOut(error)) session.expire()
  if (lacksSecondFactor(error)) window.dispatchEvent(new Event('secondFactorNeeded'))
}

/** Whether a query that failed is asked again at once. */
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
      // It may have been done all the same: what is on the screen is asked for again.
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
      // A route's loader may have its answer before the screen is there: that is not asked again.
      staleTime: limits.freshMs,
    },
  },
})

const door = {
  url: '/trpc',
  // Searches hold personal data, which has no place in addresses and their logs.
  methodOverride: 'POST' as const,
  headers: async () => ({ authorization: `Bearer ${await session.token()}` }),
}

export const client = api.createClient({
  links: [
    dialogLink(),
    confirmLink(),
    splitLink({
      // They go alone, so that a slow one holds up nothing else.
      condition: ({ path }) => callsOut.includes(path),
      true: httpLink(door),
      false: httpBatchLink({ ...door, maxItems: limits.batchSize }),
    }),
  ],
})

/** The twin of the hooks for loaders and events, where hooks cannot go; the keys are the same. */
export const cache = createTRPCQueryUtils<AppRouter>({ queryClient, client })
