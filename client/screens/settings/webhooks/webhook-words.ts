import { localTime } from '#client/format/local-time.ts'
import {
  webhookFormats,
  type DeliveryStatus,
  type testEventType,
  type Webhook,
  type WebhookDelivery,
  type WebhookFormat,
} from '#shared/webhooks.ts'
import { eventTypes, type EventType } from '#shared/events.ts'

/** The types of events in words. */
export const eventLabels: Readonly<Record<EventType | typeof testEventType, string>> = {
  'job.completed': 'Export completed',
  'job.failed': 'Export failed',
  'schedule.failing': 'Schedule has a problem',
  'schedule.recovered': 'Schedule works again',
  'store.failing': 'Store fails',
  'store.recovered': 'Store works again',
  'notification.created': 'Notification to a person',
  'webhook.test': 'Test',
}

/** The formats in words. */
export const webhookFormatLabels: Readonly<Record<WebhookFormat, string>> = {
  standard: 'Events for a program',
  slack: 'Messages for Slack',
  discord: 'Messages for Discord',
  telegram: 'Messages for Telegram',
}

export const formatChoices = webhookFormats.map((value) => ({ value, label: webhookFormatLabels[value] }))

export const eventChoices = eventTypes.map((value) => ({ value, label: eventLabels[value] }))

/** The stores of a webhook by name. */
export function storesInWords(storeIds: Webhook['storeIds'], names: ReadonlyMap<string, string>): string {
  return storeIds === null ? 'All stores' : storeIds.map((id) => names.get(id) ?? 'Unknown store').join(', ')
}

type Badge = { label: string; color: string }

export function webhookState({ active, failingSince }: Pick<Webhook, 'active' | 'failingSince'>): Badge {
  if (!active) return { label: 'Off', color: 'gray' }
  return failingSince === null ? { label: 'Active', color: 'green' } : { label: `Failing since ${localTime(failingSince)}`, color: 'red' }
}

export const deliveryStates: Readonly<Record<DeliveryStatus, Badge>> = {
  waiting: { label: 'Waiting', color: 'yellow' },
  delivered: { label: 'Delivered', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
}

type Outcome = Pick<WebhookDelivery, 'failure' | 'answerStatus' | 'durationMs' | 'nextAttemptAt'>

/** How the last attempt of a delivery ended, and when the next one is. */
export function outcomeInWords({ failure, answerStatus, durationMs, nextAttemptAt }: Outcome): string {
  const end = failure ?? (answerStatus === null ? null : `answered ${answerStatus}`)
  const parts = [
    end !== null && durationMs !== null ? `${end} after ${durationMs.toLocaleString('en-US')} ms` : end,
    nextAttemptAt && `next attempt ${localTime(nextAttemptAt)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}
