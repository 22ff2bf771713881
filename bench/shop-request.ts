import { z } from 'zod'
import { post } from './http.ts'
import { accessToken } from './shops.ts'

/** A request of the server to a shop. */
export const ShopRequest = z.object({
  /** The shop's host. */
  shop: z.string(),
  operation: z.string(),
  path: z.string(),
  /** The GraphQL text; null for a file. */
  document: z.string().nullable(),
  variables: z.record(z.string(), z.unknown()),
  /** The time of its arrival, in milliseconds since 1970. */
  at: z.number(),
  /** The time of its end; null: not yet. */
  endedAt: z.number().nullable(),
})
export type ShopRequest = z.infer<typeof ShopRequest>

const headers = { 'accept-encoding': 'gzip', 'x-shopify-access-token': accessToken }

type Asked = Pick<ShopRequest, 'path' | 'document' | 'variables' | 'operation'>

/** Repeats a GraphQL request at a shop's base URL. */
export function askShop(endpoint: string, { path, document: query, variables, operation: operationName }: Asked): Promise<Buffer> {
  return post(endpoint + path, { query, variables, operationName }, headers)
}
