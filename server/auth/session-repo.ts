import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { sessions, users } from '#drizzle/schema.ts'
import { mayAct } from '#server/auth/repo.ts'

/** A live session of a person with access. `token` is its secret. Refresh tokens are derived from it and from APP_SECRET. */
export type SessionRow = {
  id: string
  token: string
  userId: string
  email: string
  createdAt: Date
  expiresAt: Date
  /** The number of rotations of its refresh token, and the time of the last one. */
  generation: number
  rotatedAt: Date | null
}

const generation = sql<number>`coalesce(${sessions.generation}, 0)`.mapWith(Number)

/** null where the session is over or its person has no access. */
export async function findSession(db: Db, by: { id: string } | { token: string }, now: Date): Promise<SessionRow | null> {
  const { id, token, userId, createdAt, expiresAt, rotatedAt } = sessions
  const [found] = await db
    .select({ id, token, userId, createdAt, expiresAt, rotatedAt, generation, email: users.email })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and('id' in by ? eq(id, by.id) : eq(token, by.token), gt(expiresAt, now), mayAct))
  return found ?? null
}

/** Advances the session to its next generation. Returns false where another call has done so meanwhile. */
export async function rotate(db: Db, { id, generation: present }: SessionRow, now: Date, expiresAt: Date): Promise<boolean> {
  const rotated = await db
    .update(sessions)
    .set({ generation: present + 1, rotatedAt: now, expiresAt })
    .where(and(eq(sessions.id, id), eq(generation, present)))
    .returning({ id: sessions.id })
  return rotated.length > 0
}

/** Returns the person of the ended session. null where there was none. */
export async function deleteSession(db: Db, id: string): Promise<string | null> {
  const [ended] = await db.delete(sessions).where(eq(sessions.id, id)).returning({ userId: sessions.userId })
  return ended?.userId ?? null
}

/** Records that the person has just proved their identity. */
export async function noteProof(db: Db, id: string, at: Date) {
  await db.update(sessions).set({ authenticatedAt: at }).where(eq(sessions.id, id)).returning({ id: sessions.id })
}

/**
 * Whether a session still exists. As a change of its row, it waits for what is about to end the session, and what ends it later waits for it, and
 * then sees what the session has made.
 */
export async function isStillOpen(db: Db, id: string): Promise<boolean> {
  const open = await db.update(sessions).set({ id }).where(eq(sessions.id, id)).returning({ id: sessions.id })
  return open.length > 0
}
