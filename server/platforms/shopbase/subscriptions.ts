import { z } from 'zod'
import { patience } from '#server/platforms/retry.ts'
import type { ShopbaseClient } from '#server/platforms/shopbase/client.ts'
import { Id, looseText } from '#server/platforms/shopbase/wire.ts'
import { missingFor, ownAmong, type Subscription } from '#server/platforms/subscriptions.ts'

const topics = ['products/create', 'products/update', 'products/delete'] as const
/** All that a message needs to have. */
const told = ['id', 'updated_at'] as const
/** More than a shop may have. */
const MANY = 250

const Row = z.object({ id: Id, topic: looseText, address: looseText, format: looseText })
const Rows = z.object({ webhooks: z.array(Row).nullable() })
/** What the answer has besides is not needed. */
const Done = z.unknown()

const bodyFor = (address: string, more: object) => ({ webhook: { ...more, address, format: 'json', fields: told } })

async function listed(client: ShopbaseClient, signal?: AbortSignal): Promise<Subscription[]> {
  const { webhooks } = await client.get('webhooks', Rows, { limit: MANY }, { patience: patience.interactive, signal })
  return (webhooks ?? []).map(({ format, ...row }) => ({ ...row, isRight: format.toLowerCase() !== 'xml' }))
}

/** See `Shop.subscribe`. */
export async function subscribeToShopbase(client: ShopbaseClient, address: string, signal?: AbortSignal) {
  const pace = { patience: patience.interactive, signal }
  const { create, change, remove } = missingFor(await listed(client, signal), topics, address)
  for (const { id } of remove) await client.remove(`webhooks/${id}`, pace)
  for (const { id, topic } of change) await client.send('PUT', `webhooks/${id}`, Done, bodyFor(address, { topic }), pace)
  for (const topic of create) await client.send('POST', 'webhooks', Done, bodyFor(address, { topic }), pace)
}

/** See `Shop.unsubscribe`. */
export async function unsubscribeFromShopbase(client: ShopbaseClient, address: string, signal?: AbortSignal) {
  const found = ownAmong(await listed(client, signal), address)
  for (const { id } of found) await client.remove(`webhooks/${id}`, { patience: patience.interactive, signal })
}
