import { session } from '#client/session/session.ts'
import type { SessionState } from '#client/session/store.ts'

/** Follows the server's events for as long as somebody is signed in. The parts for it are loaded when nothing else waits for the network. */
export function followEvents(untilIdle: () => Promise<void>): void {
  let following: AbortController | null = null
  function follow({ status }: SessionState) {
    if (status === 'signedIn' && !following) {
      const { signal } = (following = new AbortController())
      void untilIdle()
        .then(() => Promise.all([import('./shared-stream.ts'), import('./refresh.ts')]))
        .then(([{ shareEvents }, { refreshAfter }]) => shareEvents({ token: session.token, hear: refreshAfter, signal }))
        // The parts could not be loaded. Screens ask for themselves, only later.
        .catch(() => (following = null))
    } else if (status === 'signedOut') {
      following?.abort()
      following = null
    }
  }
  // The session may have been restored before this program was loaded.
  follow(session.state())
  session.subscribe((_, state) => follow(state))
}
