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
  Webhook: [
    'An address that is told of events.',
    {
      storeIds: 'The stores whose events are told; null: all. An event about several stores is told where all of them are listed.',
      active: 'False: nothing is sent. An address that answers 410 is switched off.',
      failingSince: 'The first failed attempt after the last delivery; null where the last attempt succeeded, or before the first one.',
    },
  ],
  WebhookCreateRequest: [
    'A webhook to create.',
    {
      url: 'A public https address. Redirects are not followed.',
      events: 'All events where left out.',
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
