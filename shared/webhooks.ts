import { z } from 'zod'
import { EventType, usualEventTypes } from '#shared/events.ts'
import { eventMessages } from '#shared/event-messages.ts'
import { limits } from '#shared/limits.ts'
import { Words } from '#shared/names.ts'
import { NextCursor } from '#shared/paging.ts'
import { StoreId } from '#shared/stores.ts'
import { isUnique } from '#shared/unique.ts'

/**
 * What an address understands. `standard`: the event, as a program reads it. The others: a message for people, in the form of the chat
 * service.
 */
export const webhookFormats = ['standard', 'slack', 'discord', 'telegram'] as const
export const WebhookFormat = z.enum(webhookFormats)
export type WebhookFormat = z.infer<typeof WebhookFormat>

/** The id of a Telegram chat, or the name of a public channel. */
const ChatId = z
  .string()
  .trim()
  .regex(/^(-?\d{1,20}|@\w{5,32})$/, eventMessages.chatIdInvalid)

/** An address of a program that is told of events. */
export const Webhook = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  format: WebhookFormat,
  /** The chat that Telegram shows the messages in; null for other formats. */
  chatId: z.string().nullable(),
  events: z.array(EventType),
  /** The stores whose events are told; null: all. */
  storeIds: z.array(StoreId).nullable(),
  active: z.boolean(),
  /** The first failed attempt after the last delivery; null: the last attempt succeeded, or there was none. */
  failingSince: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Webhook = z.infer<typeof Webhook>

const fields = {
  name: Words.min(1, eventMessages.nameNeeded),
  url: z.url(eventMessages.urlInvalid).max(limits.urlLength),
  format: WebhookFormat,
  chatId: ChatId.nullable(),
  events: z.array(EventType).min(1, eventMessages.eventsNeeded).refine(isUnique),
  storeIds: z.array(StoreId).min(1, eventMessages.storesNeeded).max(limits.assignments).refine(isUnique).nullable(),
  active: z.boolean(),
}
/** Whether a format has the chat that it needs, and no other has one. */
export const hasItsChat = ({ format, chatId }: Pick<Webhook, 'format' | 'chatId'>): boolean => (format === 'telegram') === (chatId !== null)

export const WebhookCreateRequest = z
  .strictObject({
    ...fields,
    format: fields.format.default('standard'),
    chatId: fields.chatId.default(null),
    events: fields.events.default(usualEventTypes),
    storeIds: fields.storeIds.default(null),
    active: fields.active.default(true),
  })
  .refine(hasItsChat, { path: ['chatId'], message: eventMessages.chatIdNeeded })
export type WebhookCreateRequest = z.infer<typeof WebhookCreateRequest>

export const WebhookRef = z.strictObject({ id: z.string().min(1).max(64) })
export const WebhookUpdateRequest = z.strictObject(fields).partial().extend(WebhookRef.shape)
export type WebhookUpdateRequest = z.infer<typeof WebhookUpdateRequest>

export const WebhookListResponse = z.object({ webhooks: z.array(Webhook) })
export const WebhookResponse = z.object({ webhook: Webhook })
/** `secret` verifies the signatures. It is never shown again. */
export const WebhookSecretResponse = z.object({ webhook: Webhook, secret: z.string() })

/** `waiting`: it is tried, now or again later. `failed`: it is not tried any more. */
export const DeliveryStatus = z.enum(['waiting', 'delivered', 'failed'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** The type of the event that a test sends. Nobody subscribes to it. */
export const testEventType = 'webhook.test'

/** One event for one webhook, and how its last attempt ended. */
export const WebhookDelivery = z.object({
  id: z.string(),
  /** The `webhook-id` of all attempts. */
  eventId: z.string(),
  type: z.union([EventType, z.literal(testEventType)]),
  status: DeliveryStatus,
  /** Since the event, or since somebody asked to send it again. */
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  attemptedAt: z.iso.datetime().nullable(),
  /** null where no further attempt will be made. */
  nextAttemptAt: z.iso.datetime().nullable(),
  /** The status of the last answer; null where there was none. */
  answerStatus: z.int().nullable(),
  /** Why the last attempt failed, in words; null where it succeeded or there was none. */
  failure: z.string().nullable(),
  durationMs: z.int().nullable(),
  /** The exact text that is sent. */
  body: z.string(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const DeliveryListRequest = WebhookRef.extend({
  status: DeliveryStatus.optional(),
  limit: z.coerce.number().int().min(1).max(limits.webhooks.page).default(limits.webhooks.page),
  cursor: z.string().max(limits.cursorLength).optional(),
})
export type DeliveryListRequest = z.infer<typeof DeliveryListRequest>
export const DeliveryListResponse = z.object({ deliveries: z.array(WebhookDelivery), nextCursor: NextCursor })

export const DeliveryRef = WebhookRef.extend({ deliveryId: z.string().min(1).max(64) })
export const DeliveryResponse = z.object({ delivery: WebhookDelivery })
