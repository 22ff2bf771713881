import { createTRPCClient, httpLink } from '@trpc/client'
import type { AppRouter } from '#server/router.ts'

/**
 * The product's calls for scripts, with their types: `await client.stores.list.query({})`. A refused call throws tRPC's error, with
 * the server's sentence as its message and our code in `error.data.appCode`.
 * @param options `url` is where the product is found, `token` an API key or a session's access token.
 */
export function createClient({ url, token }: { url: string; token: string }) {
  const trpc = `${url.replace(/\/$/, '')}/trpc`
  // Searches contain personal data, which must not appear in URLs and their logs.
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: trpc, methodOverride: 'POST', headers: { authorization: `Bearer ${token}` } })],
  })
}
