import { z } from 'zod'
import { post } from './post.ts'
import { accessToken } from './shops.ts'

/** A GraphQL request as the server sent it to a shop. */
export const ShopRequest = z.object({
  operation: z.string(),
  path: z.string(),
  document: z.string(),
  variables: z.record(z.string(), z.unknown()),
})
export type ShopRequest = z.infer<typeof ShopRequest>

const headers = { 'accept-encoding': 'gzip', 'x-shopify-access-token': accessToken }

/** Sends the request again, to a shop's base URL. */
export function askShop(endpoint: string, { path, document: query, variables, operation: operationName }: ShopRequest): Promise<Buffer> {
  return post(endpoint + path, { query, variables, operationName }, headers)
}
