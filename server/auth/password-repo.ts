import { and, eq, exists, like, ne } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { isPerson } from '#drizzle/people.ts'
import { accounts, apiKeys, mailLinks, sessions, users, verifications } from '#drizzle/schema.ts'
import { confirmationStatements } from '#server/auth/repo.ts'

const credentialOf = (userId: string) => and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))

/** null for people without a password. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const [credential] = await db.select({ password: accounts.password }).from(accounts).where(credentialOf(userId))
  return credential?.password ?? null
}

/** A person's password as it is kept. */
export type KeptPassword = { userId: string; hash: string }

/** null for an unknown address, and for a person without a password. @param email in lower case */
export async function findPasswordOf(db: Db, email: string): Promise<KeptPassword | null> {
  const [found] = await db
    .select({ userId: accounts.userId, hash: accounts.password })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(users.email, email), isPerson, eq(accounts.providerId, 'credential')))
  return found?.hash ? { userId: found.userId, hash: found.hash } : null
}

/**
 * Whether the password is still the one that was read. As a change of the row, it waits for a change or reset that is under way, and one that
 * comes later waits for it, and ends what was begun before.
 */
export async function isStillKept(db: Db, { userId, hash }: KeptPassword): Promise<boolean> {
  const same = await db
    .update(accounts)
    .set({ password: hash })
    .where(and(credentialOf(userId), eq(accounts.password, hash)))
    .returning({ id: accounts.id })
  return same.length > 0
}

/** The statement that ends the sign-ins of a person that wait for a code: the password that began them counts no more. */
export const endTickets = (db: Db, userId: string) =>
  db
    .delete(verifications)
    .where(and(eq(verifications.value, userId), like(verifications.identifier, '2fa-%')))
    .returning({ id: verifications.id })

const replacing = (db: Db, { userId, hash }: KeptPassword, password: string, at: Date) =>
  db
    .update(accounts)
    .set({ password, updatedAt: at })
    .where(and(credentialOf(userId), eq(accounts.password, hash)))
    .returning({ id: accounts.id })

/** Replaces the hash, unless the password was changed meanwhile. */
export async function replaceHash(db: Db, userId: string, former: string, hash: string, at: Date) {
  await replacing(db, { userId, hash: former }, hash, at)
}

const givingPassword = (db: Db, userId: string, password: string, at: Date) => [
  endTickets(db, userId),
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

type Change = { userId: string; former: string; hash: string; keptSessionId: string; at: Date }

/**
 * Replaces the password, ends all sessions of the person but one, and voids links to choose a password. Returns false, without a change, where
 * the password was replaced meanwhile: a reset comes before a change that had begun.
 */
export async function storeChange({ batch }: Database, { userId, former, hash, keptSessionId, at }: Change): Promise<boolean> {
  const [replaced] = await batch((db) => {
    const isReplaced = exists(
      db
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(credentialOf(userId), eq(accounts.password, hash))),
    )
    return [
      replacing(db, { userId, hash: former }, hash, at),
      endTickets(db, userId),
      db
        .delete(mailLinks)
        .where(and(eq(mailLinks.userId, userId), eq(mailLinks.purpose, 'password'), isReplaced))
        .returning({ userId: mailLinks.userId }),
      db
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId), isReplaced))
        .returning({ id: sessions.id }),
      db
        .update(sessions)
        .set({ authenticatedAt: at })
        .where(and(eq(sessions.id, keptSessionId), isReplaced))
        .returning({ id: sessions.id }),
    ]
  })
  return replaced.length > 0
}
