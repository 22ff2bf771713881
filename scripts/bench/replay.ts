import { z } from 'zod'
import { exportPage, exportRest } from '#server/platforms/shopify/export-documents.ts'
import { ShopRequest } from './shop-request.ts'

/** An export's requests in the order that their answers make possible. */
export const Replay = z.object({
  /** A shop's base URL. */
  endpoint: z.string(),
  /** Those that need nothing of another's answer. */
  beside: z.array(ShopRequest),
  /** Each carries the cursor that came with the one before it. */
  pages: z.array(ShopRequest),
  /** Product id -> what was asked for because the product did not fit on its page, one after another. */
  completions: z.record(z.string(), z.array(ShopRequest)),
})
export type Replay = z.infer<typeof Replay>

/** What a replay came to: milliseconds from the first request to the last answer, and products on the pages. */
export const Replayed = z.object({ ms: z.number(), products: z.number() })
export type Replayed = z.infer<typeof Replayed>

const productIdOf = ({ variables }: ShopRequest) => String(variables['id']).slice('gid://shopify/Product/'.length)

export function replayOf(endpoint: string, requests: readonly ShopRequest[]): Replay {
  const completions = Object.groupBy(
    requests.filter(({ operation }) => operation === exportRest.name),
    productIdOf,
  )
  return Replay.parse({
    endpoint,
    pages: requests.filter(({ operation }) => operation === exportPage.name),
    beside: requests.filter(({ operation }) => operation !== exportPage.name && operation !== exportRest.name),
    completions,
  })
}
