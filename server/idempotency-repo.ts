import { and, eq, lt } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { idempotencyKeys } from '#drizzle/schema.ts'

export type Claim = { userId: string; key: string; requestHash: string }
export type Kept = { requestHash: string; status: number | null; answer: unknown }

const rowOf = ({ userId, key }: Claim) => and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key))

/** Takes the key for this call, or says what an earlier call left under it. Keys older than `expiry` are free again. */
export async function claim(db: Db, call: Claim, now: Date, expiry: Date): Promise<Kept | null> {
  await db.delete(idempotencyKeys).where(and(rowOf(call), lt(idempotencyKeys.createdAt, expiry)))
  const taken = await db
    .insert(idempotencyKeys)
    .values({ ...call, status: null, answer: null, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (taken.length > 0) return null
  const [kept] = await db.select().from(idempotencyKeys).where(rowOf(call))
  return kept ?? null
}

export async function keep(db: Db, call: Claim, status: number, answer: unknown) {
  await db.update(idempotencyKeys).set({ status, answer }).where(rowOf(call))
}

/** A call that failed leaves its key free, so that it can be sent again. */
export async function release(db: Db, call: Claim) {
  await db.delete(idempotencyKeys).where(rowOf(call))
}
