import type { SQL } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { notificationSentence, type NotificationText } from '#shared/notification-messages.ts'
import type { LossKind, ProblemKind } from '#shared/notifications.ts'
import { eventIdOf, type NewEvent } from '#server/events/new-event.ts'
import { recordEvent } from '#server/events/record-repo.ts'
import { addProblem, addSettled, endProblems, isOpenFor, wasAdded } from '#server/notifications/repo.ts'
import type { NotificationRow } from '#server/notifications/row.ts'

/** A problem, for each of these people. `key` names what has it, so that the same problem is told once. */
export type NewProblem = {
  userIds: readonly string[]
  key: string
  kind: ProblemKind
  text: NotificationText
  /** The path of the screen that shows more. */
  link: string
  storeIds: readonly string[]
  /** Whether it is told by a mail of its own kind. Default: no, so it gets one of this kind. */
  isMailed?: boolean
  /** What programs and channels are told once, however many people are. */
  event?: (at: Date) => NewEvent
}

function eventOf({ id, userId, kind, text, link, storeIds, firstSeenAt: at }: NotificationRow): NewEvent {
  const type = 'notification.created'
  const data = { notificationId: id, userId, kind, message: notificationSentence(text), link, storeIds }
  return { id: eventIdOf(type, id, at), type, at, data }
}

/** The statements that record events, which lock their sequence until the transaction ends. */
const recording = (db: Db, rows: readonly NotificationRow[], event: NewEvent | undefined, isFirst: SQL) => [
  ...rows.flatMap((row) => recordEvent(db, eventOf(row), wasAdded(db, row))),
  ...(event ? recordEvent(db, event, isFirst) : []),
]

/** The last statements of a batch: they add the problem of each person, or count up the open one. New ones are told as events. */
export function raising(db: Db, { userIds, key, kind, text, link, storeIds, isMailed, event }: NewProblem, at: Date) {
  const rows = userIds.map((userId): NotificationRow => ({
    id: crypto.randomUUID(),
    userId,
    problemKey: key,
    openKey: key,
    kind,
    text,
    link,
    storeIds: [...storeIds],
    firstSeenAt: at,
    lastSeenAt: at,
    count: 1,
    readAt: null,
    solvedAt: null,
    mailedAt: isMailed ? at : null,
  }))
  return [...rows.map((row) => addProblem(db, row)), ...recording(db, rows, event?.(at), isOpenFor(db, key, rows))]
}

/** What a person is told of, and has nothing to solve. */
export type NewNotice = Pick<NewProblem, 'key' | 'text' | 'link' | 'storeIds'> & { userId: string; kind: LossKind }

/** The last statements of a batch: they tell a person of something. */
export function noticing(db: Db, { userId, key: problemKey, kind, text, link, storeIds }: NewNotice, at: Date) {
  const id = crypto.randomUUID()
  const about = { userId, problemKey, openKey: null, kind, text, link, storeIds: [...storeIds] }
  const row: NotificationRow = { id, ...about, firstSeenAt: at, lastSeenAt: at, count: 1, readAt: null, solvedAt: at, mailedAt: null }
  return [addSettled(db, row), ...recordEvent(db, eventOf(row), wasAdded(db, row))]
}

export type Solution = Pick<NewProblem, 'text' | 'link' | 'isMailed' | 'event'>

/** The last statements of a batch that ends open problems, oldest first, and tells each person who has some once that it works again. */
export function solving(db: Db, problems: readonly NotificationRow[], { text, link, isMailed, event }: Solution, at: Date) {
  const firsts = [...Map.groupBy(problems, ({ userId }) => userId).values()].flatMap(([first]) => first ?? [])
  const rows = firsts.map((first): NotificationRow => ({
    ...first,
    // The same whoever solves it, so that it is told once.
    id: `ok_${first.id}`,
    openKey: null,
    kind: 'recovered',
    text,
    link,
    firstSeenAt: at,
    lastSeenAt: at,
    count: 1,
    readAt: null,
    solvedAt: at,
    mailedAt: isMailed ? at : null,
  }))
  const ids = problems.map(({ id }) => id)
  const [oldest] = rows
  const ended = [endProblems(db, ids, at), ...rows.map((row) => addSettled(db, row))]
  return oldest ? [...ended, ...recording(db, rows, event?.(at), wasAdded(db, oldest))] : ended
}
