import type { InvitationAcceptRequest, PasswordResetRequest, PasswordLinkRequest, SignInRequest, SignUpRequest } from '#shared/session.ts'
import { createKeeper } from './keeper.ts'
import { provider as authProvider, type Provider } from './provider.ts'
import { createSessionStore, type LiveSession } from './store.ts'

/** Says that a sign-out did not reach the server: the cookie must not bring the session back on the next load. */
const unfinishedSignOut = 'unfinishedSignOut'

/** The session of this page: restored on load, kept fresh, ended by sign-out or by the first 401. The access token lives in memory only. */
export function createSession(provider: Provider, storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const store = createSessionStore()
  const keeper = createKeeper(store, provider.renew)

  const settled = new Promise<void>((resolve) => {
    const stop = store.subscribe(() => {
      stop()
      resolve()
    })
  })

  async function endAtProvider() {
    storage().setItem(unfinishedSignOut, 'yes')
    await provider.signOut()
    storage().removeItem(unfinishedSignOut)
  }

  async function restore() {
    if (storage().getItem(unfinishedSignOut) === null) {
      await keeper.renewed()
      return
    }
    store.accept('INITIAL_SESSION', null)
    // It stays unfinished then, and the next load tries again.
    await endAtProvider().catch(() => undefined)
  }

  function begin(session: LiveSession) {
    storage().removeItem(unfinishedSignOut)
    store.accept('SIGNED_IN', session)
    return session
  }

  async function signOut() {
    try {
      await endAtProvider()
    } finally {
      store.accept('SIGNED_OUT', null)
    }
  }

  /** A call was answered 401: what this page holds is worth nothing any more. */
  function expire() {
    if (store.state().session) store.accept('SIGNED_OUT', null)
  }

  return {
    ...store,
    restore,
    /** Resolves once it is known whether somebody is signed in. */
    settled: () => settled,
    signIn: async (request: SignInRequest) => begin(await provider.signIn(request)),
    acceptInvitation: async (request: InvitationAcceptRequest) => begin(await provider.acceptInvitation(request)),
    requestPasswordLink: (request: PasswordLinkRequest) => provider.requestPasswordLink(request),
    resetPassword: (request: PasswordResetRequest) => provider.resetPassword(request),
    signUp: (request: SignUpRequest) => provider.signUp(request),
    startGoogle: () => provider.startGoogle(),
    signOut,
    expire,
    token: keeper.token,
    check: keeper.check,
  }
}

export const session = createSession(authProvider, () => localStorage)
