import type { Session } from '#shared/session.ts'

/** A session as this browser holds it: `endsAt` is the end of the access token on this machine's clock, in ms. */
export type LiveSession = Session & { endsAt: number }

/** Who ended it: the person, in this tab or in another one, or neither of them: it ran out, or there was none. */
export type EndedBy = 'person' | 'otherTab' | 'nobody'

export type SessionState =
  | { status: 'loading'; session: null }
  | { status: 'signedOut'; session: null; by: EndedBy }
  | { status: 'signedIn'; session: LiveSession }

/** What can happen to a session; `INITIAL_SESSION` says how restoring it ended. */
export type SessionEvent = 'INITIAL_SESSION' | 'SIGNED_IN' | 'SIGNED_OUT' | 'TOKEN_REFRESHED' | 'USER_UPDATED' | 'PASSWORD_RECOVERY'
type Listener = (event: SessionEvent, state: SessionState) => void

export type SessionStore = ReturnType<typeof createSessionStore>

/** Holds the one session of this page. Every event brings the session that holds from then on. */
export function createSessionStore() {
  let state: SessionState = { status: 'loading', session: null }
  const listeners = new Set<Listener>()

  function accept(event: SessionEvent, session: LiveSession | null, by: EndedBy = 'nobody') {
    state = session ? { status: 'signedIn', session } : { status: 'signedOut', session: null, by }
    for (const listener of listeners) listener(event, state)
  }

  function subscribe(listener: Listener) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  return { accept, subscribe, state: () => state }
}
