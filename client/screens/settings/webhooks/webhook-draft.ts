import { usualEventTypes } from '#shared/events.ts'
import { WebhookCreateRequest, type Webhook, type WebhookFormat, type WebhookUpdateRequest } from '#shared/webhooks.ts'

/** A webhook in its form. `storeIds` null: all stores. */
export type WebhookDraft = Pick<Webhook, 'name' | 'url' | 'format' | 'chatId' | 'events' | 'storeIds'>

/** A new webhook is told of everything. @param mayAll whether the person may manage webhooks for all stores */
export const newWebhook = (mayAll: boolean): WebhookDraft => ({
  name: '',
  url: '',
  format: 'standard',
  chatId: null,
  events: usualEventTypes,
  storeIds: mayAll ? null : [],
})

/** Only Telegram's messages name a chat. */
export const inFormat = (format: WebhookFormat, chatId: string | null) => ({
  format,
  chatId: format === 'telegram' ? (chatId ?? '') : null,
})

export const webhookDraftOf = ({ name, url, format, chatId, events, storeIds }: Webhook): WebhookDraft => ({
  name,
  url,
  format,
  chatId,
  events,
  storeIds,
})

/** The draft's mistakes by field, from the server's schema. */
export function mistakesInWebhook(draft: WebhookDraft): Record<string, string> {
  const issues = WebhookCreateRequest.safeParse(draft).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What the form changed: another person may have changed the rest since it opened, and only a new address asks for the password. */
export function webhookChanges(id: string, before: WebhookDraft, draft: WebhookDraft): WebhookUpdateRequest {
  const { name, url, format, chatId, events, storeIds } = draft
  return {
    id,
    ...(name === before.name ? {} : { name }),
    ...(url === before.url ? {} : { url }),
    ...(format === before.format && chatId === before.chatId ? {} : { format, chatId }),
    ...(isSame(events, before.events) ? {} : { events }),
    ...(isSame(storeIds, before.storeIds) ? {} : { storeIds }),
  }
}
