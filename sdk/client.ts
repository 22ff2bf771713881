import { createTRPCClient, httpLink } from '@trpc/client'
import type { AppRouter } from '#server/router.ts'

/**
 * A typed client for scripts: `await client.stores.list.query({})`. A refused call throws tRPC's error. Its message is the server's, and
 * `error.data.appCode` has our code.
 * @param options `url`: the address of the product. `token`: an API key or a session's access token.
 */
export function createClient({ url, token }: { url: string; token: string }) {
  const trpc = `${url.replace(/\/$/, '')}/trpc`
  // Searches contain personal data, which must not appear in URLs and their logs.
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: trpc, methodOverride: 'POST', headers: { authorization: `Bearer ${token}` } })],
  })
}
