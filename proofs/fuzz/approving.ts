// What comes before the call that saves an approved store: an approval that the same session begins, and that a merchant grants at the
// emulated shop.
import { z } from 'zod'
import { spareHost } from '#sandbox/spare-hosts.ts'
import type { ShopSettings } from '#sandbox/settings.ts'
import { connectCallback } from '#shared/store-connect.ts'
import type { Client } from './client.ts'
import { parsed } from './judge.ts'
import type { Principal } from './principals.ts'

/** Leads the principal's session through an approval at a shop that no store has. Does nothing for who may not begin one. */
export type Approve = (principal: Principal) => Promise<void>

type Options = {
  client: Client
  shops: readonly ShopSettings[]
  /** The name of the cookie of sessions. */
  cookie: string
}

const Begun = z.object({ data: z.object({ url: z.url() }) })

/** The app that the first shop approves, with the shop's address. Throws where there is none. */
function approvingShop(shops: readonly ShopSettings[]) {
  for (const shop of shops) if (shop.platform === 'shopify' && shop.app) return { host: shop.host, app: shop.app }
  throw new Error('no shop approves an app')
}

export function approvals({ client, shops, cookie }: Options): Approve {
  const { host, app } = approvingShop(shops)
  const { clientId, clientSecret } = app
  let begun = 0
  return async ({ token, refreshToken }) => {
    if (token === null || refreshToken === null) return
    begun += 1
    const domain = spareHost(host, `approved-${begun}`)
    const request = { name: `Approved ${begun}`, platform: 'shopify', domain, clientId, clientSecret }
    // An address has an allowance.
    const forwarded = { 'x-forwarded-for': `10.1.${(begun >> 8) & 255}.${begun & 255}` }
    const { text } = await client.call('POST', '/api/v1/stores/connect', request, { token, headers: forwarded })
    const answer = Begun.safeParse(parsed(text))
    if (!answer.success) return
    const { headers } = await fetch(`${answer.data.data.url}&answer=yes`, { redirect: 'manual' })
    const { search } = new URL(headers.get('location') ?? 'about:blank')
    await client.call('GET', connectCallback + search, null, { headers: { ...forwarded, cookie: `${cookie}=${refreshToken}` } })
  }
}
