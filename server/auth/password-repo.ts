import { and, eq, ne } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { accounts, apiKeys, mailLinks, sessions } from '#drizzle/schema.ts'
import { confirmationStatements } from '#server/auth/repo.ts'

const credentialOf = (userId: string) => and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))

/** The hash of somebody's password; null for people without one. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const [credential] = await db.select({ password: accounts.password }).from(accounts).where(credentialOf(userId))
  return credential?.password ?? null
}

/** Puts another hash in the place of this one, unless the password was changed meanwhile. */
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
 * Gives the person this password, confirms the address that the link went to, and ends all of their sessions and API keys: whoever
 * had the account for a minute keeps nothing of it.
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

/** Gives the person this password and ends all of their sessions but one; links to choose a password are void. */
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
