import type { Event } from '#shared/events.ts'
import { eventMessages } from '#shared/event-messages.ts'
import { eventSentence } from '#shared/event-sentences.ts'
import { testEventType, type WebhookFormat } from '#shared/webhooks.ts'
import type { WebhookRow } from '#server/webhooks/repo.ts'

type TestEvent = { id: string; type: typeof testEventType; timestamp: string; data: { webhookId: string } }
type Told = Event | TestEvent
/** `url`: of the screen that shows more. */
type Message = { sentence: string; url: string; chatId: string | null }

/** The longest messages in characters, by the services' own documents: docs.discord.com, core.telegram.org. Slack's is 40,000. */
const longest = { discord: 2_000, telegram: 4_096 } as const
/** Discord's flag for messages without a preview of their links. */
const suppressEmbeds = 4

/** Cuts the sentence, so that the link behind it stays whole. */
function within(length: number, sentence: string, rest: string) {
  const room = length - rest.length
  return (sentence.length > room ? `${sentence.slice(0, room - 1).toWellFormed()}…` : sentence) + rest
}

/**
 * Names and reasons come from people and shops, and the services make links of addresses, some of hosts alone. An invisible word joiner
 * keeps them texts.
 */
const withoutLinks = (text: string) => text.replaceAll(/:(?=\/\/)|(?<=[\p{L}\p{N}])\.(?=\p{L}{2})/gu, '$&\u2060')

/** Slack reads `<…>` as links and mentions. Nothing else of a text can call people. */
const forSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
/** Nothing in a name is to become a link or a style. */
const forDiscord = (text: string) => text.replaceAll(/[\\*_~`|>#[\]()<-]/g, String.raw`\$&`)

const messagesFor: Record<Exclude<WebhookFormat, 'standard'>, (message: Message) => object> = {
  slack: ({ sentence, url }) => ({ text: `${forSlack(sentence)} <${forSlack(url)}|Show>` }),
  discord: ({ sentence, url }) => ({
    content: within(longest.discord, forDiscord(sentence), ` ${url}`),
    allowed_mentions: { parse: [] },
    flags: suppressEmbeds,
  }),
  telegram: ({ sentence, url, chatId }) => ({
    chat_id: chatId,
    text: within(longest.telegram, sentence, `\n${url}`),
    link_preview_options: { is_disabled: true },
  }),
}

const saidBy = (event: Told) => (event.type === testEventType ? { sentence: eventMessages.testMessage, link: '' } : eventSentence(event))

/** The exact text that is sent to an address: the event itself, or a message in the form of its chat service. */
export function bodyOf({ format, chatId }: Pick<WebhookRow, 'format' | 'chatId'>, event: Told, appUrl: string): string {
  if (format === 'standard') return JSON.stringify(event)
  const { sentence, link } = saidBy(event)
  return JSON.stringify(messagesFor[format]({ sentence: withoutLinks(sentence), url: `${appUrl}${link}`, chatId }))
}
