import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { notifications } from '#drizzle/notification-tables.ts'
import { isPerson } from '#drizzle/people.ts'
import { users } from '#drizzle/schema.ts'
import type { SharedClock } from '#drizzle/shared-clock.ts'
import { NotificationRow } from '#server/notifications/row.ts'

/** A person whose daily mail is due, and the time by the shared clock. */
type DueDigest = { userId: string; to: string; timezone: string | null; dueAt: Date; now: Date }

/** Those whose daily mail is due, longest due first. */
export async function dueDigests(db: Db, clock: SharedClock, most: number): Promise<DueDigest[]> {
  const { id: userId, email: to, digestTimezone: timezone, digestDueAt: dueAt } = users
  const rows = await db
    .select({ userId, to, timezone, dueAt, now: clock.after(0).mapWith(users.createdAt) })
    .from(users)
    .where(and(isPerson, eq(users.isActive, true), lte(dueAt, clock.after(0))))
    .orderBy(asc(dueAt), asc(userId))
    .limit(most)
  return rows.flatMap(({ dueAt: due, ...row }) => (due ? { ...row, dueAt: due } : []))
}

/** Moves the due time. Returns false where another process has done so, or the person has chosen anew meanwhile. */
export async function moveDigest(db: Db, { userId, dueAt }: DueDigest, next: Date): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ digestDueAt: next })
    .where(and(eq(users.id, userId), eq(users.digestDueAt, dueAt)))
    .returning({ id: users.id })
  return rows.length > 0
}

/** Notes that all notifications of a person are mailed. Returns those that were not yet, oldest first. */
export async function claimAllMails(db: Db, userId: string, at: Date): Promise<NotificationRow[]> {
  const rows = await db
    .update(notifications)
    .set({ mailedAt: at })
    .where(and(eq(notifications.userId, userId), isNull(notifications.mailedAt)))
    .returning()
  return NotificationRow.array()
    .parse(rows)
    .toSorted((one, other) => one.firstSeenAt.getTime() - other.firstSeenAt.getTime())
}
