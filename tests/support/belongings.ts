import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { destinations } from '#drizzle/destination-tables.ts'
import { webhookDeliveries, webhooks } from '#drizzle/event-tables.ts'
import { jobs } from '#drizzle/job-tables.ts'
import { apiKeys, roleAssignments, sessions, stores, users, views } from '#drizzle/schema.ts'
import { passkeys } from '#drizzle/second-factor-tables.ts'
import { schedules } from '#drizzle/schedule-tables.ts'
import { createDestination } from '#server/destinations/service.ts'
import { enqueue } from '#server/jobs/service.ts'
import { webhookBinding } from '#server/webhooks/secrets.ts'
import { newSecret } from '#server/webhooks/signature.ts'
import { permissions } from '#shared/access.ts'
import { eventTypes } from '#shared/events.ts'
import type { World } from './world.ts'

/** An API key of the person, without a known token. For an unknown person, an id that does not exist. */
export async function newApiKey(db: Db, userId: string): Promise<string> {
  const [id, createdAt] = [crypto.randomUUID(), new Date()]
  if ((await db.$count(users, eq(users.id, userId))) === 0) return id
  const key = { id, userId, name: 'Script', tokenHash: id, permissions: [], storeIds: null, createdAt, lastUsedAt: null }
  await db.insert(apiKeys).values(key)
  return id
}

/** A service account with the roles of the person. For an unknown person, an id that does not exist. */
export async function serviceAccountLike(db: Db, userId: string): Promise<string> {
  const [id, at] = [crypto.randomUUID(), new Date()]
  if ((await db.$count(users, eq(users.id, userId))) === 0) return id
  const account = {
    id,
    name: id,
    email: id,
    emailVerified: false,
    isActive: true,
    isService: true,
    confirmedAt: at,
    createdAt: at,
    updatedAt: at,
  }
  await db.insert(users).values(account)
  // Nobody but people of all stores covers a role in a store that other tests have deleted.
  const known = (await db.select({ id: stores.id }).from(stores)).map((store) => store.id)
  const roles = await db.select().from(roleAssignments).where(eq(roleAssignments.userId, userId))
  for (const role of roles.filter(({ storeId }) => storeId === null || known.includes(storeId)))
    await db.insert(roleAssignments).values({ ...role, id: crypto.randomUUID(), userId: id })
  return id
}

/** A session of the person, without a known token. */
export async function newSession(db: Db, userId: string): Promise<string> {
  const [id, now] = [crypto.randomUUID(), new Date()]
  const session = { id, userId, token: id, expiresAt: new Date(now.getTime() + 3_600_000), createdAt: now, updatedAt: now }
  await db.insert(sessions).values(session)
  return id
}

/** A passkey of the person, without a known key. */
export async function newPasskey(db: Db, userId: string): Promise<string> {
  const id = crypto.randomUUID()
  if ((await db.$count(users, eq(users.id, userId))) === 0) return id
  const passkey = { id, userId, credentialID: id, publicKey: '', counter: 0, deviceType: 'singleDevice', backedUp: false }
  await db.insert(passkeys).values(passkey)
  return id
}

/** Another person's export from the store. */
export async function jobOf({ deps }: World, storeId: string, change: Partial<typeof jobs.$inferInsert> = {}): Promise<string> {
  const made = { type: 'product_export', payload: { storeId, config: { fields: ['Product Id'] } }, storeIds: [storeId] } as const
  // A new person each time, because the number of queued jobs per person is limited.
  const { id } = await enqueue(deps, { id: crypto.randomUUID(), grants: [{ storeId: null, level: 100, permissions }] }, made)
  if (Object.keys(change).length > 0) await deps.database.db.update(jobs).set(change).where(eq(jobs.id, id))
  return id
}

/** Such an export after its end, with its file. */
export async function fileOf(world: World, storeId: string) {
  const fileId = `${crypto.randomUUID()}.1`
  const file = { id: fileId, name: 'a.csv', rows: 1, bytes: 2, sha256: '' }
  writeFileSync(join(world.exports, `${fileId}.csv`), 'ab')
  return { id: await jobOf(world, storeId, { status: 'completed', files: [file] }), fileId }
}

/** A daily export of products from the store, due in a day. */
export async function scheduleIn({ deps, clock }: World, storeId: string, change: Partial<typeof schedules.$inferInsert>): Promise<string> {
  const [id, createdAt, nextDue] = [crypto.randomUUID(), new Date(clock.now), new Date(clock.now + 24 * 3_600_000)]
  await deps.database.db.insert(schedules).values({
    id,
    name: 'Daily',
    type: 'product_export',
    request: { storeId, config: { fields: ['Product Id'] } },
    storeIds: [storeId],
    calendar: { every: 'day', at: '06:00' },
    timezone: 'UTC',
    delivers: 'all',
    includeDeleted: false,
    format: 'csv',
    includeReceipt: false,
    missed: 'run-once',
    overlap: 'skip',
    ownerId: 'nobody',
    state: 'active',
    nextDue,
    lookAt: nextDue,
    revision: 0,
    createdAt,
    updatedAt: createdAt,
    ...change,
  })
  return id
}

/** A view that the team shares and that nobody owns any more. */
export async function sharedView({ deps }: World): Promise<string> {
  const [id, createdAt] = [crypto.randomUUID(), new Date()]
  const view = { id, screen: 'orders', name: id, shared: true, search: {}, ownerId: null, createdAt, updatedAt: createdAt }
  await deps.database.db.insert(views).values(view)
  return id
}

/** A webhook of the store North, whose address refuses the connection. It is made again where it was deleted. */
export async function webhookOf({ deps, stores: { north } }: World): Promise<string> {
  const { db } = deps.database
  const [known] = await db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.name, 'Warehouse'))
  if (known) return known.id
  const [id, createdAt] = [crypto.randomUUID(), new Date()]
  const secret = deps.vault.seal(newSecret(), webhookBinding(id))
  const about = { name: 'Warehouse', url: 'http://127.0.0.1:9/', events: eventTypes, storeIds: [north], isActive: true }
  await db.insert(webhooks).values({ id, ...about, secret, createdAt, updatedAt: createdAt })
  return id
}

/** A destination whose address refuses the connection. */
export const webhookDestination = {
  kind: 'webhook' as const,
  settings: { url: 'http://127.0.0.1:9/' },
  secrets: { signingKey: newSecret() },
}

/** A new destination of that kind, the only one. */
export async function destinationOf({ deps }: World): Promise<string> {
  await deps.database.db.delete(destinations)
  return (await createDestination(deps, { ...webhookDestination, name: crypto.randomUUID() })).id
}

/** A failed delivery of that webhook. */
export async function deliveryOf(world: World) {
  const [webhookId, id, createdAt] = [await webhookOf(world), crypto.randomUUID(), new Date()]
  const times = { createdAt, runAt: createdAt, expiresAt: createdAt }
  const row = { id, webhookId, eventId: id, type: 'job.completed', body: '{}', status: 'failed', attempts: 1, ...times }
  await world.deps.database.db.insert(webhookDeliveries).values(row)
  return { id: webhookId, deliveryId: id }
}
