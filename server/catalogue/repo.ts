// What is known about each store's copy, and who reads the store now. Every statement of a keeper checks that it still owns the store, so that
// one that lost it changes nothing.
import { and, asc, eq, getColumns, inArray, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'
import { catalogueStores, nothingRead } from '#drizzle/catalogue-tables.ts'
import { stores } from '#drizzle/schema.ts'
import { dropHints, hasHints } from '#server/catalogue/hints-repo.ts'
import type { SharedClock } from '#drizzle/shared-clock.ts'

export { nothingRead } from '#drizzle/catalogue-tables.ts'

const CopyRow = z.object({
  storeId: z.string(),
  isOn: z.boolean(),
  shop: z.string().nullable(),
  rebuildWantedAt: z.date().nullable(),
  filledAt: z.date().nullable(),
  filledInto: z.string().nullable(),
  checkedAt: z.date().nullable(),
  changedAt: z.date().nullable(),
  mark: z.date().nullable(),
  comparedAt: z.date().nullable(),
  differences: z.int().nullable(),
  countedAt: z.date().nullable(),
  shortBy: z.int().nullable(),
  problem: z.string().nullable(),
  failures: z.int(),
  webhooks: z.enum(['on', 'uncertain', 'ending', 'left', 'unavailable']).nullable(),
  webhookProblem: z.string().nullable(),
  webhooksAt: z.date().nullable(),
  heardAt: z.date().nullable(),
})
/** What is known about the copy of a store; see drizzle/catalogue-tables.ts. */
export type CopyRow = z.infer<typeof CopyRow>

/**
 * `isLookDue`: whether the shop has to be asked for changes. If not, it has told of some. `dueAt`: since when. `claimedAt`: by the clock that all machines
 * share, in milliseconds since 1970.
 */
export type ClaimedCopy = CopyRow & { isLookDue: boolean; dueAt: Date; claimedAt: number }

/** The store that a keeper reads. */
export type Claim = { storeId: string; owner: string }

const dueColumn = catalogueStores.dueAt
export const isMine = ({ storeId, owner }: Claim) => and(eq(catalogueStores.storeId, storeId), eq(catalogueStores.owner, owner))
const isFree = (clock: SharedClock) => or(isNull(catalogueStores.leaseUntil), lt(catalogueStores.leaseUntil, clock.after(0)))
const isLookDue = (clock: SharedClock) => lte(catalogueStores.dueAt, clock.after(0))
/** What a shop has told makes it due at once, unless it fails or has no copy yet. */
const hasToldOf = and(eq(catalogueStores.failures, 0), isNotNull(catalogueStores.filledAt), hasHints)
/** What was filled is in a copy that was emptied since. */
const isLost = (copy: string) => and(isNotNull(catalogueStores.filledAt), sql`coalesce(${catalogueStores.filledInto}, '') <> ${copy}`)
const isDue = (clock: SharedClock, copy: string) =>
  and(eq(catalogueStores.isOn, true), or(isLookDue(clock), hasToldOf, isLost(copy)), isFree(clock))

/** Whether a store was filled into the copy. @param copy its identity */
export const isFilledInto = (row: Pick<CopyRow, 'filledAt' | 'filledInto'> | undefined, copy: string): boolean =>
  Boolean(row?.filledAt) && row?.filledInto === copy

/** The stores whose copies are kept and complete, with the time when their shops were last asked for changes. @param copy its identity */
export async function completeCopies(db: Db, copy: string): Promise<ReadonlyMap<string, Date>> {
  const { storeId, isOn, filledAt, filledInto, checkedAt } = catalogueStores
  const isComplete = and(eq(isOn, true), isNotNull(filledAt), eq(filledInto, copy))
  const rows = await db.select({ storeId, checkedAt }).from(catalogueStores).where(isComplete)
  return new Map(rows.flatMap((row) => (row.checkedAt ? [[row.storeId, row.checkedAt] as const] : [])))
}

/**
 * The active stores that a keeper should read now, those that waited longest first. `isFilled`: whether their copies are complete.
 * @param copy the identity of the copy
 */
export async function dueCopies(db: Db, clock: SharedClock, copy: string): Promise<{ storeId: string; isFilled: boolean }[]> {
  const { filledAt, filledInto, rebuildWantedAt, storeId, dueAt } = catalogueStores
  const rows = await db
    .select({ storeId: stores.id, filledAt, filledInto, rebuildWantedAt })
    .from(stores)
    .leftJoin(catalogueStores, eq(storeId, stores.id))
    .where(and(eq(stores.active, true), or(isNull(storeId), isDue(clock, copy))))
    .orderBy(asc(dueAt), asc(stores.id))
  return rows.map((row) => ({ storeId: row.storeId, isFilled: isFilledInto(row, copy) && row.rebuildWantedAt === null }))
}

/** Adds the row of a store that has none. */
const addRow = (db: Db, storeId: string, clock: SharedClock, isOn = true) =>
  db
    .insert(catalogueStores)
    .values({ storeId, isOn, dueAt: clock.after(0), failures: 0 })
    .onConflictDoNothing()

type Claiming = { clock: SharedClock; leaseMs: number; copy: string }

/** Takes a store that is due. null: another keeper has taken it first, or it is not due any more. @param copy the identity of the copy */
export async function claimCopy(db: Db, { storeId, owner }: Claim, { clock, leaseMs, copy }: Claiming): Promise<ClaimedCopy | null> {
  await addRow(db, storeId, clock)
  const [row] = await db
    .update(catalogueStores)
    .set({ owner, leaseUntil: clock.after(leaseMs) })
    .where(and(eq(catalogueStores.storeId, storeId), isDue(clock, copy)))
    .returning({
      ...getColumns(catalogueStores),
      isLookDue: sql<boolean>`${isLookDue(clock)}`.mapWith(Boolean),
      claimedAt: clock.milliseconds(),
    })
  return row ? { ...CopyRow.parse(row), isLookDue: row.isLookDue, dueAt: row.dueAt, claimedAt: row.claimedAt } : null
}

/** Returns false where the keeper has lost the store. */
async function changeMine(db: Db, claim: Claim, change: Change): Promise<boolean> {
  const rows = await db.update(catalogueStores).set(change).where(isMine(claim)).returning({ id: catalogueStores.storeId })
  return rows.length > 0
}
type Times = { leaseUntil: SQL<Date> | null; dueAt: SQL<Date>; owner: null }
type Change = Partial<Omit<CopyRow, 'storeId' | 'isOn'> & Times>

export const renewClaim = (db: Db, claim: Claim, clock: SharedClock, leaseMs: number): Promise<boolean> =>
  changeMine(db, claim, { leaseUntil: clock.after(leaseMs) })

/** Stores what a keeper has found. */
export const noteCopy = (db: Db, claim: Claim, change: Partial<Omit<CopyRow, 'storeId' | 'isOn' | 'rebuildWantedAt'>>) =>
  changeMine(db, claim, change)

/** Gives a store back that could not be read. It is due again in so many milliseconds. */
export const releaseCopy = (db: Db, claim: Claim, clock: SharedClock, dueInMs: number) =>
  changeMine(db, claim, { owner: null, leaseUntil: null, dueAt: clock.after(dueInMs) })

/**
 * Gives a store back that was read. It is due again in so many milliseconds, or, with null, when it was before. If somebody wanted it looked at
 * since `dueAt`, it is due at once.
 */
export async function releaseRead(db: Db, claim: Claim, clock: SharedClock, { dueAt, dueInMs }: { dueAt: Date; dueInMs: number | null }) {
  const again =
    dueInMs === null ? {} : { dueAt: sql<Date>`case when ${eq(dueColumn, dueAt)} then ${clock.after(dueInMs)} else ${dueColumn} end` }
  await changeMine(db, claim, { owner: null, leaseUntil: null, ...again })
}

/** Ends the wish for a rebuild, unless it was repeated in the meantime. */
export async function endRebuild(db: Db, claim: Claim, wantedAt: Date) {
  await db
    .update(catalogueStores)
    .set({ rebuildWantedAt: null })
    .where(and(isMine(claim), eq(catalogueStores.rebuildWantedAt, wantedAt)))
}

/** Forgets what is known about copies, because they are dropped, and takes the stores from their keepers. */
export async function forgetCopies(db: Db, storeIds: readonly string[], clock: SharedClock) {
  await db
    .update(catalogueStores)
    .set({ ...nothingRead, owner: null, leaseUntil: null, rebuildWantedAt: null, problem: null, failures: 0, dueAt: clock.after(0) })
    .where(inArray(catalogueStores.storeId, [...storeIds]))
  await dropHints(db, storeIds)
}

export async function setWanted(db: Db, storeId: string, isOn: boolean, clock: SharedClock) {
  await addRow(db, storeId, clock, isOn)
  await db.update(catalogueStores).set({ isOn }).where(eq(catalogueStores.storeId, storeId))
}

/** Has a store read anew, soon. */
export async function setRebuild(db: Db, storeId: string, at: Date, clock: SharedClock) {
  await addRow(db, storeId, clock)
  await db
    .update(catalogueStores)
    .set({ rebuildWantedAt: at, dueAt: clock.after(0) })
    .where(eq(catalogueStores.storeId, storeId))
}

/** The active stores of which a copy is wanted. */
export async function wantedCopies(db: Db): Promise<string[]> {
  const { storeId, isOn } = catalogueStores
  const rows = await db
    .select({ id: stores.id })
    .from(stores)
    .leftJoin(catalogueStores, eq(storeId, stores.id))
    .where(and(eq(stores.active, true), or(isNull(storeId), eq(isOn, true))))
  return rows.map(({ id }) => id)
}

/** Those of the stores that are not deleted. */
export async function existingStores(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: stores.id })
    .from(stores)
    .where(inArray(stores.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

/** The stores about whose copies anything is known. */
export async function knownCopies(db: Db): Promise<string[]> {
  const { storeId, shop, problem, owner } = catalogueStores
  const rows = await db
    .select({ id: storeId })
    .from(catalogueStores)
    .where(or(sql`${shop} is not null`, sql`${problem} is not null`, sql`${owner} is not null`))
  return rows.map(({ id }) => id)
}

/** What is known about the copies of stores, and whether a keeper reads them now. */
export async function findCopies(
  db: Db,
  storeIds: readonly string[],
  clock: SharedClock,
): Promise<ReadonlyMap<string, CopyRow & { isHeld: boolean }>> {
  const isHeld = sql<boolean>`coalesce(${catalogueStores.leaseUntil} > ${clock.after(0)}, ${sql.raw('1 = 0')})`.mapWith(Boolean)
  const rows = await db
    .select({ row: catalogueStores, isHeld })
    .from(catalogueStores)
    .where(inArray(catalogueStores.storeId, [...storeIds]))
  return new Map(rows.map(({ row, isHeld: held }) => [row.storeId, { ...CopyRow.parse(row), isHeld: held }]))
}
