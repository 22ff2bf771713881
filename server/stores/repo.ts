import { and, asc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'
import { translated, UniqueViolation } from '#drizzle/errors.ts'
import { stores } from '#drizzle/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { Store } from '#shared/stores.ts'

/** A store as it is kept: `secrets` is sealed. */
const StoreRow = Store.extend({ stateSince: z.date().nullable(), secrets: z.string() })
export type StoreRow = z.infer<typeof StoreRow>

/** Leaves the secrets behind: what is not in `Store` never goes out. */
export const publicStore = (row: StoreRow): Store => Store.parse({ ...row, stateSince: row.stateSince?.toISOString() ?? null })

type Change = Partial<Omit<StoreRow, 'id'>>

function explain(error: unknown): never {
  const cause = translated(error)
  throw cause instanceof UniqueViolation ? new AppError('NAME_TAKEN', messages.stores.nameTaken, { cause }) : cause
}

export async function list(db: Db): Promise<StoreRow[]> {
  return StoreRow.array().parse(await db.select().from(stores).orderBy(asc(stores.name), asc(stores.id)))
}

export async function find(db: Db, id: string): Promise<StoreRow | null> {
  const [row] = await db.select().from(stores).where(eq(stores.id, id))
  return row ? StoreRow.parse(row) : null
}

/** Those that are there, in no order. */
export async function findAll(db: Db, ids: readonly string[]): Promise<StoreRow[]> {
  return StoreRow.array().parse(
    await db
      .select()
      .from(stores)
      .where(inArray(stores.id, [...ids])),
  )
}

/** Throws NAME_TAKEN where another store has the name. */
export async function insert(db: Db, row: StoreRow, at: Date) {
  await db
    .insert(stores)
    .values({ ...row, createdAt: at, updatedAt: at })
    .catch(explain)
}

/** The changed row, or null where it is gone. Throws NAME_TAKEN. */
export async function update(db: Db, id: string, change: Change, at: Date): Promise<StoreRow | null> {
  const [row] = await db
    .update(stores)
    .set({ ...change, updatedAt: at })
    .where(eq(stores.id, id))
    .returning()
    .catch(explain)
  return row ? StoreRow.parse(row) : null
}

/** Whether there was a row to remove. */
export async function remove(db: Db, id: string): Promise<boolean> {
  const rows = await db.delete(stores).where(eq(stores.id, id)).returning({ id: stores.id })
  return rows.length > 0
}

/** Keeps the state of a store whose credentials are still these: a call with those before them says nothing of it. */
export async function updateState(
  db: Db,
  { id, secrets }: Pick<StoreRow, 'id' | 'secrets'>,
  change: Pick<typeof stores.$inferInsert, 'state' | 'stateReason' | 'stateSince'>,
) {
  await db
    .update(stores)
    .set(change)
    .where(and(eq(stores.id, id), eq(stores.secrets, secrets)))
}
