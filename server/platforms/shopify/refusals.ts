import { AppError, type ErrorCode } from '#shared/errors.ts'
import { isShopRefusal, refusalText, refusedField, type ShopRefusal } from '#shared/shop-refusals.ts'

/** What is asked of the token endpoint. The same answer can mean different things. */
export type GrantKind = 'credentials' | 'code' | 'renewal'

/** The codes of RFC 6749 and Shopify's own ones. */
const byCode: Readonly<Record<string, ShopRefusal>> = {
  shop_not_permitted: 'shopNotPermitted',
  app_not_installed: 'appNotInstalled',
  application_cannot_be_found: 'unknownApp',
  invalid_client: 'wrongSecret',
  unauthorized_client: 'wayNotAllowed',
  unsupported_grant_type: 'wayNotAllowed',
  invalid_scope: 'scopeRefused',
  access_denied: 'denied',
}
const byStatus: Readonly<Record<number, ShopRefusal>> = { 402: 'frozen', 404: 'closed', 423: 'locked' }
const unavailable: ReadonlySet<ShopRefusal> = new Set(['frozen', 'locked', 'closed'])

/** The code in an answer: JSON, or Shopify's page "Oauth error <code>: …". */
function codeIn(text: string): string | null {
  return /"error"\s*:\s*"([a-z_]{1,60})"/.exec(text)?.[1] ?? /\bOauth error ([a-z_]{1,60})\b/i.exec(text)?.[1] ?? null
}

/** The refusal that an `error` in Shopify's return to our address means. */
export const refusalOfReturn = (error: string): ShopRefusal => (Object.hasOwn(byCode, error) ? byCode[error] : undefined) ?? 'other'

/** The refusal of a token in an answer of the Admin API. null: its status says enough. */
export const refusalOfToken = (status: number, text: string): ShopRefusal | null =>
  status === 403 && /non-expiring/i.test(text) ? 'expiringDemanded' : null

/** The refusal in an answer of the token endpoint. null: the answer has no meaning of its own here. */
export function refusalOf(grant: GrantKind, status: number, text: string): ShopRefusal | null {
  const standing = byStatus[status]
  if (standing) return standing
  if (status < 400 || status > 403) return null
  const code = codeIn(text)
  if (code === null) return status === 400 ? 'other' : null
  if (code === 'invalid_grant' || code === 'invalid_request') {
    if (/api_key|client_id/i.test(text)) return 'unknownApp'
    if (/redirect_uri/i.test(text)) return 'wrongRedirect'
    if (grant === 'renewal') return code === 'invalid_grant' ? 'revoked' : 'other'
    return grant === 'code' ? 'codeUsed' : 'other'
  }
  return refusalOfReturn(code)
}

/** The error for a refusal. Its cause is the refusal, and the field that has to change is an issue. */
export function refused(store: string, kind: ShopRefusal): AppError {
  const code: ErrorCode = unavailable.has(kind) ? 'STORE_UNAVAILABLE' : 'STORE_REJECTED'
  const field = refusedField(kind)
  const text = refusalText(kind)
  return new AppError(code, `${store}: ${text}`, { cause: kind, ...(field ? { issues: [{ path: field, message: text }] } : {}) })
}

/** The refusal that an error is about. null: it is about something else. */
export const refusalIn = (error: unknown): ShopRefusal | null =>
  error instanceof AppError && isShopRefusal(error.cause) ? error.cause : null
