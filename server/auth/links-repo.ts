import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { mailLinks, users } from '#drizzle/schema.ts'

export type Purpose = 'invite' | 'password'
export type MailLink = { tokenHash: string; userId: string; purpose: Purpose; expiresAt: Date }

/**
 * Stores a new link. An invitation voids the older ones. Links to choose a password are valid side by side: any stranger can request one,
 * and must not void the others.
 */
export async function keepLink({ batch }: Database, link: MailLink) {
  const older = (db: Db) =>
    db
      .delete(mailLinks)
      .where(and(eq(mailLinks.userId, link.userId), eq(mailLinks.purpose, link.purpose)))
      .returning({ userId: mailLinks.userId })
  await batch((db) => [
    ...(link.purpose === 'invite' ? [older(db)] : []),
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

/** The person of a link, without consuming it. null where it is invalid. */
export async function findLink(db: Db, tokenHash: string, purpose: Purpose, now: Date): Promise<string | null> {
  const [link] = await db
    .select({ userId: mailLinks.userId })
    .from(mailLinks)
    .where(live(db, tokenHash, purpose, now))
  return link?.userId ?? null
}

/**
 * Consumes a link and the person's others for the same purpose, in one statement. Of several concurrent calls, with one link or several,
 * exactly one gets the person. The others get null.
 */
export async function takeLink({ batch }: Database, tokenHash: string, purpose: Purpose, now: Date): Promise<string | null> {
  const [links] = await batch((db) => {
    const person = db
      .select({ userId: mailLinks.userId })
      .from(mailLinks)
      .where(live(db, tokenHash, purpose, now))
    return [
      db
        .delete(mailLinks)
        .where(and(inArray(mailLinks.userId, person), eq(mailLinks.purpose, purpose)))
        .returning({ userId: mailLinks.userId, tokenHash: mailLinks.tokenHash }),
    ]
  })
  return links.find((link) => link.tokenHash === tokenHash)?.userId ?? null
}
