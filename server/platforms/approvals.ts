import type { ShopRefusal } from '#shared/shop-refusals.ts'
import type { ShopOptions } from '#server/platforms/http.ts'
import type { AppOfShop } from '#server/platforms/port.ts'

/** What an approved app may use. `seconds` is the lifetime of the token; null: it does not expire, and there is no refresh token. */
export type Granted = { token: string; seconds: number | null; refreshToken: string | null }

/** The shop that approves, as its calls need it. Messages show `name`. */
type ApprovingShop = { domain: string; name: string }

/** How the merchants of a platform approve an app: the authorization code grant. */
export type Approvals = {
  /** The address at the shop where a browser asks for the approval. */
  address(domain: string, request: { clientId: string; redirectUri: string; state: string }): string
  /** The code in a return to our address that the shop's own signature covers, or why there is none. */
  read(query: URLSearchParams, app: AppOfShop, domain: string): { code: string } | { refused: ShopRefusal }
  /** Exchanges a code, which serves once. Throws the refusals of the shop. */
  exchange(shop: ApprovingShop, app: AppOfShop, code: string, signal?: AbortSignal): Promise<Granted>
  /** The next token. The refresh token that comes with it replaces the given one. Throws the refusals of the shop. */
  renew(shop: ApprovingShop, app: AppOfShop, refreshToken: string, options: ShopOptions): Promise<Granted>
  /** The refusal in an error of these calls; null: it is about something else. */
  refusalIn(error: unknown): ShopRefusal | null
}
