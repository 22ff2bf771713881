// The catalogues of a product that has a public address, so that shops can tell it of changes.
import { createHmac } from 'node:crypto'
import { catalogueHints } from '#drizzle/catalogue-tables.ts'
import { deliveryPath } from '#shared/catalogue.ts'
import { TOPICS } from '#sandbox/webhooks/subscriptions.ts'
import type { SentMessage, Webhooks } from '#sandbox/webhooks/webhooks.ts'
import type { WebhookTuning } from '#sandbox/webhooks/settings.ts'
import { createCatalogueStage, type CatalogueStage } from './catalogue.ts'
import { testShops, type TestShop } from './world.ts'

export const publicUrl = 'https://backoffice.acme-team.com'
export const sharedSecret = 'shared-secret-of-print'

export const hookShops = {
  ...testShops,
  print: { ...testShops.print, credentials: { ...testShops.print.credentials, sharedSecret } },
}
/** Shops that can tell: one of each platform. */
export const telling = ['harbor', 'print'] as const
export type TellingShop = (typeof telling)[number]

export const secrets: Record<TellingShop, string> = { harbor: testShops.harbor.credentials.clientSecret, print: sharedSecret }
const prefixes: Record<TellingShop, string> = { harbor: 'x-shopify', print: 'x-shopbase' }

/** `secret`, `domain`: those of the shop, unless others are given. */
type Forged = { secret?: string; domain?: string; storeId?: string; platform?: 'shopify' | 'shopbase'; headers?: Record<string, string> }

export type HookStage = CatalogueStage & {
  url: string
  hooks(name: TestShop): Webhooks
  /** Where a shop is asked to tell. */
  addressOf(name: TellingShop): string
  /** The topics and addresses that a shop has, and those that it is to have. */
  subscribed(name: TellingShop): string[]
  wanted(name: TellingShop): string[]
  tune(change: WebhookTuning): void
  /** Sends what the shops have to tell. */
  deliver(): Promise<SentMessage[]>
  /** Sends a message as a shop would, or as somebody who is none. */
  post(name: TellingShop, body: string, forged?: Forged): Promise<{ status: number; text: string; headers: Headers }>
  /** The ids of the products that wait to be asked for. */
  hinted(name: TestShop): Promise<string[]>
}

export async function createHookStage(): Promise<HookStage> {
  const stage = await createCatalogueStage({ publicUrl, shops: hookShops })
  const { world } = stage
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const tune = (webhooks: WebhookTuning) => world.sandbox.tune({ webhooks })
  tune({ target: url })
  const hooks = (name: TestShop) => stage.trade(name).webhooks
  const addressOf = (name: TellingShop) => publicUrl + deliveryPath({ platform: testShops[name].platform, id: world.stores[name] })
  return {
    ...stage,
    url,
    hooks,
    addressOf,
    subscribed: (name) =>
      hooks(name)
        .list()
        .map(({ topic, address }) => `${topic} ${address}`)
        .toSorted(),
    wanted: (name) => [...TOPICS].map((topic) => `${topic} ${addressOf(name)}`).toSorted(),
    tune,
    deliver: async () => (await Promise.all([...telling, 'north' as const].map((name) => hooks(name).deliver()))).flat(),
    async post(name, body, forged = {}) {
      const { platform: own, host } = testShops[name]
      const { secret = secrets[name], domain = host, storeId = world.stores[name], platform = own, headers = {} } = forged
      const prefix = prefixes[name]
      const answer = await fetch(url + deliveryPath({ platform, id: storeId }), {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          [`${prefix}-shop-domain`]: domain,
          [`${prefix}-hmac-sha256`]: createHmac('sha256', secret).update(body).digest('base64'),
          ...headers,
        },
      })
      return { status: answer.status, text: await answer.text(), headers: answer.headers }
    },
    async hinted(name) {
      const rows = await world.deps.database.db.select().from(catalogueHints)
      return rows.flatMap(({ storeId, productId }) => (storeId === world.stores[name] ? [productId] : [])).toSorted()
    },
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  }
}
