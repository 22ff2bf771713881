import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { attempts } from '#drizzle/schema.ts'

/** Counts an attempt and returns the new number, in one statement, so that concurrent attempts get different numbers. */
export async function countAttempt(db: Db, key: string, now: Date, expiresAt: Date): Promise<number> {
  await db.delete(attempts).where(lt(attempts.expiresAt, now))
  const [row] = await db
    .insert(attempts)
    .values({ key, count: 1, expiresAt })
    .onConflictDoUpdate({ target: attempts.key, set: { count: sql`${attempts.count} + 1` } })
    .returning({ count: attempts.count })
  return row?.count ?? 1
}

export async function forgetAttempts(db: Db, key: string) {
  await db.delete(attempts).where(eq(attempts.key, key))
}

export async function takeBackAttempt(db: Db, key: string) {
  await db
    .update(attempts)
    .set({ count: sql`${attempts.count} - 1` })
    .where(eq(attempts.key, key))
    .returning({ key: attempts.key })
}
