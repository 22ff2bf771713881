import { dialectOf } from '#drizzle/dialect.ts'
import { decoded } from '#shared/decoded.ts'

/** The addresses that are checked before a production server starts. */
type Addresses = {
  APP_URL?: string | undefined
  OIDC_ISSUER?: string | undefined
  BREACHED_PASSWORDS_URL?: string | undefined
  EXPORT_S3_ENDPOINT?: string | undefined
  BACKUP_S3_ENDPOINT?: string | undefined
  DATABASE_URL?: string | undefined
  DATABASE_ALLOW_PLAINTEXT: boolean
  SMTP_URL?: string | undefined
  SMTP_ALLOW_PLAINTEXT: boolean
}
type Given = Addresses & {
  NODE_ENV: string
  APP_SECRET?: string | undefined
  NODE_TLS_REJECT_UNAUTHORIZED?: string | undefined
  ALLOW_SANDBOX: boolean
}

const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/
const encrypted = new Set(['require', 'verify-ca', 'verify-full'])

/** The last value of a parameter, which is the one that node-postgres uses. */
const parameter = (url: URL, name: string) => url.searchParams.getAll(name).at(-1)

/** Whether the connection cannot be intercepted: it stays on this machine, uses a socket file, or uses TLS. */
function isPrivateDatabase(text: string): boolean {
  if (dialectOf(text) === 'sqlite') return true
  const url = new URL(text)
  const host = parameter(url, 'host') ?? decoded(url.hostname)
  return host === '' || host.startsWith('/') || loopback.test(host) || encrypted.has(parameter(url, 'sslmode') ?? '')
}

function unencrypted({ DATABASE_URL, DATABASE_ALLOW_PLAINTEXT, ...addresses }: Addresses): string[] {
  const { APP_URL, OIDC_ISSUER, BREACHED_PASSWORDS_URL, EXPORT_S3_ENDPOINT, BACKUP_S3_ENDPOINT } = addresses
  const urls = { APP_URL, OIDC_ISSUER, BREACHED_PASSWORDS_URL, EXPORT_S3_ENDPOINT, BACKUP_S3_ENDPOINT }
  const faults = Object.entries(urls).flatMap(([name, text]) => {
    if (text === undefined) return []
    const { protocol, hostname } = new URL(text)
    return protocol === 'https:' || loopback.test(hostname) ? [] : [`${name} must begin with https:// in production`]
  })
  if (DATABASE_URL === undefined || DATABASE_ALLOW_PLAINTEXT || isPrivateDatabase(DATABASE_URL)) return faults
  return [
    ...faults,
    'DATABASE_URL must ask for TLS in production (sslmode=require, verify-ca or verify-full); DATABASE_ALLOW_PLAINTEXT=1 does without',
  ]
}

/** What would make a production server unsafe, one sentence each, with the name of the variable. */
export function productionFaults(env: Given, sentElsewhere: readonly string[]): string[] {
  if (env.NODE_ENV !== 'production') return []
  return [
    ...(env.APP_SECRET ? [] : ['APP_SECRET must be given in production (32 random bytes, base64)']),
    ...(env.APP_URL ? [] : ['APP_URL must be given in production']),
    ...(env.NODE_TLS_REJECT_UNAUTHORIZED === '0' ? ['NODE_TLS_REJECT_UNAUTHORIZED=0 is refused in production'] : []),
    ...unencrypted(env),
    ...(env.ALLOW_SANDBOX ? [] : sentElsewhere.map((name) => `${name} is refused in production unless ALLOW_SANDBOX=1`)),
  ]
}

/** The SMTP URL. In production, mails to other machines require TLS: without STARTTLS, they wait in the queue. */
export function smtpUrlOf({ NODE_ENV, SMTP_URL, SMTP_ALLOW_PLAINTEXT }: Addresses & { NODE_ENV: string }): string | null {
  if (SMTP_URL === undefined) return null
  const url = new URL(SMTP_URL)
  // Set in the URL itself, because nodemailer prefers the URL to all other options.
  if (NODE_ENV === 'production' && !SMTP_ALLOW_PLAINTEXT && !loopback.test(url.hostname)) url.searchParams.set('requireTLS', 'true')
  return url.href
}
