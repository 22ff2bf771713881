import type { SecondFactorVerifyRequest } from '#shared/second-factor.ts'
import type { InvitationAcceptRequest, PasswordResetRequest, PasswordLinkRequest, SignInRequest, SignUpRequest } from '#shared/session.ts'
import { availability } from './availability.ts'
import { storageOrMemory } from './browser-storage.ts'
import { createTokenRefresher } from './token-refresher.ts'
import { provider as authProvider, type Challenge, type Provider, type StartOptions } from './provider.ts'
import { createSessionStore, type EndedBy, type LiveSession } from './store.ts'

/** Says that a sign-out did not reach the server: the cookie must not bring the session back on the next load. */
const unfinishedSignOut = 'unfinishedSignOut'

/** The session of this page: restored on load, kept fresh, ended by sign-out or by the first 401. The access token lives in memory only. */
export function createSession(
  provider: Provider,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  onRetry: () => void = () => {},
) {
  const store = createSessionStore()
  const keeper = createTokenRefresher(store, provider.renew, onRetry)

  const settled = new Promise<void>((resolve) => {
    const stop = store.subscribe(() => {
      stop()
      resolve()
    })
  })

  let ending: Promise<void> | undefined
  async function tellProvider() {
    storage().setItem(unfinishedSignOut, 'yes')
    await provider.signOut()
    storage().removeItem(unfinishedSignOut)
  }

  /** Tells it once however many ask: an answer that comes late would take the cookie of the next session. */
  function endAtProvider(): Promise<void> {
    ending ??= tellProvider().finally(() => (ending = undefined))
    return ending
  }

  const isUnfinished = () => storage().getItem(unfinishedSignOut) !== null

  /** Comes before every sign-in: what was left unfinished would undo it on the next load, or leave the former session open. */
  async function finishSignOut() {
    if (isUnfinished()) await endAtProvider()
  }

  async function renewOrEnd() {
    if (!isUnfinished()) {
      // Until the server has said whether somebody is signed in, nothing is shown that would claim either.
      while (store.state().status === 'loading') await keeper.renewed().catch(() => null)
      return
    }
    store.accept('INITIAL_SESSION', null)
    // It stays unfinished then, and the next load tries again.
    await endAtProvider().catch(() => undefined)
  }

  /** Every screen waits for the end of this: whatever fails on the way, nobody is signed in then. */
  async function restore() {
    try {
      await renewOrEnd()
    } finally {
      if (store.state().status === 'loading') store.accept('INITIAL_SESSION', null)
    }
  }

  async function begin<Begun extends LiveSession>(enter: () => Promise<Begun>): Promise<Begun> {
    await finishSignOut()
    const session = await enter()
    store.accept('SIGNED_IN', session)
    return session
  }

  /** Resolves to the challenge where a second factor is asked for; else the session has begun. */
  async function signIn(request: SignInRequest): Promise<Challenge | null> {
    await finishSignOut()
    const outcome = await provider.signIn(request)
    if ('ticket' in outcome) return outcome
    store.accept('SIGNED_IN', outcome)
    return null
  }

  async function startGoogle(options?: StartOptions) {
    await finishSignOut()
    return provider.startGoogle(options)
  }

  async function signOut() {
    try {
      await endAtProvider()
    } finally {
      store.accept('SIGNED_OUT', null, 'person')
    }
  }

  /** A call was answered 401, or another tab has ended the session: what this page holds is worth nothing any more. */
  function expire(by: EndedBy = 'nobody') {
    if (store.state().session) store.accept('SIGNED_OUT', null, by)
  }

  return {
    ...store,
    restore,
    /** Resolves once it is known whether somebody is signed in. */
    settled: () => settled,
    signIn,
    verifySecondFactor: (request: SecondFactorVerifyRequest) => begin(() => provider.verifySecondFactor(request)),
    signInByPasskey: () => begin(() => provider.signInByPasskey()),
    acceptInvitation: (request: InvitationAcceptRequest) => begin(() => provider.acceptInvitation(request)),
    requestPasswordLink: (request: PasswordLinkRequest) => provider.requestPasswordLink(request),
    resetPassword: (request: PasswordResetRequest) => provider.resetPassword(request),
    signUp: (request: SignUpRequest) => provider.signUp(request),
    startGoogle,
    signOut,
    expire,
    token: keeper.token,
    check: keeper.check,
  }
}

export const session = createSession(
  authProvider,
  storageOrMemory(() => localStorage),
  availability.suspect,
)
