import { eq } from 'drizzle-orm'
import type { Database } from '#drizzle/database.ts'
import { sessions, users } from '#drizzle/schema.ts'
import { passkeys, twoFactors } from '#drizzle/second-factor-tables.ts'

/** Removes the second factor and all passkeys of a person, and ends all their sessions. */
export async function removeFactors({ batch }: Database, userId: string, at: Date) {
  await batch((db) => [
    db.update(users).set({ twoFactorEnabled: false, updatedAt: at }).where(eq(users.id, userId)).returning({ id: users.id }),
    db.delete(twoFactors).where(eq(twoFactors.userId, userId)).returning({ id: twoFactors.id }),
    db.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id }),
    db.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id }),
  ])
}
