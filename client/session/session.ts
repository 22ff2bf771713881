import type { SecondFactorVerifyRequest } from '#shared/second-factor.ts'
import type { InvitationAcceptRequest, PasswordResetRequest, PasswordLinkRequest, SignInRequest, SignUpRequest } from '#shared/session.ts'
import { availability } from './availability.ts'
import { storageOrMemory } from '#client/browser-storage.ts'
import { createTokenRefresher } from './token-refresher.ts'
import type { Challenge } from './answers.ts'
import { provider as authProvider, type Provider, type StartOptions } from './provider.ts'
import { createSessionStore, type EndedBy, type LiveSession } from './store.ts'

/** Marks a sign-out that did not reach the server, so that the cookie cannot restore the session on the next load. */
const unfinishedSignOut = 'unfinishedSignOut'

/**
 * The session of this page. It is restored on load, renewed, and ended by a sign-out or by the first 401. The access token is kept in
 * memory only.
 */
export function createSession(
  provider: Provider,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  onRetry: () => void = () => {},
) {
  const store = createSessionStore()
  const keeper = createTokenRefresher(store, () => provider.renew(), onRetry)

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

  /** Simultaneous calls share one request: a late answer would delete the cookie of the next session. */
  function endAtProvider(): Promise<void> {
    ending ??= tellProvider().finally(() => (ending = undefined))
    return ending
  }

  const isUnfinished = () => storage().getItem(unfinishedSignOut) !== null

  /** Called before every sign-in. An unfinished sign-out would end the new session on the next load, or leave the old one open. */
  async function finishSignOut() {
    if (isUnfinished()) await endAtProvider()
  }

  async function renewOrEnd() {
    if (!isUnfinished()) {
      // Until the server answers, it is unknown whether the person is signed in, so the screen stays in its loading state.
      while (store.state().status === 'loading') await keeper.renewed().catch(() => null)
      return
    }
    store.accept('INITIAL_SESSION', null)
    // After a failure it stays unfinished, and the next load tries again.
    await endAtProvider().catch(() => undefined)
  }

  /** Every screen waits for this to end. After any failure, the person counts as signed out. */
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

  /** Resolves to the challenge if a second factor is required. null: the session has begun. */
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

  /** Ends the session on this page after a 401, or because another tab ended it. */
  function expire(by: EndedBy = 'nobody') {
    if (store.state().session) store.accept('SIGNED_OUT', null, by)
  }

  return {
    ...store,
    restore,
    /** Resolves when it is known whether the person is signed in. */
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
