import { z } from 'zod'
import { post } from './http.ts'
import { accessToken } from './shops.ts'

/** A request as the server sent it to a shop. */
export const ShopRequest = z.object({
  /** The shop's host. */
  shop: z.string(),
  operation: z.string(),
  path: z.string(),
  /** GraphQL; null where a file was fetched. */
  document: z.string().nullable(),
  variables: z.record(z.string(), z.unknown()),
  /** When it reached the shop, in milliseconds since 1970. */
  at: z.number(),
  /** When it was done with; null: not yet. */
  endedAt: z.number().nullable(),
})
export type ShopRequest = z.infer<typeof ShopRequest>

const headers = { 'accept-encoding': 'gzip', 'x-shopify-access-token': accessToken }

type Asked = Pick<ShopRequest, 'path' | 'document' | 'variables' | 'operation'>

/** Sends a GraphQL request again, to a shop's base URL. */
export function askShop(endpoint: string, { path, document: query, variables, operation: operationName }: Asked): Promise<Buffer> {
  return post(endpoint + path, { query, variables, operationName }, headers)
}
