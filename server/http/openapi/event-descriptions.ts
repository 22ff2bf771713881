// Descriptions of the schemas of events and webhooks. They are separate, because browsers load the schemas.
import type { Descriptions } from './description.ts'

export const eventDescriptions = {
  Event: 'Something that happened. Its id stays the same however often it is sent.',
  JobEventData: [
    'The end of an export. GET /jobs/{id} answers the whole job.',
    {
      createdBy: 'The id of the person or service account whose job it is.',
      rows: 'The rows of the result; null where there is none.',
      error: 'Why it failed; null for a completed one. INCOMPLETE: a part was written. JOB_CANCELLED: somebody cancelled it.',
    },
  ],
  StoreEventData: [
    'A shop that stopped answering or refuses our calls, or that answers again.',
    { reason: 'The limits of the shop, or why it refuses; null where neither is known.' },
  ],
  ScheduleEventData: [
    'A problem of a schedule, once until it is solved, or its solution. It is told once, however many people are told of it.',
    {
      ownerId: 'Whose schedule it is.',
      kind: 'recovered: the schedule works again.',
      message: 'The sentence.',
      link: 'The path of the screen that shows more.',
    },
  ],
  NotificationEventData: [
    'A problem of a person, or its solution.',
    { userId: 'Whose notification it is.', message: 'The sentence.', link: 'The path of the screen that shows more.' },
  ],
  Notification: [
    'A problem of the caller, or its solution. The same problem is one notification until it is solved.',
    {
      problemKey: 'What has the problem.',
      kind: 'recovered: what had a problem works again.',
      message: 'The sentence, in words.',
      link: 'The path of the screen that shows more.',
      count: 'How often the problem occurred.',
      readAt: 'Null while it is unread.',
      solvedAt: 'Null while the problem is open.',
    },
  ],
  NotificationText: 'The code of the sentence, and what it names.',
  NotificationListResponse: ['Notifications, newest first.', { unread: 'How many of all are unread.' }],
  NotificationReadRequest: 'Which ones, or all.',
  NotificationReadResponse: ['What is left.', { unread: 'How many of all are unread.' }],
  Webhook: [
    'An address that is told of events.',
    {
      format: 'standard: the event, signed. slack, discord, telegram: a message for people, as the address of that service takes it.',
      chatId: 'The chat that Telegram shows the messages in, such as -1001234567890 or @our_shops; null for other formats.',
      storeIds: 'The stores whose events are told; null: all. An event about several stores is told where all of them are listed.',
      active: 'False: nothing is sent. An address that answers 410 is switched off.',
      failingSince: 'The first failed attempt after the last delivery; null where the last attempt succeeded, or before the first one.',
    },
  ],
  WebhookCreateRequest: [
    'A webhook to create.',
    {
      url: 'A public https address. Redirects are not followed.',
      events: 'Where left out, all except notification.created.',
      storeIds: 'Null: all stores, which needs the right in all of them.',
    },
  ],
  WebhookUpdateRequest: 'What to change; what is left out stays.',
  WebhookListResponse: 'Webhooks, by name.',
  WebhookResponse: 'One webhook.',
  WebhookSecretResponse: [
    'A webhook and its secret.',
    { secret: 'Verifies the signatures, in the form of Standard Webhooks. It is never shown again.' },
  ],
  WebhookDelivery: [
    'One event for one webhook, and how its last attempt ended.',
    {
      eventId: 'The webhook-id of all its attempts.',
      status: 'waiting: it will be tried. failed: it is not tried any more.',
      attempts: 'Since the event, or since somebody asked to send it again.',
      nextAttemptAt: 'Null where no further attempt will be made.',
      answerStatus: 'The status of the last answer; null where there was none.',
      failure: 'Why the last attempt failed; null where it succeeded, and before the first one.',
      body: 'The exact text that is sent and signed.',
    },
  ],
  DeliveryListResponse: 'Deliveries, newest first.',
  DeliveryResponse: 'One delivery.',
} as const satisfies Partial<Descriptions>
