// The queue of deliveries, in a table that all machines share. Every statement on a claimed delivery checks the claim, so that a process
// that lost it changes nothing.
import { and, asc, desc, eq, getColumns, gt, inArray, isNull, lt, lte, notInArray, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Db } from '#drizzle/database.ts'
import { events, webhookDeliveries as deliveries, webhooks } from '#drizzle/event-tables.ts'
import { DeliveryStatus, testEventType } from '#shared/webhooks.ts'
import { EventType } from '#shared/events.ts'
import type { KeysetPlace } from '#server/rows/keyset-cursor.ts'

const DeliveryRow = z.object({
  id: z.string(),
  webhookId: z.string(),
  eventId: z.string(),
  type: z.union([EventType, z.literal(testEventType)]),
  body: z.string(),
  status: DeliveryStatus,
  attempts: z.int(),
  createdAt: z.date(),
  runAt: z.date(),
  expiresAt: z.date(),
  attemptedAt: z.date().nullable(),
  answerStatus: z.int().nullable(),
  failure: z.string().nullable(),
  durationMs: z.int().nullable(),
})
export type DeliveryRow = z.infer<typeof DeliveryRow>
export type NewDelivery = Pick<DeliveryRow, 'id' | 'webhookId' | 'eventId' | 'type' | 'body' | 'createdAt' | 'runAt' | 'expiresAt'>
export type DeliveryClaim = { id: string; claim: string }
/** The end of an attempt. */
export type AttemptEnd = Pick<DeliveryRow, 'status' | 'runAt' | 'attemptedAt' | 'answerStatus' | 'failure' | 'durationMs'>

const fresh = { status: 'waiting', attempts: 0, claim: null, leaseUntil: null }
const isMine = ({ id, claim }: DeliveryClaim) => and(eq(deliveries.id, id), eq(deliveries.claim, claim))
const isFree = (now: Date) => or(isNull(deliveries.leaseUntil), lt(deliveries.leaseUntil, now))
const isDue = (now: Date) => and(eq(deliveries.status, 'waiting'), lte(deliveries.runAt, now), isFree(now))

/** The statement that puts deliveries into the queue. One that is there already stays as it is. */
export const addDeliveries = (db: Db, rows: readonly NewDelivery[]) =>
  db
    .insert(deliveries)
    .values(rows.map((row) => ({ ...row, ...fresh })))
    .onConflictDoNothing()
    .returning({ id: deliveries.id })

/** The deliveries that are due and not claimed, of active webhooks, oldest first. Those of `full` webhooks are left out. */
export async function dueDeliveries(
  db: Db,
  now: Date,
  full: readonly string[],
  most: number,
): Promise<Pick<DeliveryRow, 'id' | 'webhookId'>[]> {
  return db
    .select({ id: deliveries.id, webhookId: deliveries.webhookId })
    .from(deliveries)
    .innerJoin(webhooks, eq(webhooks.id, deliveries.webhookId))
    .where(and(isDue(now), eq(webhooks.isActive, true), full.length > 0 ? notInArray(deliveries.webhookId, [...full]) : undefined))
    .orderBy(asc(deliveries.runAt))
    .limit(most)
}

/** Returns null where another process has claimed it first. */
export async function claimDelivery(db: Db, { id, claim }: DeliveryClaim, now: Date, leaseUntil: Date): Promise<DeliveryRow | null> {
  const [row] = await db
    .update(deliveries)
    .set({ claim, leaseUntil })
    .where(and(eq(deliveries.id, id), isDue(now)))
    .returning()
  return row ? DeliveryRow.parse(row) : null
}

/** Ends an attempt. Returns false where this process lost the claim. */
export async function endAttempt(db: Db, claim: DeliveryClaim, attempts: number, end: AttemptEnd): Promise<boolean> {
  const rows = await db
    .update(deliveries)
    .set({ ...end, attempts, claim: null, leaseUntil: null })
    .where(isMine(claim))
    .returning({ id: deliveries.id })
  return rows.length > 0
}

/** Ends the deliveries whose time is over, such as those of a webhook that was switched off. */
export async function expireDeliveries(db: Db, now: Date) {
  await db
    .update(deliveries)
    .set({ status: 'failed' })
    .where(and(eq(deliveries.status, 'waiting'), lt(deliveries.expiresAt, now), isFree(now)))
}

/** The newest deliveries of a webhook after a cursor, plus one where there are more. */
export async function listDeliveryRows(
  db: Db,
  { webhookId, status }: { webhookId: string; status: DeliveryStatus | undefined },
  limit: number,
  after: KeysetPlace | null,
): Promise<DeliveryRow[]> {
  const behind = after && or(lt(deliveries.createdAt, after.at), and(eq(deliveries.createdAt, after.at), lt(deliveries.id, after.id)))
  const rows = await db
    .select(getColumns(deliveries))
    .from(deliveries)
    .where(and(eq(deliveries.webhookId, webhookId), status && eq(deliveries.status, status), behind ?? undefined))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(limit + 1)
  return DeliveryRow.array().parse(rows)
}

export async function findDelivery(db: Db, webhookId: string, id: string): Promise<DeliveryRow | null> {
  const [row] = await db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.id, id), eq(deliveries.webhookId, webhookId)))
  return row ? DeliveryRow.parse(row) : null
}

/** Puts a delivery that has ended into the queue again. null: it is waiting already, or gone. */
export async function requeueDelivery(db: Db, id: string, now: Date, expiresAt: Date): Promise<DeliveryRow | null> {
  const [row] = await db
    .update(deliveries)
    .set({ ...fresh, runAt: now, expiresAt })
    .where(and(eq(deliveries.id, id), or(eq(deliveries.status, 'delivered'), eq(deliveries.status, 'failed'))))
    .returning()
  return row ? DeliveryRow.parse(row) : null
}

/** Adds a delivery that its caller sends at once. No other process takes it before the lease is over. */
export async function insertClaimed({ batch }: Database, row: NewDelivery, claim: string, leaseUntil: Date) {
  await batch((db) => [
    db
      .insert(deliveries)
      .values({ ...row, ...fresh, claim, leaseUntil })
      .returning({ id: deliveries.id }),
  ])
}

const EventStores = z.union([
  z.object({ storeIds: z.array(z.string()) }).transform((data) => data.storeIds),
  z.object({ storeId: z.string() }).transform((data) => [data.storeId]),
])

function isAboutOnly(data: unknown, storeIds: readonly string[]): boolean {
  const about = EventStores.safeParse(data).data
  return about?.every((id) => storeIds.includes(id)) ?? false
}

/** The deliveries that are looked at together. */
const atOnce = 500

/** Removes the deliveries of a webhook about events that it is not told of any more. Those of events that are gone may be about any store. */
export async function removeDeliveriesOutside(db: Db, webhookId: string, storeIds: readonly string[]) {
  for (let last = '', isMore = true; isMore;) {
    const rows = await db
      .select({ id: deliveries.id, type: deliveries.type, data: events.data })
      .from(deliveries)
      .leftJoin(events, eq(events.id, deliveries.eventId))
      .where(and(eq(deliveries.webhookId, webhookId), gt(deliveries.id, last)))
      .orderBy(asc(deliveries.id))
      .limit(atOnce)
    const outside = rows.filter(({ type, data }) => type !== testEventType && !isAboutOnly(data, storeIds)).map(({ id }) => id)
    if (outside.length > 0) await db.delete(deliveries).where(inArray(deliveries.id, outside))
    last = rows.at(-1)?.id ?? ''
    isMore = rows.length === atOnce
  }
}
