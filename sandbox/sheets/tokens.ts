import { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { z } from 'zod'
import { json } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { Clock } from '../clock.ts'
import { jsonObject } from '../incoming.ts'

const AUDIENCE = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/spreadsheets'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const EMAIL = 'exports@sandbox-project.iam.gserviceaccount.com'
const HOUR_S = 3600

/** The fields of a service account's key file that a client reads. */
export type ServiceAccount = { readonly type: 'service_account'; readonly client_email: string; readonly private_key: string }

const made = new Map<string, ServiceAccount>()

/** A service account of the sandbox. Every process generates a new key for each, so that none has to be stored. */
export function serviceAccount(email = EMAIL): ServiceAccount {
  const known = made.get(email)
  if (known) return known
  const account: ServiceAccount = {
    type: 'service_account',
    client_email: email,
    private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  made.set(email, account)
  return account
}

/** How the service accounts stand, with what Google says of each to a request for a token. null: it gives one. */
const STANDINGS = {
  active: null,
  keyDeleted: 'Invalid JWT Signature.',
  accountDeleted: 'Invalid grant: account not found',
  accountDisabled: 'Robot is disabled.',
} as const
export const Standing = z.enum(['active', 'keyDeleted', 'accountDeleted', 'accountDisabled'])
export type Standing = z.infer<typeof Standing>

const Claims = z.object({ iss: z.string(), aud: z.literal(AUDIENCE), scope: z.literal(SCOPE), iat: z.number(), exp: z.number() })

const refused = (description: string) => json(400, { error: 'invalid_grant', error_description: description })

function isSigned(account: ServiceAccount, head: string, claims: string, signature: string): boolean {
  const key = createPublicKey(account.private_key)
  return verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))
}

/** The issued tokens and their validity. */
export type Tokens = {
  /** Answers a token request. Only the grant with a signed assertion is supported. */
  grant: (body: string) => Answer
  isValid: (authorization: string | undefined) => boolean
  /** Deletes or disables the keys or the accounts, or lets them be as they were. */
  setStanding: (standing: Standing) => void
  /** Revokes all tokens. */
  revoke: () => void
  /** Judges later requests by a clock that is this far ahead of this machine's. */
  judgeAhead: (ms: number) => void
}

export function openTokens(clock: Clock): Tokens {
  const issued = new Map<string, number>()
  let aheadMs = 0
  let standing: Standing = 'active'

  function grant(body: string): Answer {
    const fields = new URLSearchParams(body)
    if (fields.get('grant_type') !== GRANT)
      return json(400, { error: 'unsupported_grant_type', error_description: `Invalid grant_type: ${fields.get('grant_type')}` })
    const [head = '', payload = '', signature = ''] = (fields.get('assertion') ?? '').split('.')
    const claims = Claims.safeParse(jsonObject(Buffer.from(payload, 'base64url').toString('utf8')))
    const now = (Date.now() + aheadMs) / 1000
    if (!claims.success) return refused('Invalid JWT: issuer, audience or scope')
    const account = made.get(claims.data.iss)
    if (!account) return refused(STANDINGS.accountDeleted)
    const refusal = STANDINGS[standing]
    if (refusal !== null) return refused(refusal)
    if (!isSigned(account, head, payload, signature)) return refused('Invalid JWT Signature.')
    if (claims.data.exp < now || claims.data.exp - claims.data.iat > HOUR_S)
      return refused('Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.')
    const token = `ya29.sandbox-${randomBytes(16).toString('hex')}`
    issued.set(token, clock.now() + (HOUR_S - 1) * 1000)
    return json(200, { access_token: token, expires_in: HOUR_S - 1, token_type: 'Bearer' })
  }

  return {
    grant,
    isValid: (authorization) => (issued.get(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '') ?? 0) > clock.now(),
    setStanding: (next) => {
      standing = next
    },
    revoke: () => issued.clear(),
    judgeAhead: (ms) => {
      aheadMs = ms
    },
  }
}
