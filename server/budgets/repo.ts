import { and, eq } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { shopBudgets } from '#drizzle/budget-tables.ts'
import type { SharedClock } from '#drizzle/shared-clock.ts'

const { shop: key, version, state } = shopBudgets

/** The row of a shop, and the time of the shared clock. Makes the row if there is none. */
export async function readBudget(db: Db, shop: string, clock: SharedClock): Promise<{ version: number; state: unknown; now: number }> {
  for (;;) {
    const [row] = await db.select({ version, state, now: clock.milliseconds() }).from(shopBudgets).where(eq(key, shop))
    if (row) return row
    const empty = { shop, version: 0, state: null, usedAt: clock.after(0) }
    await db.insert(shopBudgets).values(empty).onConflictDoNothing().returning({ key })
  }
}

/** Changes the row if it still has the version that was read. Returns whether it had. */
export async function writeBudget(db: Db, shop: string, read: { version: number }, next: object, clock: SharedClock): Promise<boolean> {
  const written = await db
    .update(shopBudgets)
    .set({ state: next, version: read.version + 1, usedAt: clock.after(0) })
    .where(and(eq(key, shop), eq(version, read.version)))
    .returning({ key })
  return written.length > 0
}
