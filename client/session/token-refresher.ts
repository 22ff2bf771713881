import { AppError, errors } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { LiveSession, SessionState, SessionStore } from './store.ts'

/** The server has spoken: asking again changes nothing. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  const { status } = errors[error.code]
  return status < 500 && status !== 408 && status !== 429
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Tries again after 200, 400, 800 … ms, as long as the next try still begins within the window. */
async function withBackoff<T>(attempt: () => Promise<T>, onRetry: () => void): Promise<T> {
  const start = Date.now()
  for (let wait: number = limits.renewBackoffMs; ; wait *= 2) {
    try {
      return await attempt()
    } catch (error) {
      if (isFinal(error) || Date.now() - start + wait > limits.renewWindowMs) throw error
      onRetry()
      await pause(wait)
    }
  }
}

/** Keeps a server whose tokens live shorter than the margin from being asked without end. */
const shortestPlanMs = 1_000

const msUntilDue = ({ endsAt }: LiveSession) => endsAt - Date.now() - limits.renewWhenSecondsLeft * 1000

/** Whether the session that came is of another person than the one that was there. */
const isAnother = (before: LiveSession | null, now: LiveSession) => before !== null && before.user.id !== now.user.id

/** Keeps the access token of a store's session fresh; `renew` is the provider's call, `onRetry` hears of each that is to be repeated. */
export function createTokenRefresher(store: SessionStore, renew: () => Promise<LiveSession>, onRetry: () => void) {
  let renewing: Promise<LiveSession | null> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  async function renewNow(before: SessionState): Promise<LiveSession | null> {
    const event = before.session ? 'TOKEN_REFRESHED' : 'INITIAL_SESSION'
    try {
      const session = await withBackoff(renew, onRetry)
      // Whoever signed out, or in again, while this was on its way has had the last word.
      if (store.state() !== before) return store.state().session
      if (isAnother(before.session, session)) {
        // The cookie is the browser's, and somebody else has signed in with it: nothing of the former user may stay.
        store.accept('SIGNED_OUT', null)
        store.accept('SIGNED_IN', session)
      } else store.accept(event, session)
    } catch (error) {
      if (store.state() !== before) return store.state().session
      // A server that cannot be asked has not said that nobody is signed in.
      if (!isFinal(error)) throw error
      store.accept(before.session ? 'SIGNED_OUT' : event, null)
    }
    return store.state().session
  }

  /** However many ask at once, one renewal serves them all. */
  function renewed(): Promise<LiveSession | null> {
    renewing ??= renewNow(store.state()).finally(() => (renewing = undefined))
    return renewing
  }

  /** Looks whether the token needs renewing; where that fails for now, the next look is one window later. */
  async function check() {
    const { session } = store.state()
    if (session && msUntilDue(session) <= 0) await renewed().catch(() => plan(limits.renewWindowMs))
  }

  function plan(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void check(), ms)
  }

  store.subscribe((_event, { session }) => {
    clearTimeout(timer)
    if (session) plan(Math.max(shortestPlanMs, msUntilDue(session)))
  })

  /** A token good for the next call; renewed first where it is about to end. Throws SIGNED_OUT where there is no session. */
  async function token(): Promise<string> {
    const { status, session } = store.state()
    if (status === 'signedOut') throw new AppError('SIGNED_OUT')
    if (session && msUntilDue(session) > 0) return session.token
    const fresh = await renewed().catch((error: unknown) => {
      if (session && session.endsAt > Date.now()) return session
      throw error
    })
    if (!fresh) throw new AppError('SIGNED_OUT')
    // What one person asked for is not done in the name of the next.
    if (isAnother(session, fresh)) throw new AppError('CONFLICT', messages.auth.anotherPerson)
    return fresh.token
  }

  return { renewed, check, token }
}
