// A world with a receiver of webhooks, and an owner who manages them.
import { permissions } from '#shared/access.ts'
import { Event } from '#shared/events.ts'
import type { Webhook, WebhookDelivery } from '#shared/webhooks.ts'
import { createWebhookQueue } from '#server/webhooks/queue.ts'
import { startReceiver, type Receiver } from './receiver.ts'
import { createWorld, type Caller, type RestAnswer, type World } from './world.ts'

export type MadeWebhook = { webhook: Webhook; secret: string }
/** What the answers of these tests have in `data`, each a part of it. */
type Data = MadeWebhook & {
  webhooks: Webhook[]
  delivery: WebhookDelivery
  deliveries: WebhookDelivery[]
  nextCursor: string | null
  job: { id: string }
  token: string
}
export const dataOf = ({ body }: Pick<RestAnswer, 'body'>) => (body as { data: Data }).data

export type WebhookStage = {
  world: World
  receiver: Receiver
  /** The key of an owner: the tests move the clock by days, which a key outlives and a session does not. */
  owner: Caller
  listed(caller?: Caller): Promise<Webhook[]>
  /** Asks for a webhook of the receiver's address. */
  create(change?: object, caller?: Caller): Promise<RestAnswer>
  made(change?: object): Promise<MadeWebhook>
  deliveriesOf(id: string): Promise<WebhookDelivery[]>
  /** Sends what is due. `attemptMs`: the time for an answer. */
  send(attemptMs?: number): Promise<void>
  /** Queues an export of one product. Returns the job's id. */
  exportFrom(store: 'north' | 'harbor'): Promise<string>
  finishedExport(store?: 'north' | 'harbor'): Promise<string>
  /** The events that the receiver got. */
  events(): Event[]
  /** Ends the effects of a test on the next one. */
  clear(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function createWebhookStage(): Promise<WebhookStage> {
  const world = await createWorld()
  const receiver = await startReceiver()
  const person = await world.signedIn('owner')
  const { token } = dataOf(await person.rest('POST', '/users/me/api-keys', { name: 'Tests', permissions }))
  const owner = world.caller(token, person.userId)
  const stage: WebhookStage = {
    world,
    receiver,
    owner,
    listed: async (caller = owner) => dataOf(await caller.rest('GET', '/webhooks')).webhooks,
    create: (change = {}, caller = owner) => caller.rest('POST', '/webhooks', { name: crypto.randomUUID(), url: receiver.url, ...change }),
    made: async (change) => dataOf(await stage.create(change)),
    deliveriesOf: async (id) => dataOf(await owner.rest('GET', `/webhooks/${id}/deliveries`)).deliveries,
    send: (attemptMs) => createWebhookQueue(world.deps, attemptMs === undefined ? {} : { attemptMs }).drain(),
    async exportFrom(store) {
      const request = { storeId: world.stores[store], config: { fields: ['Title'], maxItemsPerFile: 1 } }
      return dataOf(await owner.rest('POST', '/products/export', request)).job.id
    },
    async finishedExport(store = 'north') {
      const id = await stage.exportFrom(store)
      await world.work()
      return id
    },
    events: () => receiver.received.map(({ body }) => Event.parse(JSON.parse(body))),
    async clear() {
      world.clock.now = Date.now()
      world.sandbox.faults.clear()
      receiver.received.length = 0
      receiver.reactions.length = 0
      for (const { id } of await stage.listed()) await owner.rest('DELETE', `/webhooks/${id}`)
    },
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]()
      await world[Symbol.asyncDispose]()
    },
  }
  return stage
}
