// A database with webhooks of a bad receiver, and the events that they must be told.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ne } from 'drizzle-orm'
import { webhookDeliveries } from '#drizzle/event-tables.ts'
import { randomFrom, type Random } from '#sandbox/catalogue/random.ts'
import type { NewEvent } from '#server/events/new-event.ts'
import { sequence } from '#server/events/repo.ts'
import { createWebhook } from '#server/webhooks/service.ts'
import { permissions, type Viewer } from '#shared/access.ts'
import { WebhookCreateRequest } from '#shared/webhooks.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'
import { assembled } from '../assembled.ts'
import { record, someEvent } from '../some-events.ts'
import { addTwoStores } from '../two-stores.ts'
import { startBadReceiver, type BadReceiver } from './receiver.ts'
import { noteSuccesses, successesIn, type Success } from './successes.ts'

const owner: Viewer = { id: 'owner', grants: [{ storeId: null, level: 100, permissions }] }

/** A webhook: its path at the receiver, and what it must be told, written down apart from the product's own rule. */
export type ProofWebhook = { id: string; path: string; secret: string; wants(event: NewEvent): boolean }

export type WebhookEnvironment = {
  random: Random
  receiver: BadReceiver
  databaseUrl: string
  webhooks: readonly ProofWebhook[]
  /** All recorded events, in their order. */
  events: readonly NewEvent[]
  /** Records as many more events. */
  record(count: number): Promise<void>
  /** Whether every event is queued, and no delivery waits. */
  isDone(): Promise<boolean>
  /** The successes that the database has kept. */
  successes(): Promise<Success[]>
  [Symbol.asyncDispose](): Promise<void>
}

export async function openWebhookEnvironment(seed: number): Promise<WebhookEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'proof-webhooks-'))
  const database = await freshDatabase(folder)
  const random = randomFrom(seed)
  const receiver = await startBadReceiver(random)
  const deps = await assembled({ databaseUrl: database.url, dataDir: folder, destinationHosts: ['127.0.0.1'] })
  const stores = await addTwoStores(deps)
  const make = async (path: string, change: object, wants: ProofWebhook['wants']): Promise<ProofWebhook> => {
    const request = WebhookCreateRequest.parse({ name: path, url: receiver.url + path, ...change })
    const { webhook, secret } = await createWebhook(deps, owner, request)
    return { id: webhook.id, path, wants, secret }
  }
  const isOfNorth = ({ data }: NewEvent) => ('storeIds' in data ? data.storeIds.join() : data.storeId) === stores.north
  const everything = { events: ['job.completed', 'job.failed', 'store.failing', 'store.recovered'] }
  const webhooks = [
    await make('/everything', everything, () => true),
    await make('/again', everything, () => true),
    await make('/failures', { events: ['job.failed', 'store.failing'] }, ({ type }) => type === 'job.failed' || type === 'store.failing'),
    await make('/north', { ...everything, storeIds: [stores.north] }, isOfNorth),
  ]
  await noteSuccesses(database.url)
  const events: NewEvent[] = []
  return {
    random,
    receiver,
    databaseUrl: database.url,
    webhooks,
    events,
    async record(count) {
      const more = Array.from({ length: count }, (_, index) => someEvent(events.length + index, stores))
      await record(deps.database, more)
      events.push(...more)
    },
    async isDone() {
      const { db } = deps.database
      const { last, queued } = await sequence(db)
      return queued === last && (await db.$count(webhookDeliveries, ne(webhookDeliveries.status, 'delivered'))) === 0
    },
    successes: () => successesIn(database.url),
    async [Symbol.asyncDispose]() {
      await deps.close()
      await receiver[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
