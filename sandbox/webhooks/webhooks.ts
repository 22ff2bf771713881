import type { CatalogueProduct } from '../catalogue/record.ts'
import type { Clock } from '../clock.ts'
import type { ShopSettings } from '../settings.ts'
import { forged, messageOf } from './messages.ts'
import type { Message } from './messages.ts'
import type { WebhookTuning } from './settings.ts'
import { openSubscriptions } from './subscriptions.ts'
import type { Subscriptions, Topic } from './subscriptions.ts'

const MINUTE_MS = 60_000
/** Shopify tries 8 more times within 4 hours, and then ends the subscription; ShopBase 19 more times within 48 hours. */
const RETRY_MINUTES = {
  shopify: [1, 2, 4, 8, 15, 30, 60, 120],
  shopbase: Array.from({ length: 19 }, (_, n) => Math.min(2 ** n, 234)),
} as const
const ANSWER_MS = 5_000
const AT_ONCE = 20
const MOST = 1_000

type Waiting = { readonly message: Message; readonly subscription: string | null; dueAt: number; tries: number }
/** A message that was sent. `status` null: there was no answer. */
export type SentMessage = { readonly message: Message; readonly status: number | null; readonly ms: number }

export type Webhooks = Subscriptions & {
  readonly tune: (change: WebhookTuning) => void
  readonly refusesTopics: () => boolean
  /** Makes the messages about a change. */
  readonly tell: (topic: Topic, product: CatalogueProduct) => void
  /** Sends what is due by the shop's clock, and waits for the answers. Returns what was sent. */
  readonly deliver: () => Promise<SentMessage[]>
  /** Everything that was sent so far, the oldest first. */
  readonly sent: SentMessage[]
  /** The number of messages that are still to be sent. */
  readonly waiting: () => number
}

/** Strikes this share of the calls, evenly and in each run alike. */
function shares() {
  const seen = new Map<string, number>()
  return (name: string, share = 0): boolean => {
    const n = (seen.get(name) ?? 0) + 1
    seen.set(name, n)
    return (n * 0.6180339887498949) % 1 < share
  }
}

/** The order of a shuffle that is the same in each run. */
const shuffled = <Row>(rows: readonly Row[]): Row[] =>
  rows
    .map((row, n) => ({ row, place: ((n + 1) * 0.6180339887498949) % 1 }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ row }) => row)

export function openWebhooks(settings: ShopSettings, clock: Clock): Webhooks {
  let tuning: WebhookTuning = {}
  let queue: Waiting[] = []
  const sent: SentMessage[] = []
  const subscriptions = openSubscriptions(
    () => clock.now(),
    () => tuning.most ?? MOST,
  )
  const strikes = shares()

  function put(message: Message, subscription: string | null) {
    queue.push({ message, subscription, dueAt: clock.now() + (tuning.lateMs ?? 0), tries: 0 })
  }

  async function send({ message }: Waiting, target: string): Promise<SentMessage> {
    const began = performance.now()
    const answer = await fetch(target + message.path, {
      method: 'POST',
      headers: message.headers,
      body: message.body,
      signal: AbortSignal.timeout(ANSWER_MS),
    })
      .then(async (response) => {
        await response.arrayBuffer()
        return response.status
      })
      .catch(() => null)
    return { message, status: answer, ms: performance.now() - began }
  }

  /** Sends again what was not accepted. */
  function follow(one: Waiting, { status }: SentMessage) {
    if (one.subscription === null || (status !== null && status >= 200 && status < 300)) return
    const minutes = RETRY_MINUTES[settings.platform][one.tries]
    if (minutes !== undefined) queue.push({ ...one, tries: one.tries + 1, dueAt: clock.now() + minutes * MINUTE_MS })
    else if (settings.platform === 'shopify') subscriptions.remove(one.subscription)
  }

  async function deliver(): Promise<SentMessage[]> {
    const { target } = tuning
    if (target == null) return []
    const now = clock.now()
    const ready = queue.filter(({ dueAt }) => dueAt <= now)
    queue = queue.filter(({ dueAt }) => dueAt > now)
    const ordered = tuning.isShuffled ? shuffled(ready) : ready
    const done: SentMessage[] = []
    for (let from = 0; from < ordered.length; from += AT_ONCE) {
      const some = ordered.slice(from, from + AT_ONCE)
      const answers = await Promise.all(some.map((one) => send(one, target)))
      for (const [index, answer] of answers.entries()) {
        const one = some[index]
        if (one) follow(one, answer)
        done.push(answer)
      }
    }
    sent.push(...done)
    return done
  }

  return {
    ...subscriptions,
    tune: (change) => {
      tuning = { ...tuning, ...change }
    },
    tell: (topic, product) => {
      if (tuning.target == null) return
      for (const subscription of subscriptions.list().filter((one) => one.topic === topic)) {
        const message = messageOf(settings, subscription, product)
        if (strikes('forged', tuning.forged)) put(forged(settings, message), null)
        if (strikes('lost', tuning.lost)) continue
        put(message, subscription.id)
        if (strikes('doubled', tuning.doubled)) put(message, subscription.id)
      }
      if (tuning.isPrompt) void deliver()
    },
    refusesTopics: () => tuning.refusesTopics ?? false,
    deliver,
    sent,
    waiting: () => queue.length,
  }
}
