import { createHmac, randomUUID } from 'node:crypto'
import type { CatalogueProduct } from '../catalogue/record.ts'
import type { ShopSettings } from '../settings.ts'
import type { Subscription, Topic } from './subscriptions.ts'

/** A message before it is sent. It keeps its body, so that sending it again sends the same. */
export type Message = { readonly body: string; readonly headers: Readonly<Record<string, string>>; readonly path: string }

/** Shopify writes times in the shop's zone, ShopBase in UTC. Both are whole seconds. */
function timeText(platform: ShopSettings['platform'], at: number): string {
  const offset = platform === 'shopify' ? '-05:00' : '+00:00'
  const shown = platform === 'shopify' ? at - 5 * 3_600_000 : at
  return new Date(shown).toISOString().slice(0, 19) + offset
}

/** Ids are numbers, which may be larger than JavaScript's. */
function bodyOf(platform: ShopSettings['platform'], topic: Topic, product: CatalogueProduct, fields: readonly string[]): string {
  const isWanted = (name: string) => fields.length === 0 || fields.includes(name)
  const parts: [string, string][] = [['id', product.id]]
  // The message about an end has nothing but the id.
  if (topic !== 'products/delete')
    parts.push(
      ['title', JSON.stringify(product.title)],
      ['created_at', JSON.stringify(timeText(platform, product.createdAt))],
      ['updated_at', JSON.stringify(timeText(platform, product.updatedAt))],
    )
  return `{${parts.flatMap(([name, value]) => (isWanted(name) ? [`"${name}":${value}`] : [])).join(',')}}`
}

const NAMES = { shopify: 'X-Shopify', shopbase: 'X-ShopBase' } as const

const signed = (body: string, secret: string) => createHmac('sha256', secret).update(body).digest('base64')

/** The secret that the shop signs with, which its app or the merchant knows. */
export function signingSecret(settings: ShopSettings): string {
  const { credentials } = settings
  if (settings.platform === 'shopify') {
    const app = settings.app ?? ('clientId' in credentials ? credentials : null)
    return app?.clientSecret ?? 'known to nobody'
  }
  return ('sharedSecret' in credentials ? credentials.sharedSecret : undefined) ?? 'known to nobody'
}

export function messageOf(settings: ShopSettings, { topic, address, fields }: Subscription, product: CatalogueProduct): Message {
  const name = NAMES[settings.platform]
  const body = bodyOf(settings.platform, topic, product, fields)
  const headers = {
    'content-type': 'application/json',
    [`${name}-Topic`]: topic,
    [`${name}-Shop-Domain`]: settings.host,
    [`${name}-Hmac-SHA256`]: signed(body, signingSecret(settings)),
    [`${name}-Webhook-Id`]: randomUUID(),
  }
  const { pathname, search } = new URL(address)
  return { body, headers, path: pathname + search }
}

/** What somebody sends who does not know the secret. */
export function forged(settings: ShopSettings, { headers, path }: Message): Message {
  const body = `{"id":666,"updated_at":"2099-01-01T00:00:00Z"}`
  return { path, body, headers: { ...headers, [`${NAMES[settings.platform]}-Hmac-SHA256`]: signed(body, 'a guess') } }
}
