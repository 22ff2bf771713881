import { z } from 'zod'
import { NotificationText } from '#shared/notification-messages.ts'
import { NotificationKind } from '#shared/notifications.ts'

/** The row of a notification; see drizzle/notification-tables.ts. */
export const NotificationRow = z.object({
  id: z.string(),
  userId: z.string(),
  problemKey: z.string(),
  openKey: z.string().nullable(),
  kind: NotificationKind,
  text: NotificationText,
  link: z.string(),
  storeIds: z.array(z.string()),
  firstSeenAt: z.date(),
  lastSeenAt: z.date(),
  count: z.int(),
  readAt: z.date().nullable(),
  solvedAt: z.date().nullable(),
  mailedAt: z.date().nullable(),
})
export type NotificationRow = z.infer<typeof NotificationRow>
