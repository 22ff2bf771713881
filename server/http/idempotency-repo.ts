import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'
import { idempotencyKeys } from '#drizzle/schema.ts'

/** A call with a key. `apiKeyId` is empty for a session. `leaseUntil` distinguishes the call from a later one that takes over its key. */
export type KeyClaim = { userId: string; apiKeyId: string; key: string; requestHash: string; leaseUntil: Date }
const Kept = z.object({ requestHash: z.string(), status: z.int().nullable(), answer: z.string().nullable() })
export type Kept = z.infer<typeof Kept>

const rowOf = ({ userId, apiKeyId, key }: KeyClaim) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.apiKeyId, apiKeyId), eq(idempotencyKeys.key, key))
const ownRow = (call: KeyClaim) => and(rowOf(call), isNull(idempotencyKeys.status), eq(idempotencyKeys.leaseUntil, call.leaseUntil))

/**
 * Takes the key for this call and returns null, or returns the earlier call with this key. Its `answer` is null while it is running. A key
 * is free again when it is older than `expiry`, or when its call did not end within its lease.
 */
export async function claimKey(db: Db, call: KeyClaim, now: Date, expiry: Date): Promise<Kept | null> {
  const isOver = or(lt(idempotencyKeys.createdAt, expiry), and(isNull(idempotencyKeys.status), lt(idempotencyKeys.leaseUntil, now)))
  await db.delete(idempotencyKeys).where(and(rowOf(call), isOver))
  const taken = await db
    .insert(idempotencyKeys)
    .values({ ...call, status: null, answer: null, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (taken.length > 0) return null
  const [kept] = await db.select().from(idempotencyKeys).where(rowOf(call))
  return kept ? Kept.parse(kept) : null
}

export async function keep(db: Db, call: KeyClaim, status: number, answer: string) {
  await db.update(idempotencyKeys).set({ status, answer, leaseUntil: null }).where(ownRow(call))
}

/** Frees the key of a call that was not carried out, so that it can be sent again. */
export async function release(db: Db, call: KeyClaim) {
  await db.delete(idempotencyKeys).where(ownRow(call))
}
