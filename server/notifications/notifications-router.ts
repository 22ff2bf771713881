import {
  NotificationListRequest,
  NotificationListResponse,
  NotificationReadRequest,
  NotificationReadResponse,
} from '#shared/notifications.ts'
import { listNotifications, readNotifications } from '#server/notifications/service.ts'
import { procedure, router } from '#server/procedure/builder.ts'

export const notificationProcedures = router({
  list: procedure('GET /notifications', 'session.any', {
    summary: 'List the own notifications',
    description:
      "Answers one page of the caller's problems and solutions, newest first, and how many of all are unread. The same problem is one notification, with a count, until it is solved. An API key reads those about stores whose exports of both types it sees.",
    fails: ['INVALID_CURSOR'],
    alsoOnTop: ['nextCursor', 'unread'],
  })
    .input(NotificationListRequest.prefault({}))
    .output(NotificationListResponse)
    .query(({ ctx, input }) => listNotifications(ctx.deps, ctx.viewer, input)),
  read: procedure('POST /notifications/read', 'session.any', {
    summary: 'Mark notifications as read',
    description: "Marks some or all of the caller's notifications as read, and answers how many are unread still.",
    isPrivate: true,
  })
    .input(NotificationReadRequest)
    .output(NotificationReadResponse)
    .mutation(({ ctx, input }) => readNotifications(ctx.deps, ctx.viewer, input)),
})
