import type { Session } from '#shared/session.ts'

/** A session in this browser. `endsAt` is the expiry of the access token by this machine's clock, in ms. */
export type LiveSession = Session & { endsAt: number }

/** Who ended the session. `nobody`: it expired, or there was none. */
export type EndedBy = 'person' | 'otherTab' | 'nobody'

export type SessionState =
  | { status: 'loading'; session: null }
  | { status: 'signedOut'; session: null; by: EndedBy }
  | { status: 'signedIn'; session: LiveSession }

/** `INITIAL_SESSION` reports the result of restoring the session. */
export type SessionEvent = 'INITIAL_SESSION' | 'SIGNED_IN' | 'SIGNED_OUT' | 'TOKEN_REFRESHED' | 'USER_UPDATED' | 'PASSWORD_RECOVERY'
type Listener = (event: SessionEvent, state: SessionState) => void

export type SessionStore = ReturnType<typeof createSessionStore>

/** Holds the session of this page. Every event carries the new session. */
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
