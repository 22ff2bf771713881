import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { notificationLimits } from '#shared/notification-limits.ts'
import { NotificationText } from '#shared/notification-messages.ts'
import { NextCursor } from '#shared/paging.ts'
import { isUnique } from '#shared/unique.ts'

/** The problems that people are told of. */
export const ProblemKind = z.enum(['failed', 'missed', 'paused', 'incomplete', 'empty'])
export type ProblemKind = z.infer<typeof ProblemKind>
/** `recovered`: what had a problem works again. */
export const ProblemOrEnd = z.enum([...ProblemKind.options, 'recovered'])
export type ProblemOrEnd = z.infer<typeof ProblemOrEnd>
/** What somebody else did with the reader's schedule. */
export const LossKind = z.enum(['taken-over', 'deleted'])
export type LossKind = z.infer<typeof LossKind>
export const NotificationKind = z.enum([...ProblemOrEnd.options, ...LossKind.options])
export type NotificationKind = z.infer<typeof NotificationKind>

/** A problem of the reader, its solution, or what somebody else did with their schedule. */
export const Notification = z.object({
  id: z.string(),
  problemKey: z.string(),
  kind: NotificationKind,
  /** The sentence, in words. */
  message: z.string(),
  text: NotificationText,
  /** The path of the screen that shows more. */
  link: z.string(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** How often the problem occurred. */
  count: z.int(),
  readAt: z.iso.datetime().nullable(),
  /** null: the problem is open. */
  solvedAt: z.iso.datetime().nullable(),
})
export type Notification = z.infer<typeof Notification>

export const NotificationListRequest = z.strictObject({
  limit: z.coerce.number().int().min(1).max(notificationLimits.page).default(notificationLimits.page),
  cursor: z.string().max(limits.cursorLength).optional(),
})
export type NotificationListRequest = z.infer<typeof NotificationListRequest>
/** `unread`: how many of all are unread. */
export const NotificationListResponse = z.object({ notifications: z.array(Notification), unread: z.int(), nextCursor: NextCursor })

/** `ids` or `all`. */
export const NotificationReadRequest = z
  .strictObject({
    ids: z.array(z.string().min(1).max(64)).min(1).max(notificationLimits.page).refine(isUnique),
    all: z.literal(true),
  })
  .partial()
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), 'Please give either ids or all')
export type NotificationReadRequest = z.infer<typeof NotificationReadRequest>
export const NotificationReadResponse = z.object({ unread: z.int() })
