import { and, asc, count, desc, eq, inArray, notExists, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Db } from '#drizzle/database.ts'
import { ignoredClashes, ignoredClashStores } from '#drizzle/catalogue-tables.ts'
import { users } from '#drizzle/schema.ts'
import { IgnoredClash, type CatalogueClashIgnoreRequest } from '#shared/catalogue-clashes.ts'

type Place = Pick<CatalogueClashIgnoreRequest, 'by' | 'code' | 'kind'>

/** `storeIds`: the stores between which the clash is ignored. `priceRatio`: up to which ratio of prices it is; null: up to any. */
export type ClashMark = Omit<IgnoredClash, 'canShowAgain'> & { id: string; storeIds: ReadonlySet<string>; priceRatio: number | null }

const Row = z.object({
  id: z.string(),
  code: z.string(),
  kind: IgnoredClash.shape.kind,
  reason: z.string(),
  priceRatio: z.number().nullable(),
  person: z.string().nullable(),
  at: z.date(),
  storeId: z.string(),
})

/** What is ignored of some codes, by the code, the newest first. */
export async function findIgnored(db: Db, by: Place['by'], codes: readonly string[]): Promise<ReadonlyMap<string, ClashMark[]>> {
  const { id, code, kind, reason, priceRatio, at } = ignoredClashes
  const rows = await db
    .select({ id, code, kind, reason, priceRatio, at, person: users.name, storeId: ignoredClashStores.storeId })
    .from(ignoredClashes)
    .innerJoin(ignoredClashStores, eq(ignoredClashStores.clashId, id))
    .leftJoin(users, eq(users.id, ignoredClashes.userId))
    .where(and(eq(ignoredClashes.by, by), inArray(code, [...codes])))
    .orderBy(desc(at), asc(id))
  const byMark = Map.groupBy(
    rows.map((row) => Row.parse(row)),
    (row) => row.id,
  )
  const marks = [...byMark.values()].flatMap((ofMark) =>
    ofMark.slice(0, 1).map((row) => ({ ...row, at: row.at.toISOString(), storeIds: new Set(ofMark.map(({ storeId }) => storeId)) })),
  )
  return Map.groupBy(marks, (mark) => mark.code)
}

/** The codes of which something is ignored. */
export async function ignoredCodes(db: Db, by: Place['by']): Promise<string[]> {
  const rows = await db.selectDistinct({ code: ignoredClashes.code }).from(ignoredClashes).where(eq(ignoredClashes.by, by))
  return rows.map(({ code }) => code)
}

export async function countIgnored(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(ignoredClashes)
  return row?.count ?? 0
}

type NewMark = { id: string; reason: string; priceRatio: number | null; userId: string; at: Date; storeIds: readonly string[] }

const storesOf = (db: Db) =>
  db.select({ id: ignoredClashStores.clashId }).from(ignoredClashStores).where(eq(ignoredClashStores.clashId, ignoredClashes.id))

/** Ignores a clash between stores. `replaced`: the marks that say no more than this one. */
export async function saveIgnored({ batch }: Database, place: Place, { storeIds, ...mark }: NewMark, replaced: readonly string[]) {
  await batch((db) => [
    // With those whose stores were all deleted.
    db.delete(ignoredClashes).where(or(inArray(ignoredClashes.id, [...replaced]), notExists(storesOf(db)))),
    db.insert(ignoredClashes).values({ ...place, ...mark }),
    db.insert(ignoredClashStores).values(storeIds.map((storeId) => ({ clashId: mark.id, storeId }))),
  ])
}

export async function removeIgnored(db: Db, ids: readonly string[]) {
  await db.delete(ignoredClashes).where(inArray(ignoredClashes.id, [...ids]))
}
