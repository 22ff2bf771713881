import { and, desc, eq, gt } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { sessions } from '#drizzle/schema.ts'

export const liveSessions = (db: Db, userId: string, now: Date) =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))

/** Ends one session of the person, or all (`id` null). Returns the number of ended sessions. */
export async function deleteSessions(db: Db, userId: string, id: string | null): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), id === null ? undefined : eq(sessions.id, id)))
    .returning({ id: sessions.id })
  return ended.length
}
