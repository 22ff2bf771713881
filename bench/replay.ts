import { z } from 'zod'
import { pollBulk, startBulk } from '#server/platforms/shopify/bulk/documents.ts'
import { productDocuments } from '#server/platforms/shopify/products/export-documents.ts'
import { ShopRequest } from './shop-request.ts'

/** An export's requests, ordered by their dependencies on earlier answers. */
export const Replay = z.object({
  /** The base URLs of the shop and of the host of bulk operations' files. */
  shop: z.string(),
  storage: z.string(),
  /** Requests that depend on no answer. */
  beside: z.array(ShopRequest),
  /** Each request has the cursor from the answer to the previous one. */
  pages: z.array(ShopRequest),
  /** Product id -> the sequential requests for data that did not fit on the product's page. */
  completions: z.record(z.string(), z.array(ShopRequest)),
  /** The start of a bulk operation, and its polls with the pauses before them. */
  bulk: z.object({ start: ShopRequest, polls: z.array(z.object({ poll: ShopRequest, pauseMs: z.number() })) }).nullable(),
})
export type Replay = z.infer<typeof Replay>

/** The result of a replay: milliseconds from the first request to the last answer, and the number of products in the answers. */
export const Replayed = z.object({ ms: z.number(), products: z.number() })
export type Replayed = z.infer<typeof Replayed>

const productIdOf = ({ variables }: ShopRequest) => String(variables['id']).slice('gid://shopify/Product/'.length)

const documents = productDocuments()
const known = new Set([documents.page, documents.rest, startBulk, pollBulk].map(({ name }) => name))

export function replayOf({ shop, storage }: Pick<Replay, 'shop' | 'storage'>, requests: readonly ShopRequest[]): Replay {
  const named = ({ name }: { name: string }) => requests.filter(({ operation }) => operation === name)
  const polls = named(pollBulk)
  const [start] = named(startBulk)
  return {
    shop,
    storage,
    beside: requests.filter(({ operation, document }) => document !== null && !known.has(operation)),
    pages: named(documents.page),
    completions: Object.fromEntries(Map.groupBy(named(documents.rest), productIdOf)),
    bulk:
      start && polls.length > 0
        ? { start, polls: polls.map((poll, index) => ({ poll, pauseMs: poll.at - (polls[index - 1] ?? start).at })) }
        : null,
  }
}
