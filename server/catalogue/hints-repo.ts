// What shops have told to be changed, and whether they tell. A hint says only that a product may be another one than before: what it is now is
// asked of the shop.
import { and, asc, count, eq, getColumns, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { catalogueHints, catalogueStores } from '#drizzle/catalogue-tables.ts'
import type { SharedClock } from '#drizzle/shared-clock.ts'

/** `changedAt`: the last change, by the shop's clock. null: it was not told. */
export type Hint = { productId: string; mark: string; changedAt: Date | null }
export type NewHint = Hint & { storeId: string; at: Date }

/** Whether a store has hints. For the conditions of statements about `catalogue_stores`. */
export const hasHints = sql.raw('exists (select 1 from catalogue_hints where catalogue_hints.store_id = catalogue_stores.store_id)')

const ofStore = (storeId: string) => eq(catalogueHints.storeId, storeId)
const hintOf = ({ productId, mark, changedAt }: Hint): Hint => ({ productId, mark, changedAt })

/** What was told last, whatever comes in which order. Without a time, it is to be asked for in any case. */
const latest = sql`case when excluded.changed_at is null or excluded.changed_at > ${catalogueHints.changedAt}
  then excluded.changed_at else ${catalogueHints.changedAt} end`

/** Adds a hint, or marks the one of the same product anew, so that a reading that has already begun does not remove it. */
export async function addHint(db: Db, { storeId, ...hint }: NewHint) {
  const { mark, at } = hint
  await db
    .insert(catalogueHints)
    .values({ storeId, ...hint })
    .onConflictDoUpdate({
      target: [catalogueHints.storeId, catalogueHints.productId],
      set: { mark, changedAt: latest, at },
    })
}

/** Marks the hint of a product anew, where it has one. */
export async function markHint(db: Db, { storeId, productId, mark, at }: Omit<NewHint, 'changedAt'>) {
  await db
    .update(catalogueHints)
    .set({ mark, at, changedAt: null })
    .where(and(ofStore(storeId), eq(catalogueHints.productId, productId)))
}

export async function countHints(db: Db, storeId: string): Promise<number> {
  const [row] = await db.select({ found: count() }).from(catalogueHints).where(ofStore(storeId))
  return row?.found ?? 0
}

/** Those that wait longest. */
export async function findHints(db: Db, storeId: string, atMost: number): Promise<Hint[]> {
  const rows = await db
    .select(getColumns(catalogueHints))
    .from(catalogueHints)
    .where(ofStore(storeId))
    .orderBy(asc(catalogueHints.at), asc(catalogueHints.productId))
    .limit(atMost)
  return rows.map(hintOf)
}

/** Removes exactly these. One that came again in the meantime has another mark, and stays. */
export async function removeHints(db: Db, storeId: string, hints: readonly Pick<Hint, 'mark'>[]) {
  if (hints.length === 0) return
  const marks = hints.map(({ mark }) => mark)
  await db.delete(catalogueHints).where(and(ofStore(storeId), inArray(catalogueHints.mark, marks)))
}

export async function dropHints(db: Db, storeIds: readonly string[]) {
  await db.delete(catalogueHints).where(inArray(catalogueHints.storeId, [...storeIds]))
}

/** Has a store looked at as a whole, in place of its hints. One that fails is not asked sooner than it would be. */
export async function lookInstead(db: Db, storeId: string, clock: SharedClock) {
  await dropHints(db, [storeId])
  await db
    .update(catalogueStores)
    .set({ dueAt: clock.after(0) })
    .where(and(eq(catalogueStores.storeId, storeId), eq(catalogueStores.failures, 0)))
}

/** Whether a copy of a store is wanted, and whether a keeper reads it now. */
export async function findKeeping(db: Db, storeId: string, clock: SharedClock): Promise<{ isOn: boolean; isHeld: boolean }> {
  const isHeld = sql<boolean>`coalesce(${catalogueStores.leaseUntil} > ${clock.after(0)}, ${sql.raw('1 = 0')})`.mapWith(Boolean)
  const [row] = await db.select({ isOn: catalogueStores.isOn, isHeld }).from(catalogueStores).where(eq(catalogueStores.storeId, storeId))
  return row ?? { isOn: true, isHeld: false }
}

/** Notes that a shop tells of changes. Not more often than every `everyMs`, because that is all that is asked. */
export async function noteHeard(db: Db, storeId: string, at: Date, everyMs: number) {
  const { heardAt } = catalogueStores
  await db
    .update(catalogueStores)
    .set({ heardAt: at })
    .where(and(eq(catalogueStores.storeId, storeId), or(isNull(heardAt), lt(heardAt, new Date(at.getTime() - everyMs)))))
}
