import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Caller } from '#server/auth/caller.ts'
import { addressHeader, createAuthProvider, type AuthProvider, type Issuer, type ProviderOptions } from '#server/auth/provider.ts'

/** Sign-in through somebody else's account. */
export type ThirdParty = {
  /**
   * The address to send the browser to, and the cookies that tie what comes back to this browser. Where only another issuer than
   * the wanted one is set up, it takes its place: there is one button. Throws NOT_FOUND, ISSUER_UNREACHABLE.
   */
  start(id: Issuer['id'], caller: Caller): Promise<{ url: string; cookies: string[] }>
  /** How it ended for a browser that comes back. Throws NOT_FOUND, ISSUER_UNREACHABLE. */
  finish(id: Issuer['id'], query: string, caller: Caller): Promise<{ outcome: Outcome; cookies: string[] }>
}
export type Outcome = 'signedIn' | 'restricted' | 'failed'

const Started = z.object({ url: z.url() })
const discoveryMs = 5_000
const answerMs = 15_000
const signedInPath = '/auth/callback'
/** Refusals that an administrator can lift; whatever else goes wrong is worth another try. */
const restrictedReasons = new Set([
  'access_restricted',
  'signup_disabled',
  'account_not_linked',
  'unable_to_create_session',
  'unable_to_link_account',
])

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('ISSUER_UNREACHABLE')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const headersOf = ({ address, userAgent, cookie }: Caller, origin: string) =>
  new Headers({ [addressHeader]: address, 'user-agent': userAgent, origin, ...(cookie ? { cookie } : {}) })

/** By where the browser would be sent; nothing else of what an issuer says counts. */
function outcomeOf(location: string | null, appUrl: string): Outcome {
  const url = new URL(location ?? '/login?error=unknown', appUrl)
  const reason = url.searchParams.get('error')
  if (reason === null && url.origin === new URL(appUrl).origin && url.pathname === signedInPath) return 'signedIn'
  return restrictedReasons.has(reason ?? '') ? 'restricted' : 'failed'
}

/**
 * An issuer is asked for its endpoints when it is first needed, and again until it has answered: one that is down when the
 * server starts comes back without a restart.
 */
export function createThirdParty(options: ProviderOptions, issuers: readonly Issuer[]): ThirdParty {
  const { appUrl } = options
  const known = new Map<Issuer['id'], AuthProvider>()

  function issuerCalled(id: Issuer['id']): Issuer {
    const issuer = issuers.find((candidate) => candidate.id === id)
    if (!issuer) throw new AppError('NOT_FOUND')
    return issuer
  }

  async function providerFor(issuer: Issuer): Promise<AuthProvider> {
    const { id } = issuer
    const provider = known.get(id) ?? createAuthProvider(options, [issuer])
    known.set(id, provider)
    try {
      const { socialProviders } = await within(provider.$context, discoveryMs)
      if (!socialProviders.some((social) => social.id === id)) throw new AppError('ISSUER_UNREACHABLE')
      return provider
    } catch (error) {
      known.delete(id)
      throw error
    }
  }

  return {
    async start(wanted, caller) {
      const issuer = issuers.find(({ id }) => id === wanted) ?? issuers[0]
      if (!issuer) throw new AppError('NOT_FOUND')
      const { id } = issuer
      const provider = await providerFor(issuer)
      const headers = headersOf(caller, appUrl)
      headers.set('content-type', 'application/json')
      const body = JSON.stringify({ provider: id, callbackURL: signedInPath, errorCallbackURL: '/login', disableRedirect: true })
      const answer = await provider.handler(new Request(`${appUrl}/api/auth/sign-in/social`, { method: 'POST', headers, body }))
      const { url } = Started.parse(await answer.json())
      return { url, cookies: answer.headers.getSetCookie() }
    },
    async finish(id, query, caller) {
      const provider = await providerFor(issuerCalled(id))
      const request = new Request(`${appUrl}/api/auth/callback/${id}${query}`, { headers: headersOf(caller, appUrl) })
      const answer = await within(provider.handler(request), answerMs)
      return { outcome: outcomeOf(answer.headers.get('location'), appUrl), cookies: answer.headers.getSetCookie() }
    },
  }
}
