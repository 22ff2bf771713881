import { z } from 'zod'
import type { ShopHttp } from '#server/platforms/http.ts'
import { parseAnswer, parseJson } from '#server/platforms/json.ts'
import { patience } from '#server/platforms/retry.ts'
import { refusalOf, refused, type GrantKind } from '#server/platforms/shopify/refusals.ts'
import { tokenPath } from '#server/platforms/shopify/version.ts'
import type { AppOfShop } from '#server/platforms/port.ts'

/** `expires_in` and the refresh token come with expiring tokens only. Times are in seconds. */
const TokenAnswer = z.object({
  access_token: z.string().min(1).max(4096),
  expires_in: z.number().positive().optional(),
  refresh_token: z.string().min(1).max(4096).optional(),
})
export type TokenAnswer = z.infer<typeof TokenAnswer>

/** Retries could use up a code or rotate a token twice. A renewal may be sent again: Shopify keeps the former token until the next is used. */
const patienceFor = {
  credentials: patience.interactive,
  code: { ...patience.once, attemptMs: 10_000, totalMs: 10_000 },
  renewal: patience.interactive,
}

type Fields = Readonly<Record<string, string>>

/** One call of the shop's token endpoint. Throws its refusals, each with a sentence of its own. */
export function askToken(http: ShopHttp, grant: GrantKind, app: AppOfShop, fields: Fields, signal?: AbortSignal): Promise<TokenAnswer> {
  const form = new URLSearchParams({ client_id: app.clientId, client_secret: app.clientSecret, ...fields })
  return http.call<TokenAnswer>(
    {
      operation: 'token',
      method: 'POST',
      path: tokenPath,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      cost: 0,
      patience: patienceFor[grant],
      isShared: true,
      signal,
      refusalIn(status, text) {
        const kind = refusalOf(grant, status, text)
        return kind && refused(http.store, kind)
      },
    },
    {
      read(answer) {
        const json = parseJson(http.store, answer)
        return 'again' in json ? json : { value: parseAnswer(TokenAnswer, json.value, http.store) }
      },
    },
  )
}
