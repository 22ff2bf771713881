// The named schemas of notifications; see schemas.ts.
import { NotificationEventData, ScheduleEventData } from '#shared/events.ts'
import { NotificationText } from '#shared/notification-messages.ts'
import { Notification, NotificationListResponse, NotificationReadRequest, NotificationReadResponse } from '#shared/notifications.ts'

export const notificationSchemas = {
  NotificationEventData,
  ScheduleEventData,
  Notification,
  NotificationText,
  NotificationListResponse,
  NotificationReadRequest,
  NotificationReadResponse,
}
