import { and, asc, eq, exists, inArray, isNull, ne, not, notExists, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Db } from '#drizzle/database.ts'
import { translated, UniqueViolation } from '#drizzle/errors.ts'
import { lockInstallation } from '#drizzle/installation-lock.ts'
import { stores } from '#drizzle/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { compareNames } from '#shared/name-order.ts'
import { failingStates, Store } from '#shared/stores.ts'
import type { NewEvent } from '#server/events/new-event.ts'
import { recordEvent } from '#server/events/record-repo.ts'

/** A stored store. `secrets` and `tokens` are encrypted; see drizzle/schema.ts. */
const StoreRow = Store.extend({
  stateSince: z.date().nullable(),
  secrets: z.string(),
  tokens: z.string().nullable(),
  renewingUntil: z.date().nullable(),
})
export type StoreRow = z.infer<typeof StoreRow>

/** Drops the secrets: only the fields of `Store` are ever returned to clients. */
export const publicStore = (row: StoreRow): Store => Store.parse({ ...row, stateSince: row.stateSince?.toISOString() ?? null })

type Change = Partial<Omit<StoreRow, 'id'>>

function explain(error: unknown): never {
  const cause = translated(error)
  throw cause instanceof UniqueViolation ? new AppError('NAME_TAKEN', messages.stores.nameTaken, { cause }) : cause
}

/** All stores, by name. */
export async function listStoreRows(db: Db): Promise<StoreRow[]> {
  const rows = StoreRow.array().parse(await db.select().from(stores).orderBy(asc(stores.id)))
  return rows.toSorted((one, other) => compareNames(one.name, other.name))
}

/** The ids of all stores in the order of creation. */
export async function listStoreIds(db: Db): Promise<string[]> {
  const rows = await db.select({ id: stores.id }).from(stores).orderBy(asc(stores.createdAt), asc(stores.id))
  return rows.map(({ id }) => id)
}

export async function findStoreRow(db: Db, id: string): Promise<StoreRow | null> {
  const [row] = await db.select().from(stores).where(eq(stores.id, id))
  return row ? StoreRow.parse(row) : null
}

/** The stores that exist, in no particular order. */
export async function findStoreRows(db: Db, ids: readonly string[]): Promise<StoreRow[]> {
  return StoreRow.array().parse(
    await db
      .select()
      .from(stores)
      .where(inArray(stores.id, [...ids])),
  )
}

/** Adds a store without calling its shop. Throws NAME_TAKEN where another store has the name. */
export async function insertStore(db: Db, row: StoreRow, at: Date) {
  await db
    .insert(stores)
    .values({ ...row, createdAt: at, updatedAt: at })
    .catch(explain)
}

type Shop = Pick<StoreRow, 'id' | 'platform' | 'domain'>

/** The other stores that are connected to this store's shop. */
const othersOf = (db: Db, { id, platform, domain }: Shop) =>
  db
    .select({ id: stores.id })
    .from(stores)
    .where(and(eq(stores.platform, platform), eq(stores.domain, domain), ne(stores.id, id)))

/** Adds a store. Returns false, without a change, where another store is connected to its shop. Throws NAME_TAKEN. */
export async function insertConnectedStore({ batch }: Database, row: StoreRow, at: Date): Promise<boolean> {
  const [, , given] = await batch((db) => [
    lockInstallation(db),
    db
      .insert(stores)
      .values({ ...row, createdAt: at, updatedAt: at })
      .returning({ id: stores.id }),
    db
      .delete(stores)
      .where(and(eq(stores.id, row.id), exists(othersOf(db, row))))
      .returning({ id: stores.id }),
  ]).catch(explain)
  return given.length === 0
}

/** Whether a store is still at this shop. */
const isAt = ({ platform, domain }: Shop) => and(eq(stores.platform, platform), eq(stores.domain, domain))

/**
 * The changed row. null, without a change: the store was removed, another store is already connected to the new shop, or a change without a
 * domain finds it at another shop. Throws NAME_TAKEN.
 */
export async function updateStoreRow(
  { batch }: Database,
  store: Shop,
  change: Change,
  at: Date,
  event: NewEvent | null = null,
): Promise<StoreRow | null> {
  const after = { ...store, ...change }
  const staysThere = after.platform === store.platform && after.domain === store.domain
  const isThere = change.domain === undefined ? isAt(store) : undefined
  const results = await batch((db) => [
    lockInstallation(db),
    ...recordStateChange(db, event, eq(stores.id, store.id)),
    db
      .update(stores)
      .set({ ...change, updatedAt: at })
      .where(and(eq(stores.id, store.id), staysThere ? isThere : notExists(othersOf(db, after))))
      .returning(),
  ]).catch(explain)
  const rows = StoreRow.array().parse(results.at(-1))
  return rows[0] ?? null
}

/** Returns false where no such store exists. */
export async function deleteStoreRow(db: Db, id: string): Promise<boolean> {
  const rows = await db.delete(stores).where(eq(stores.id, id)).returning({ id: stores.id })
  return rows.length > 0
}

/** Whether a store still has these credentials. */
const hasSecrets = ({ id, secrets }: Pick<StoreRow, 'id' | 'secrets'>) => and(eq(stores.id, id), eq(stores.secrets, secrets))

/** The statements that record a change between failing and answering, unless another process has recorded it before. */
function recordStateChange(db: Db, event: NewEvent | null, store: SQL | undefined) {
  if (!event) return []
  const isFailing = inArray(stores.state, [...failingStates])
  const isNews = event.type === 'store.recovered' ? isFailing : or(isNull(stores.state), not(isFailing))
  const before = db
    .select({ one: sql`1` })
    .from(stores)
    .where(and(store, isNews))
  return recordEvent(db, event, exists(before))
}

/**
 * Stores the state, and records the event, only if the credentials are unchanged: a call with replaced credentials says nothing about the
 * new ones.
 */
export async function updateState(
  { batch }: Database,
  store: Pick<StoreRow, 'id' | 'secrets'>,
  change: Pick<typeof stores.$inferInsert, 'state' | 'stateReason' | 'stateSince'>,
  event: NewEvent | null,
) {
  await batch((db) => [
    ...recordStateChange(db, event, hasSecrets(store)),
    db.update(stores).set(change).where(hasSecrets(store)).returning({ id: stores.id }),
  ])
}
