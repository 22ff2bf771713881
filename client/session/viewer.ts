import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { cache, queryClient, retries } from '#client/api.ts'
import { isUnavailable } from '#client/failure.ts'
import type { Viewer } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { viewerOf, type ProfileResponse } from '#shared/profile.ts'
import { session } from './session.ts'

/** What the signed-in user may do. Nothing at all while nobody is signed in, or when the profile could not be had. */
export type Access = { profile: ProfileResponse | null; viewer: Viewer }

export const accessOf = (profile: ProfileResponse | null): Access => ({
  profile,
  viewer: profile ? viewerOf(profile) : { id: '', grants: [] },
})

const profileQuery = cache.profile.get.queryOptions(undefined, {
  staleTime: Infinity,
  meta: { notice: messages.access.profileFailed },
  // Without it every screen would be refused: a server that is away is waited for.
  retry: (failures, error) => retries(failures, error) || isUnavailable(error),
  retryDelay: limits.availabilityMs,
})

/** The profile in the cache. One that could not be fetched again does not count any more. */
function cachedAccess(): Access {
  const query = queryClient.getQueryState(profileQuery.queryKey)
  return accessOf((query?.status === 'success' && query.data) || null)
}

/** Fetches the profile where it is missing or out of date; for guards. Never throws: who cannot be identified may do nothing. */
export async function loadAccess(): Promise<Access> {
  await queryClient.prefetchQuery(profileQuery)
  return cachedAccess()
}

export const useSession = () => useSyncExternalStore(session.subscribe, session.state)

/** The profile and the rights that come with it, up to date with every change of the session. */
export function useAccess(): Access {
  const { status } = useSession()
  // The guard has tried already: showing the screen is no reason to try again.
  const { data, isError } = useQuery({ ...profileQuery, enabled: status === 'signedIn', retryOnMount: false })
  return accessOf((status === 'signedIn' && !isError && data) || null)
}

export const useViewer = (): Viewer => useAccess().viewer

/** Whether the person must set up a second factor before anything else. */
export const mustSetUpFactor = ({ profile }: Access): boolean => profile?.needs_second_factor ?? false

/** Asks for the profile again, where it could not be had. */
export const retryAccess = (): Promise<void> => cache.profile.get.invalidate()
const refreshProfile = () => void retryAccess()

/**
 * Keeps what is cached in step with the session: a new access token or the event `profileUpdated` fetches the profile again,
 * and nothing of one user's data is left for the next.
 */
export function keepAccessFresh(): void {
  session.subscribe((event) => (event === 'SIGNED_OUT' ? queryClient.clear() : refreshProfile()))
  window.addEventListener('profileUpdated', refreshProfile)
}

/** A call was refused for want of a second factor (`secondFactorNeeded`): `onLearned`, once the profile says so, too. */
export function learnOfMissingFactor(onLearned: () => void): void {
  window.addEventListener('secondFactorNeeded', () => {
    if (mustSetUpFactor(cachedAccess())) return
    void cache.profile.get.invalidate().then(onLearned)
  })
}
