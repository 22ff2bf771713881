// Examples of events and webhooks.
import type { z } from 'zod'
import type { schemas } from './schemas.ts'

const event = {
  id: 'evt_3f1c2a_1772444100000',
  type: 'job.completed',
  timestamp: '2026-03-02T09:35:00.000Z',
  data: { jobId: '3f1c2a', jobType: 'product_export', storeIds: ['st_north'], createdBy: 'u_mai', rows: 1_250, error: null },
} satisfies z.input<typeof schemas.Event>
const webhook = {
  id: 'wh_1',
  name: 'Warehouse',
  url: 'https://hooks.example.com/backcounter',
  format: 'standard',
  chatId: null,
  events: ['job.completed', 'job.failed'],
  storeIds: null,
  active: true,
  failingSince: null,
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
} satisfies z.input<typeof schemas.Webhook>
const delivery = {
  id: 'd_1',
  eventId: event.id,
  type: event.type,
  status: 'delivered',
  attempts: 1,
  createdAt: event.timestamp,
  attemptedAt: '2026-03-02T09:35:01.000Z',
  nextAttemptAt: null,
  answerStatus: 204,
  failure: null,
  durationMs: 82,
  body: JSON.stringify(event),
} as const

const notification = {
  id: 'n_1',
  problemKey: 'job:3f1c2a',
  kind: 'failed',
  message: 'Your product export failed: The shop does not answer.',
  text: { code: 'export.failed', export: 'product', reason: 'The shop does not answer.' },
  link: '/jobs?status=failed',
  firstSeenAt: event.timestamp,
  lastSeenAt: event.timestamp,
  count: 1,
  readAt: null,
  solvedAt: null,
} satisfies z.input<typeof schemas.Notification>

export const eventExamples = {
  Notification: notification,
  NotificationListResponse: { notifications: [notification], unread: 1, nextCursor: null },
  NotificationReadRequest: { ids: [notification.id] },
  Event: event,
  Webhook: webhook,
  WebhookCreateRequest: { name: webhook.name, url: webhook.url, events: webhook.events, storeIds: null, active: true },
  WebhookUpdateRequest: { id: webhook.id, active: false },
  WebhookSecretResponse: { webhook, secret: 'whsec_example' },
  WebhookDelivery: delivery,
}
