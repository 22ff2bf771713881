import { and, desc, eq, exists, inArray, isNotNull, isNull, lt, not, notExists, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { notifications } from '#drizzle/notification-tables.ts'
import { isPerson } from '#drizzle/people.ts'
import { users } from '#drizzle/schema.ts'
import { ProblemMails } from '#shared/profile.ts'
import { NotificationRow } from '#server/notifications/row.ts'
import type { KeysetPlace } from '#server/rows/keyset-cursor.ts'

/** What was read is unread again once it has another reason. */
const unlessOtherReason = sql`case when cast(${notifications.text} as text) = cast(excluded.text as text) then ${notifications.readAt} end`

/** The statement that adds a problem, or counts up the open one of the same key. */
export const addProblem = (db: Db, row: NotificationRow) =>
  db
    .insert(notifications)
    .values(row)
    .onConflictDoUpdate({
      target: [notifications.userId, notifications.openKey],
      set: {
        kind: row.kind,
        text: row.text,
        link: row.link,
        storeIds: row.storeIds,
        lastSeenAt: row.lastSeenAt,
        count: sql`${notifications.count} + 1`,
        ...('reason' in row.text ? { readAt: unlessOtherReason } : {}),
      },
    })
    .returning({ id: notifications.id })

/** The statement that adds what needs no solution, once. */
export const addSettled = (db: Db, row: NotificationRow) =>
  db.insert(notifications).values(row).onConflictDoNothing().returning({ id: notifications.id })

/** Whether the row was added at this time. */
export const wasAdded = (db: Db, { id, firstSeenAt }: NotificationRow) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(notifications)
      .where(and(eq(notifications.id, id), eq(notifications.firstSeenAt, firstSeenAt))),
  )

/** Whether the problem of a key is open since these rows, and for nobody since before. */
export const isOpenFor = (db: Db, key: string, rows: readonly NotificationRow[]) => {
  const open = db.select({ one: sql`1` }).from(notifications)
  const ids = rows.map(({ id }) => id)
  const added = exists(open.where(and(eq(notifications.openKey, key), inArray(notifications.id, ids))))
  const known = db.select({ one: sql`1` }).from(notifications)
  return and(added, notExists(known.where(and(eq(notifications.openKey, key), notInArray(notifications.id, ids))))) ?? added
}

/** The statement that ends open problems. */
export const endProblems = (db: Db, ids: readonly string[], at: Date) =>
  db
    .update(notifications)
    .set({ openKey: null, solvedAt: at })
    .where(and(inArray(notifications.id, [...ids]), isNotNull(notifications.openKey)))
    .returning({ id: notifications.id })

/** The statement that ends the open problems of these keys, of everybody. */
export const endProblemsOf = (db: Db, keys: readonly string[], at: Date) =>
  db
    .update(notifications)
    .set({ openKey: null, solvedAt: at })
    .where(inArray(notifications.openKey, [...keys]))
    .returning({ id: notifications.id })

/** The open problems of these keys, of everybody, oldest first. */
export async function openProblems(db: Db, keys: readonly string[]): Promise<NotificationRow[]> {
  const rows = await db
    .select()
    .from(notifications)
    .where(inArray(notifications.openKey, [...keys]))
    .orderBy(notifications.firstSeenAt, notifications.id)
  return NotificationRow.array().parse(rows)
}

/** A person's notifications. `about`: those about exactly these stores, one list for each. null: all. */
export type Readable = { userId: string; about: readonly StoreIds[] | null }
type StoreIds = NotificationRow['storeIds']

const areReadable = ({ userId, about }: Readable) =>
  and(eq(notifications.userId, userId), about ? inArray(notifications.storeIds, [...about]) : undefined)

/** The different lists of stores that a person's notifications are about. */
export async function storesOfNotifications(db: Db, userId: string): Promise<StoreIds[]> {
  const { storeIds } = notifications
  const rows = await db.selectDistinct({ storeIds }).from(notifications).where(eq(notifications.userId, userId))
  return rows.map((row) => NotificationRow.shape.storeIds.parse(row.storeIds))
}

/** The newest notifications after a place, plus one where there are more. */
export async function listNotificationRows(
  db: Db,
  readable: Readable,
  limit: number,
  after: KeysetPlace | null,
): Promise<NotificationRow[]> {
  const { firstSeenAt, id } = notifications
  const behind = after && or(lt(firstSeenAt, after.at), and(eq(firstSeenAt, after.at), lt(id, after.id)))
  const rows = await db
    .select()
    .from(notifications)
    .where(and(areReadable(readable), behind ?? undefined))
    .orderBy(desc(firstSeenAt), desc(id))
    .limit(limit + 1)
  return NotificationRow.array().parse(rows)
}

export const countUnread = (db: Db, readable: Readable): Promise<number> =>
  db.$count(notifications, and(areReadable(readable), isNull(notifications.readAt)))

/** Marks notifications as read. `ids` null: all. */
export async function markRead(db: Db, readable: Readable, ids: readonly string[] | null, at: Date) {
  await db
    .update(notifications)
    .set({ readAt: at })
    .where(and(areReadable(readable), isNull(notifications.readAt), ids ? inArray(notifications.id, [...ids]) : undefined))
}

/** null counts as `at_once`. Mails reach active people only. */
const wantsDigest = and(isPerson, eq(users.isActive, true), eq(sql`coalesce(${users.problemMails}, '')`, ProblemMails.enum.daily))

/** The oldest notifications whose mail was not posted yet and waits for no daily mail. `to`: the address. null: the person wants no mail. */
export async function unmailed(db: Db, most: number): Promise<{ notification: NotificationRow; to: string | null }[]> {
  const { isActive, isService, problemMails, email } = users
  const rows = await db
    .select({ notification: notifications, isActive, isService, problemMails, email })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(and(isNull(notifications.mailedAt), not(sql`${wantsDigest}`)))
    .orderBy(notifications.firstSeenAt)
    .limit(most)
  return rows.map((row) => {
    const isWanted = row.isActive && !row.isService && row.problemMails !== ProblemMails.enum.never
    return { notification: NotificationRow.parse(row.notification), to: isWanted ? row.email : null }
  })
}

/** Notes that these are mailed. Returns those that no other process mails. */
export async function claimMailsOf(db: Db, ids: readonly string[], at: Date): Promise<string[]> {
  const rows = await db
    .update(notifications)
    .set({ mailedAt: at })
    .where(and(inArray(notifications.id, [...ids]), isNull(notifications.mailedAt)))
    .returning({ id: notifications.id })
  return rows.map(({ id }) => id)
}
