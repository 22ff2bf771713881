import { and, eq, ne } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { accounts, apiKeys, mailLinks, sessions } from '#drizzle/schema.ts'
import { confirmationStatements } from '#server/auth/repo.ts'

const credentialOf = (userId: string) => and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))

/** null for people without a password. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const [credential] = await db.select({ password: accounts.password }).from(accounts).where(credentialOf(userId))
  return credential?.password ?? null
}

/** Replaces the hash, unless the password was changed meanwhile. */
export async function replaceHash(db: Db, userId: string, former: string, hash: string, at: Date) {
  await db
    .update(accounts)
    .set({ password: hash, updatedAt: at })
    .where(and(credentialOf(userId), eq(accounts.password, former)))
    .returning({ id: accounts.id })
}

const givingPassword = (db: Db, userId: string, password: string, at: Date) => [
  db.delete(accounts).where(credentialOf(userId)).returning({ id: accounts.id }),
  db
    .insert(accounts)
    .values({ id: crypto.randomUUID(), accountId: userId, providerId: 'credential', userId, password, createdAt: at, updatedAt: at })
    .returning({ id: accounts.id }),
]

/**
 * Sets the password, confirms the address that the link was sent to, and ends all sessions and API keys of the person. An intruder keeps no
 * access.
 */
export async function storeReset({ batch }: Database, userId: string, hash: string, at: Date) {
  await batch((db) => [
    ...givingPassword(db, userId, hash, at),
    ...confirmationStatements(db, userId, at),
    db.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id }),
    db.delete(apiKeys).where(eq(apiKeys.userId, userId)).returning({ id: apiKeys.id }),
  ])
}

type Change = { userId: string; hash: string; keptSessionId: string; at: Date }

/** Sets the password, ends all sessions of the person but one, and voids links to choose a password. */
export async function storeChange({ batch }: Database, { userId, hash, keptSessionId, at }: Change) {
  await batch((db) => [
    ...givingPassword(db, userId, hash, at),
    db
      .delete(mailLinks)
      .where(and(eq(mailLinks.userId, userId), eq(mailLinks.purpose, 'password')))
      .returning({ userId: mailLinks.userId }),
    db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId)))
      .returning({ id: sessions.id }),
    db.update(sessions).set({ authenticatedAt: at }).where(eq(sessions.id, keptSessionId)).returning({ id: sessions.id }),
  ])
}
