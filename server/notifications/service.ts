import type { Db } from '#drizzle/database.ts'
import type { Viewer } from '#shared/access.ts'
import { mayReadOwnNotifications } from '#shared/job-access.ts'
import { notificationSentence } from '#shared/notification-messages.ts'
import type { Notification, NotificationListRequest, NotificationReadRequest } from '#shared/notifications.ts'
import type { Deps } from '#server/deps.ts'
import { mailNotifications } from '#server/notifications/mails.ts'
import { noticing, raising, solving, type NewNotice, type NewProblem, type Solution } from '#server/notifications/problem.ts'
import {
  countUnread,
  listNotificationRows,
  markRead,
  openProblems,
  storesOfNotifications,
  type Readable,
} from '#server/notifications/repo.ts'
import type { NotificationRow } from '#server/notifications/row.ts'
import { decodeKeysetCursor, encodeKeysetCursor } from '#server/rows/keyset-cursor.ts'

const shown = ({ id, problemKey, kind, text, link, count, ...row }: NotificationRow): Notification => ({
  id,
  problemKey,
  kind,
  message: notificationSentence(text),
  text,
  link,
  firstSeenAt: row.firstSeenAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  count,
  readAt: row.readAt?.toISOString() ?? null,
  solvedAt: row.solvedAt?.toISOString() ?? null,
})

/** Tells people of a problem. While the same problem is open, it is only counted up: no second mail, and what was read stays read unless the reason is another. */
export async function raise(deps: Deps, problem: NewProblem) {
  await deps.database.batch((db) => raising(db, problem, new Date(deps.now())))
  await mailNotifications(deps)
}

/** Tells a person of something that needs no solution. */
export async function notify(deps: Deps, notice: NewNotice) {
  await deps.database.batch((db) => noticing(db, notice, new Date(deps.now())))
  await mailNotifications(deps)
}

/** Ends the open problems of these keys, if there are any, and tells each person who has them once that it works again. */
export async function solve(deps: Deps, keys: readonly string[], solution: Solution) {
  const open = await openProblems(deps.database.db, keys)
  if (open.length === 0) return
  await deps.database.batch((db) => solving(db, open, solution, new Date(deps.now())))
  await mailNotifications(deps)
}

/** The viewer's own notifications that they may read: of an API key, those about stores whose exports it sees. */
async function readableBy(db: Db, viewer: Viewer): Promise<Readable> {
  const { id: userId, keyId } = viewer
  if (keyId === undefined) return { userId, about: null }
  return { userId, about: (await storesOfNotifications(db, userId)).filter((storeIds) => mayReadOwnNotifications(viewer, storeIds)) }
}

/** A page of the viewer's own notifications, newest first. Throws INVALID_CURSOR. */
export async function listNotifications({ database: { db } }: Deps, viewer: Viewer, { limit, cursor }: NotificationListRequest) {
  const readable = await readableBy(db, viewer)
  const found = await listNotificationRows(db, readable, limit, decodeKeysetCursor(cursor))
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = found.length > limit && last ? encodeKeysetCursor({ at: last.firstSeenAt, id: last.id }) : null
  return { notifications: page.map(shown), unread: await countUnread(db, readable), nextCursor }
}

/** Marks the viewer's own notifications as read. Other ids change nothing. */
export async function readNotifications({ database: { db }, now }: Deps, viewer: Viewer, request: NotificationReadRequest) {
  const readable = await readableBy(db, viewer)
  await markRead(db, readable, request.ids ?? null, new Date(now()))
  return { unread: await countUnread(db, readable) }
}
