// What the receiver must have got: every event for every webhook that wants it, signed, always the same, and nothing else.
import { Webhook as Verifier } from 'standardwebhooks'
import { limits } from '#shared/limits.ts'
import type { WebhookEnvironment, ProofWebhook } from './environment.ts'
import type { Begun } from './instruction.ts'
import type { WebhookCall } from './receiver.ts'
import type { Success } from './successes.ts'

export type WebhookVerdict = {
  deliveries: number
  attempts: number
  kills: number
  /** Deliveries that the receiver never accepted, or that are still waiting. */
  lost: number
  /** Calls of webhooks that do not want the event. */
  unwanted: number
  /** Calls with a wrong signature, a changed body or id; and forged calls that the library took for genuine. */
  untrue: number
  /** Repetitions after an accepted call: before the database had kept the success, and after. */
  repeated: { explained: number; unexplained: number }
  /** First attempts that began later than the portions and the places of the queue allow. Kills delay some. */
  late: number
}
type Record = { begun: readonly Begun[]; kills: number; isDone: boolean; workers: number; successes: readonly Success[] }

const { atOnce, atOnceEach } = limits.webhooks
/** Events that are queued together are sent in any order. */
const portion = 50

const accepts = (secret: string, body: string, headers: WebhookCall['headers']): boolean => {
  try {
    new Verifier(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

/** Whether a call is signed for its webhook alone, and any change of it is refused. */
function isTrue({ body, headers }: WebhookCall, { secret }: ProofWebhook, others: readonly ProofWebhook[]): boolean {
  const forged = [
    { body: `${body} `, headers },
    { body, headers: { ...headers, 'webhook-id': `${headers['webhook-id']}x` } },
    { body, headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) } },
  ]
  return (
    accepts(secret, body, headers) &&
    !forged.some((call) => accepts(secret, call.body, call.headers)) &&
    !others.some((other) => accepts(other.secret, body, headers))
  )
}

/** Counts the calls after an accepted one. `keptAt`: when the database had kept the success, in milliseconds. */
function repetitions(calls: readonly WebhookCall[], keptAt: number): WebhookVerdict['repeated'] {
  const first = calls.findIndex(({ isAccepted }) => isAccepted)
  const repeated = first < 0 ? [] : calls.slice(first + 1)
  const unexplained = repeated.filter(({ at }) => at > keptAt).length
  return { explained: repeated.length - unexplained, unexplained }
}

/** The first attempts that began after more than `bound` later events. */
function lateOnes(order: ReadonlyMap<string, number>, begun: readonly string[], bound: number): number {
  const firsts = [...new Set(begun)].map((id) => order.get(id) ?? 0)
  return firsts.filter((place, index) => firsts.slice(0, index).filter((earlier) => earlier > place).length > bound).length
}

export function judge({ webhooks, events, receiver: { calls } }: WebhookEnvironment, record: Record): WebhookVerdict {
  const order = new Map(events.map(({ id }, index) => [id, index]))
  const verdict: WebhookVerdict = {
    deliveries: 0,
    attempts: calls.length,
    kills: record.kills,
    lost: record.isDone ? 0 : 1,
    unwanted: 0,
    untrue: 0,
    repeated: { explained: 0, unexplained: 0 },
    late: 0,
  }
  for (const webhook of webhooks) {
    const others = webhooks.filter((other) => other !== webhook)
    const wanted = new Set(events.filter((event) => webhook.wants(event)).map(({ id }) => id))
    const byEvent = Map.groupBy(
      calls.filter((call) => call.webhook === webhook.path),
      ({ headers }) => headers['webhook-id'] ?? '',
    )
    const ownSuccesses = record.successes.filter((success) => success.webhook === webhook.id)
    const kept = new Map(ownSuccesses.toReversed().map(({ event, at }) => [event, at]))
    verdict.deliveries += wanted.size
    for (const id of wanted) if (!byEvent.get(id)?.some(({ isAccepted }) => isAccepted)) verdict.lost += 1
    for (const [id, same] of byEvent) {
      if (!wanted.has(id)) verdict.unwanted += same.length
      verdict.untrue += same.filter(
        (call) => call.body !== same[0]?.body || !call.body.includes(id) || !isTrue(call, webhook, others),
      ).length
      const { explained, unexplained } = repetitions(same, kept.get(id) ?? Infinity)
      verdict.repeated.explained += explained
      verdict.repeated.unexplained += unexplained
    }
    const begun = record.begun.flatMap((one) => (one.webhook === webhook.path ? one.event : []))
    verdict.late += lateOnes(order, begun, portion + record.workers * atOnceEach)
  }
  return verdict
}

/** How many first attempts kills may delay: those that the killed workers had claimed. */
const delayed = ({ kills }: WebhookVerdict) => kills * atOnce

export const holds = (verdict: WebhookVerdict): boolean => {
  const { lost, unwanted, untrue, repeated, late } = verdict
  return lost + unwanted + untrue + repeated.unexplained === 0 && late <= delayed(verdict)
}
