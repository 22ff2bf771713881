import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { cache, queryClient, retries } from '#client/api.ts'
import { isUnavailable } from '#client/failure.ts'
import type { Viewer } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { viewerOf, type ProfileResponse } from '#shared/profile.ts'
import { session } from './session.ts'

/** The rights of the signed-in person. Without a session, or without the profile, they have none. */
export type Access = { profile: ProfileResponse | null; viewer: Viewer }

export const accessOf = (profile: ProfileResponse | null): Access => ({
  profile,
  viewer: profile ? viewerOf(profile) : { id: '', grants: [] },
})

const profileQuery = cache.profile.get.queryOptions(undefined, {
  staleTime: Infinity,
  meta: { notice: messages.access.profileFailed },
  // Without the profile every screen is refused, so this waits until the server is back.
  retry: (failures, error) => retries(failures, error) || isUnavailable(error),
  retryDelay: limits.availabilityMs,
})

/** The cached profile. After a failed refresh it no longer counts. */
function cachedAccess(): Access {
  const query = queryClient.getQueryState(profileQuery.queryKey)
  return accessOf((query?.status === 'success' && query.data) || null)
}

/** Fetches the profile if it is missing or outdated, for guards. Never throws: without a profile, nobody has rights. */
export async function loadAccess(): Promise<Access> {
  await queryClient.prefetchQuery(profileQuery)
  return cachedAccess()
}

export const useSession = () => useSyncExternalStore(session.subscribe, session.state)

/** The profile and its rights, updated with every change of the session. */
export function useAccess(): Access {
  const { status } = useSession()
  // The guard has tried already, so mounting does not retry.
  const { data, isError } = useQuery({ ...profileQuery, enabled: status === 'signedIn', retryOnMount: false })
  return accessOf((status === 'signedIn' && !isError && data) || null)
}

export const useViewer = (): Viewer => useAccess().viewer

/** Whether the person has to set up a second factor first. */
export const mustSetUpFactor = ({ profile }: Access): boolean => profile?.needs_second_factor ?? false

/** Fetches the profile again after a failure. */
export const retryAccess = (): Promise<void> => cache.profile.get.invalidate()
const refreshProfile = () => void retryAccess()

/**
 * Keeps the cache in step with the session. A new access token and the event `profileUpdated` fetch the profile again. A sign-out clears
 * the cache, so that the next person sees no data of the previous one.
 */
export function keepAccessFresh(): void {
  session.subscribe((event) => (event === 'SIGNED_OUT' ? queryClient.clear() : refreshProfile()))
  window.addEventListener('profileUpdated', refreshProfile)
}

/** Calls are sent one after another, because the server keeps the last one that arrives. */
let sent: Promise<unknown> = Promise.resolve()

type OwnProfile = NonNullable<ReturnType<typeof cache.profile.get.getData>>

/**
 * Changes what the person chose for themselves: at once on this page, and then on the server with `send`. If that fails, the change lasts
 * until the profile is fetched again.
 */
export function changeOwnChoices(change: (shown: OwnProfile) => OwnProfile, send: () => Promise<unknown>): void {
  const userId = session.state().session?.user.id
  cache.profile.get.setData(undefined, (profile) => profile && change(profile))
  const shown = cache.profile.get.getData()
  async function sendInTurn() {
    // Somebody else may have signed in while this waited.
    if (session.state().session?.user.id !== userId) return
    await send()
    // A profile that was fetched meanwhile may still say what was before.
    const isOvertaken = cache.profile.get.getData() !== shown || queryClient.isFetching(profileQuery) > 0
    if (turn === sent && isOvertaken) refreshProfile()
  }
  const turn: Promise<unknown> = sent.then(sendInTurn).catch(() => undefined)
  sent = turn
}

/**
 * Calls `onLearned` after a call was refused because the second factor is missing (`secondFactorNeeded`), as soon as the profile says so
 * too.
 */
export function learnOfMissingFactor(onLearned: () => void): void {
  window.addEventListener('secondFactorNeeded', () => {
    if (mustSetUpFactor(cachedAccess())) return
    void cache.profile.get.invalidate().then(onLearned)
  })
}
