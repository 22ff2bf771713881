import { isIP, type LookupFunction } from 'node:net'
import { eventMessages } from '#shared/event-messages.ts'
import type { Clock } from '#server/platforms/clock.ts'
import { createExchange } from '#server/platforms/exchange.ts'
import { NOT_PUBLIC, publicOnly, type Lookup } from '#server/platforms/guard.ts'
import { retryAfterMs } from '#server/platforms/retry.ts'
import { certificateErrors } from '#server/webhooks/certificate-errors.ts'

export type OutboundCall = { headers: Record<string, string>; body: string; signal: AbortSignal }
/** `failure`: why it does not count as a success, in words. `waitMs`: the pause that the receiver asked for. `error`: of the network. */
export type OutboundAnswer = { status: number | null; failure: string | null; waitMs: number | null; error?: unknown }

/** Calls to addresses that users enter. They reach public hosts over TLS, and otherwise only the hosts that the operator lists. */
export type Outbound = {
  /** Why the address may not be called, as a sentence. null: it may. */
  refusalOf(url: string): string | null
  /** The same for a host that is called over another protocol than HTTP. */
  refusalOfHost(host: string, port: number): string | null
  /** Resolves names to public addresses only. undefined for hosts that the operator lists: as the machine does. */
  lookupFor(host: string, port: number): LookupFunction | undefined
  /** One POST, without redirects and without retries. Failures of the network are answers, too. */
  post(url: string, call: OutboundCall): Promise<OutboundAnswer>
  close(): Promise<void>
}
/** `trustedHosts`: hosts, with or without a port, that may also be private and without TLS. */
type OutboundOptions = { trustedHosts: readonly string[]; lookup: Lookup; clock: Clock }

const { failures } = eventMessages
const known: Record<string, string> = {
  ...Object.fromEntries(certificateErrors.map((code) => [code, failures.certificate])),
  [NOT_PUBLIC]: failures.notPublic,
  ENOTFOUND: failures.unknownHost,
  ECONNREFUSED: failures.refused,
  TimeoutError: failures.late,
  UND_ERR_CONNECT_TIMEOUT: failures.late,
}

function failureOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return failures.gone
  return status >= 300 && status < 400 ? failures.redirect : failures.status(status)
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

// The sockets check the addresses of a name. An address in place of a name is not looked up, so it is refused here.
const isName = (hostname: string) => isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 && hostname.includes('.') && !/^\.|\.\./.test(hostname)
/** The same for a host without a URL, which writes addresses of IPv4 out: 127.1 and 0x7f.1 are addresses. */
const isNameAlone = (host: string) => URL.parse(`https://${host}/`)?.hostname === host.toLowerCase() && isName(host)

export function createOutbound({ trustedHosts, lookup, clock }: OutboundOptions): Outbound {
  const exchange = createExchange(lookup)
  const trusted = new Set(trustedHosts.map((host) => host.toLowerCase()))
  const isTrustedHost = (host: string, port: number | string) => [host, `${host}:${port}`].some((one) => trusted.has(one.toLowerCase()))
  // A URL leaves out the port that is usual for its protocol.
  const isTrusted = ({ hostname, port, protocol }: URL) => isTrustedHost(hostname, port || (protocol === 'https:' ? 443 : 80))

  function refusalOf(url: string): string | null {
    const parsed = URL.parse(url)
    if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return eventMessages.urlInvalid
    if (parsed.username !== '' || parsed.password !== '') return eventMessages.hostNotPublic
    if (isTrusted(parsed)) return null
    if (parsed.protocol !== 'https:') return eventMessages.httpsNeeded
    return isName(parsed.hostname) ? null : eventMessages.hostNotPublic
  }

  return {
    refusalOf,
    refusalOfHost: (host, port) => (isTrustedHost(host, port) || isNameAlone(host) ? null : eventMessages.hostNotPublic),
    lookupFor: (host, port) => (isTrustedHost(host, port) ? undefined : publicOnly(lookup)),
    async post(url, { headers, body, signal }) {
      const refusal = refusalOf(url)
      if (refusal !== null) return { status: null, failure: refusal, waitMs: null }
      const parsed = new URL(url)
      const question = { method: 'POST', path: parsed.pathname + parsed.search, headers, body } as const
      try {
        const { status, header } = await exchange.tell(parsed.origin, question, { guarded: !isTrusted(parsed), signal })
        return { status, failure: failureOf(status), waitMs: retryAfterMs(header('retry-after'), clock.date()) ?? null }
      } catch (error) {
        if (error instanceof TypeError || error instanceof RangeError) throw error
        const code = codeOf(error)
        return { status: null, failure: known[code] ?? failures.broken(code), waitMs: null, error }
      }
    },
    close: exchange.close,
  }
}
