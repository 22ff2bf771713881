import { AppError, errors } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { LiveSession, SessionState, SessionStore } from './store.ts'

/** Whether the answer is final: a retry would change nothing. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  const { status } = errors[error.code]
  return status < 500 && status !== 408 && status !== 429
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Retries after 200, 400, 800 … ms, as long as the next attempt begins within the window. */
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

/** Prevents an endless loop of renewals if tokens live shorter than the margin. */
const shortestPlanMs = 1_000

const msUntilDue = ({ endsAt }: LiveSession) => endsAt - Date.now() - limits.renewWhenSecondsLeft * 1000

/** Whether the new session belongs to another person than the previous one. */
const isAnother = (before: LiveSession | null, now: LiveSession) => before !== null && before.user.id !== now.user.id

/** Renews the access token of a store's session in time. `renew` is the provider's call. `onRetry` is called before each retry. */
export function createTokenRefresher(store: SessionStore, renew: () => Promise<LiveSession>, onRetry: () => void) {
  let renewing: Promise<LiveSession | null> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  async function renewNow(before: SessionState): Promise<LiveSession | null> {
    const event = before.session ? 'TOKEN_REFRESHED' : 'INITIAL_SESSION'
    try {
      const session = await withBackoff(renew, onRetry)
      // A sign-out or sign-in during the renewal takes precedence.
      if (store.state() !== before) return store.state().session
      if (isAnother(before.session, session)) {
        // Another person has signed in, and the browser's tabs share the cookie. Nothing of the former person may remain.
        store.accept('SIGNED_OUT', null)
        store.accept('SIGNED_IN', session)
      } else store.accept(event, session)
    } catch (error) {
      if (store.state() !== before) return store.state().session
      // Without the server's answer, the session may still be valid.
      if (!isFinal(error)) throw error
      store.accept(before.session ? 'SIGNED_OUT' : event, null)
    }
    return store.state().session
  }

  /** Simultaneous calls share one renewal. */
  function renewed(): Promise<LiveSession | null> {
    renewing ??= renewNow(store.state()).finally(() => (renewing = undefined))
    return renewing
  }

  /** Renews the token if it is due. After a temporary failure, the next check is one window later. */
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

  /**
   * Returns a token for the next call, renewed first if it is about to expire. Throws SIGNED_OUT without a session, and CONFLICT if another
   * person is signed in now.
   */
  async function token(): Promise<string> {
    const { status, session } = store.state()
    if (status === 'signedOut') throw new AppError('SIGNED_OUT')
    if (session && msUntilDue(session) > 0) return session.token
    const fresh = await renewed().catch((error: unknown) => {
      if (session && session.endsAt > Date.now()) return session
      throw error
    })
    if (!fresh) throw new AppError('SIGNED_OUT')
    // A call that one person started must not be sent in the name of another.
    if (isAnother(session, fresh)) throw new AppError('CONFLICT', messages.auth.anotherPerson)
    return fresh.token
  }

  return { renewed, check, token }
}
