import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { mailLinks, users } from '#drizzle/schema.ts'

export type Purpose = 'invite' | 'password'
export type MailLink = { tokenHash: string; userId: string; purpose: Purpose; expiresAt: Date }

/** Keeps a new link; an older one for the same purpose is void with it. */
export async function keepLink({ batch }: Database, link: MailLink) {
  await batch((db) => [
    db
      .delete(mailLinks)
      .where(and(eq(mailLinks.userId, link.userId), eq(mailLinks.purpose, link.purpose)))
      .returning({ userId: mailLinks.userId }),
    db.insert(mailLinks).values(link).returning({ userId: mailLinks.userId }),
  ])
}

const live = (db: Db, tokenHash: string, purpose: Purpose, now: Date) =>
  and(
    eq(mailLinks.tokenHash, tokenHash),
    eq(mailLinks.purpose, purpose),
    gt(mailLinks.expiresAt, now),
    inArray(mailLinks.userId, db.select({ id: users.id }).from(users).where(eq(users.isActive, true))),
  )

/** Whose link this is, without using it up. */
export async function findLink(db: Db, tokenHash: string, purpose: Purpose, now: Date): Promise<string | null> {
  const [link] = await db
    .select({ userId: mailLinks.userId })
    .from(mailLinks)
    .where(live(db, tokenHash, purpose, now))
  return link?.userId ?? null
}

/** Uses a link up, in one statement: of many that try at once, one gets the person, the others null. */
export async function takeLink(db: Db, tokenHash: string, purpose: Purpose, now: Date): Promise<string | null> {
  const [link] = await db
    .delete(mailLinks)
    .where(live(db, tokenHash, purpose, now))
    .returning({ userId: mailLinks.userId })
  return link?.userId ?? null
}
