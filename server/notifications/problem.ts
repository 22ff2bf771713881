import type { Db } from '#drizzle/database.ts'
import { notificationSentence, type NotificationText } from '#shared/notification-messages.ts'
import type { ProblemKind } from '#shared/notifications.ts'
import { eventIdOf, type NewEvent } from '#server/events/new-event.ts'
import { recordEvent } from '#server/events/record-repo.ts'
import { addProblem, addSolution, endProblems, wasAdded } from '#server/notifications/repo.ts'
import type { NotificationRow } from '#server/notifications/row.ts'

/** A problem of a person. `key` names what has it, so that the same problem is told once. */
export type NewProblem = {
  userId: string
  key: string
  kind: ProblemKind
  text: NotificationText
  /** The path of the screen that shows more. */
  link: string
  storeIds: readonly string[]
  /** Whether it is told by a mail of its own kind. Default: no, so it gets one of this kind. */
  isMailed?: boolean
}

function eventOf({ id, userId, kind, text, link, storeIds, firstSeenAt: at }: NotificationRow): NewEvent {
  const type = 'notification.created'
  const data = { notificationId: id, userId, kind, message: notificationSentence(text), link, storeIds }
  return { id: eventIdOf(type, id, at), type, at, data }
}

/**
 * The last statements of a batch: they add the problem, or count up the open one. A new one is told as an event, which locks the sequence
 * of the events until the transaction ends.
 */
export function raising(db: Db, { userId, key, kind, text, link, storeIds, isMailed }: NewProblem, at: Date) {
  const row: NotificationRow = {
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
  }
  return [addProblem(db, row), ...recordEvent(db, eventOf(row), wasAdded(db, row))]
}

export type Solution = Pick<NewProblem, 'text' | 'link' | 'isMailed'>

/** The last statements of a batch that ends the open problems of one person, and tells once that it works again. */
export function solving(db: Db, problems: readonly [NotificationRow, ...NotificationRow[]], { text, link, isMailed }: Solution, at: Date) {
  const [first] = problems
  const row: NotificationRow = {
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
  }
  const ids = problems.map(({ id }) => id)
  return [endProblems(db, ids, at), addSolution(db, row), ...recordEvent(db, eventOf(row), wasAdded(db, row))]
}
