import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Caller } from '#server/auth/caller.ts'
import { bearsItsName, namesItself, type Network } from '#server/auth/discovery.ts'
import { addressHeader, createAuthProvider, type AuthProvider, type Issuer, type ProviderOptions } from '#server/auth/provider.ts'

/** Sign-in with an issuer. */
export type ThirdParty = {
  /** Whether any issuer is configured. */
  isSetUp: boolean
  /**
   * The address to send the browser to, and the cookies that tie the issuer's answer to this browser. Where only another issuer than the
   * wanted one is configured, it is used instead, because the screen has one button. `isFresh`: the issuer must ask the person for a new
   * proof of identity. Throws NOT_FOUND, ISSUER_UNREACHABLE.
   */
  start(id: Issuer['id'], caller: Caller, options?: { isFresh: boolean }): Promise<{ url: string; cookies: string[] }>
  /**
   * The outcome for a browser that comes back. `failed` also where the answer does not name an issuer that announces to name itself. Throws
   * NOT_FOUND, ISSUER_UNREACHABLE.
   */
  finish(id: Issuer['id'], query: string, caller: Caller): Promise<{ outcome: ThirdPartyOutcome; cookies: string[] }>
}
export type ThirdPartyOutcome = 'signedIn' | 'restricted' | 'failed'

const Started = z.object({ url: z.url() })
const discoveryMs = 5_000
const answerMs = 15_000
const signedInPath = '/auth/callback'
/** Refusals that an administrator can resolve. After any other failure, the person can try again. */
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

function unreachable(cause: unknown): never {
  throw new AppError('ISSUER_UNREACHABLE', undefined, { cause })
}

const headersOf = ({ address, userAgent, cookie }: Caller, origin: string) =>
  new Headers({ [addressHeader]: address, 'user-agent': userAgent, origin, ...(cookie ? { cookie } : {}) })

/** Google refuses `prompt=login`, which other issuers need. `max_age` has the same effect, and issuers that do not know it ignore it. */
function askingAgain(address: string, id: Issuer['id']): string {
  const url = new URL(address)
  url.searchParams.set('max_age', '0')
  if (id !== 'google') url.searchParams.set('prompt', 'login')
  return url.href
}

/** The address that better-auth redirects to decides. Nothing else in an issuer's answer counts. */
function outcomeOf(location: string | null, appUrl: string): ThirdPartyOutcome {
  const url = new URL(location ?? '/login?error=unknown', appUrl)
  const reason = url.searchParams.get('error')
  if (reason === null && url.origin === new URL(appUrl).origin && url.pathname === signedInPath) return 'signedIn'
  return restrictedReasons.has(reason ?? '') ? 'restricted' : 'failed'
}

/**
 * Reads the endpoints of an issuer when they are first needed, and again until it answers. An issuer that is down when the server starts
 * needs no restart later.
 */
export function createThirdParty(options: ProviderOptions & Network, issuers: readonly Issuer[]): ThirdParty {
  const { appUrl } = options
  const known = new Map<Issuer['id'], AuthProvider>()
  const naming = new Map<Issuer['id'], boolean>()

  function issuerCalled(id: Issuer['id']): Issuer {
    const issuer = issuers.find((candidate) => candidate.id === id)
    if (!issuer) throw new AppError('NOT_FOUND')
    return issuer
  }

  async function providerFor(issuer: Issuer): Promise<AuthProvider> {
    const { id, discoveryUrl } = issuer
    const isKnown = known.has(id)
    const provider = known.get(id) ?? createAuthProvider(options, [issuer])
    known.set(id, provider)
    try {
      if (!isKnown && !(await bearsItsName(options, discoveryUrl, discoveryMs).catch(unreachable))) throw new AppError('ISSUER_UNREACHABLE')
      const { socialProviders } = await within(provider.$context, discoveryMs)
      if (!socialProviders.some((social) => social.id === id)) throw new AppError('ISSUER_UNREACHABLE')
      return provider
    } catch (error) {
      known.delete(id)
      throw error
    }
  }

  /**
   * Whether the answer lacks the name of an issuer that always sends it: another issuer may have made it up. better-auth refuses a wrong
   * name.
   */
  async function lacksIssuer({ id, discoveryUrl }: Issuer, query: string): Promise<boolean> {
    if (new URLSearchParams(query).has('iss')) return false
    const isNamed = naming.get(id) ?? (await namesItself(options, discoveryUrl, discoveryMs).catch(unreachable))
    naming.set(id, isNamed)
    return isNamed
  }

  return {
    isSetUp: issuers.length > 0,
    async start(wanted, caller, { isFresh } = { isFresh: false }) {
      const issuer = issuers.find(({ id }) => id === wanted) ?? issuers[0]
      if (!issuer) throw new AppError('NOT_FOUND')
      const { id } = issuer
      const provider = await providerFor(issuer)
      const headers = headersOf(caller, appUrl)
      headers.set('content-type', 'application/json')
      const body = JSON.stringify({ provider: id, callbackURL: signedInPath, errorCallbackURL: '/login', disableRedirect: true })
      const answer = await provider.handler(new Request(`${appUrl}/api/auth/sign-in/social`, { method: 'POST', headers, body }))
      const { url } = Started.parse(await answer.json())
      return { url: isFresh ? askingAgain(url, id) : url, cookies: answer.headers.getSetCookie() }
    },
    async finish(id, query, caller) {
      const issuer = issuerCalled(id)
      if (await lacksIssuer(issuer, query)) return { outcome: 'failed', cookies: [] }
      const provider = await providerFor(issuer)
      const request = new Request(`${appUrl}/api/auth/callback/${id}${query}`, { headers: headersOf(caller, appUrl) })
      const answer = await within(provider.handler(request), answerMs)
      return { outcome: outcomeOf(answer.headers.get('location'), appUrl), cookies: answer.headers.getSetCookie() }
    },
  }
}
