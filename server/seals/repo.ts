import { and, asc, desc, eq, gt, gte, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Db } from '#drizzle/database.ts'
import { auditEntries, auditSeals } from '#drizzle/audit-tables.ts'
import { settings } from '#drizzle/schema.ts'

export type SealedEntry = typeof auditEntries.$inferSelect
export type Seal = typeof auditSeals.$inferSelect

export const minuteMs = 60_000

/** The start of the chain after its oldest part was removed: the last removed seal, sealed itself. */
const Anchor = z.object({ minute: z.coerce.date(), hash: z.string(), seal: z.string() })
export type Anchor = z.infer<typeof Anchor>
const anchorKey = 'audit_anchor'

export async function findAnchor(db: Db): Promise<Anchor | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, anchorKey))
  return row ? Anchor.parse(row.value) : null
}

export async function lastSeal(db: Db): Promise<Seal | null> {
  const [seal] = await db.select().from(auditSeals).orderBy(desc(auditSeals.minute)).limit(1)
  return seal ?? null
}

/** The oldest seals after this time, oldest first. */
export async function sealsAfter(db: Db, minute: Date | null, limit: number): Promise<Seal[]> {
  return db
    .select()
    .from(auditSeals)
    .where(minute ? gt(auditSeals.minute, minute) : undefined)
    .orderBy(asc(auditSeals.minute))
    .limit(limit)
}

/** Adds a seal. Returns null, or the minute's existing seal. */
export async function addSeal(db: Db, seal: Seal): Promise<Seal | null> {
  const added = await db.insert(auditSeals).values(seal).onConflictDoNothing().returning({ minute: auditSeals.minute })
  if (added.length > 0) return null
  const [kept] = await db.select().from(auditSeals).where(eq(auditSeals.minute, seal.minute))
  return kept ?? null
}

/** The time of the oldest entry from one time (null: the beginning) to another. */
export async function firstEntryIn(db: Db, from: Date | null, until: Date): Promise<Date | null> {
  const [entry] = await db
    .select({ at: auditEntries.at })
    .from(auditEntries)
    .where(and(from ? gte(auditEntries.at, from) : undefined, lt(auditEntries.at, until)))
    .orderBy(asc(auditEntries.at))
    .limit(1)
  return entry?.at ?? null
}

const within = (minute: Date) => and(gte(auditEntries.at, minute), lt(auditEntries.at, new Date(minute.getTime() + minuteMs)))

/** The entries of a minute, sorted by id in code, because databases differ in their collations. */
export async function entriesOf(db: Db, minute: Date): Promise<SealedEntry[]> {
  const entries = await db.select().from(auditEntries).where(within(minute))
  return entries.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Removes sealed minutes with their seals and moves the anchor, in one transaction. */
export async function removeSealed({ batch }: Database, minutes: readonly Date[], anchor: Anchor) {
  const value = { ...anchor, minute: anchor.minute.toISOString() }
  await batch((db) => [
    db
      .delete(auditEntries)
      .where(or(...minutes.map(within)))
      .returning({ id: auditEntries.id }),
    db
      .delete(auditSeals)
      .where(or(...minutes.map((minute) => eq(auditSeals.minute, minute))))
      .returning({ minute: auditSeals.minute }),
    db
      .insert(settings)
      .values({ key: anchorKey, value })
      .onConflictDoUpdate({ target: settings.key, set: { value } })
      .returning({ key: settings.key }),
  ])
}
