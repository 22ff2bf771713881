import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { sessions, users } from '#drizzle/schema.ts'
import { mayAct } from '#server/auth/repo.ts'

/** A live session of somebody who may come in. `token` is its secret: half of what its refresh tokens are made of. */
export type SessionRow = {
  id: string
  token: string
  userId: string
  email: string
  createdAt: Date
  expiresAt: Date
  /** How often its refresh token was rotated, and when last. */
  generation: number
  rotatedAt: Date | null
}

const generation = sql<number>`coalesce(${sessions.generation}, 0)`.mapWith(Number)

/** Null where the session is over, or its person may not come in (any more). */
export async function findSession(db: Db, by: { id: string } | { token: string }, now: Date): Promise<SessionRow | null> {
  const { id, token, userId, createdAt, expiresAt, rotatedAt } = sessions
  const [found] = await db
    .select({ id, token, userId, createdAt, expiresAt, rotatedAt, generation, email: users.email })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and('id' in by ? eq(id, by.id) : eq(token, by.token), gt(expiresAt, now), mayAct))
  return found ?? null
}

/** Goes on to the next generation, if nobody else did meanwhile; answers whether it did. */
export async function rotate(db: Db, { id, generation: present }: SessionRow, now: Date, expiresAt: Date): Promise<boolean> {
  const rotated = await db
    .update(sessions)
    .set({ generation: present + 1, rotatedAt: now, expiresAt })
    .where(and(eq(sessions.id, id), eq(generation, present)))
    .returning({ id: sessions.id })
  return rotated.length > 0
}

/** Whose session it was; null where there was none. */
export async function deleteSession(db: Db, id: string): Promise<string | null> {
  const [ended] = await db.delete(sessions).where(eq(sessions.id, id)).returning({ userId: sessions.userId })
  return ended?.userId ?? null
}

/** The person has just proved who they are. */
export async function noteProof(db: Db, id: string, at: Date) {
  await db.update(sessions).set({ authenticatedAt: at }).where(eq(sessions.id, id)).returning({ id: sessions.id })
}
