import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { shopApprovals } from '#drizzle/approval-tables.ts'

export type ApprovalRow = typeof shopApprovals.$inferSelect

/** Keeps the approval that a session waits for, in place of an earlier one. */
export async function keepApproval(db: Db, { sessionId, ...row }: ApprovalRow) {
  await db
    .insert(shopApprovals)
    .values({ sessionId, ...row })
    .onConflictDoUpdate({ target: shopApprovals.sessionId, set: row })
    .returning({ id: shopApprovals.id })
}

/** Uses up the state of a return. null where the session waits for no approval with this state: it is another's, used, or expired. */
export async function takeState(db: Db, sessionId: string, stateHash: string, now: Date): Promise<ApprovalRow | null> {
  const waits = and(eq(shopApprovals.sessionId, sessionId), eq(shopApprovals.stateHash, stateHash), gt(shopApprovals.expiresAt, now))
  const [row] = await db.update(shopApprovals).set({ stateHash: null }).where(waits).returning()
  return row ?? null
}

const same = ({ sessionId, id }: Pick<ApprovalRow, 'sessionId' | 'id'>) =>
  and(eq(shopApprovals.sessionId, sessionId), eq(shopApprovals.id, id))

/** Does nothing where the session has begun another approval meanwhile. */
export async function keepGranted(db: Db, row: ApprovalRow) {
  await db.update(shopApprovals).set({ sealed: row.sealed }).where(same(row)).returning({ id: shopApprovals.id })
}

/** The approval of a session whose shop has answered. null where there is none, or it is too old. */
export async function findAnswered(db: Db, sessionId: string, now: Date): Promise<ApprovalRow | null> {
  const isAnswered = and(eq(shopApprovals.sessionId, sessionId), isNull(shopApprovals.stateHash), gt(shopApprovals.expiresAt, now))
  const [row] = await db.select().from(shopApprovals).where(isAnswered)
  return row ?? null
}

/** Ends an approval. Returns false where another call has. */
export async function dropApproval(db: Db, row: ApprovalRow): Promise<boolean> {
  const dropped = await db.delete(shopApprovals).where(same(row)).returning({ id: shopApprovals.id })
  return dropped.length > 0
}
