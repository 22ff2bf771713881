import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '#shared/limits.ts'
import { storesOf, type Event } from '#shared/events.ts'
import type { Deps } from '#server/deps.ts'
import { handOver } from '#server/events/hand-over.ts'
import { attempt } from './attempt.ts'
import {
  addDeliveries,
  claimDelivery,
  dueDeliveries,
  endAttempt,
  expireDeliveries,
  type DeliveryRow,
  type NewDelivery,
} from './deliveries-repo.ts'
import { bodyOf } from './formats.ts'
import { dropLeftOut } from './left-out.ts'
import { pauseAfter } from './pauses.ts'
import { findWebhookRow, listWebhookRows, noteAttempt, updateWebhookRow, type WebhookRow } from './repo.ts'

type QueueDeps = Pick<Deps, 'database' | 'outbound' | 'vault' | 'now' | 'clock' | 'log' | 'appUrl'>
/** `pauseFor`: the pause after an attempt. Proofs shorten it, and the time for an answer. */
export type QueueOptions = { lookMs?: number; attemptMs?: number; pauseFor?: typeof pauseAfter }

/** Sends the events to the webhooks. Any number of processes share the work. */
export type WebhookQueue = {
  start(): void
  /** Sends everything that is due, and returns when nothing is. */
  drain(): Promise<void>
  /** Starts no more attempts, and waits for those under way. */
  stop(): Promise<void>
}

const { atOnce, atOnceEach, tryHours, attemptMs: usualAttemptMs } = limits.webhooks
const defaults = { lookMs: 1_000, attemptMs: usualAttemptMs, pauseFor: pauseAfter }
const hourMs = 3_600_000
const expireEveryMs = 60_000
/** The events that are queued in one transaction. */
const eventsAtOnce = 50

/** Whether the webhook is told of the event. One about several stores is told only where all of them are chosen. */
function wants({ events, storeIds, isActive }: WebhookRow, event: Event): boolean {
  if (!isActive || !events.includes(event.type)) return false
  return storeIds === null || storesOf(event).every((id) => storeIds.includes(id))
}

/** The delivery of an event to a webhook. */
const deliveryOf = (webhook: WebhookRow, event: Event, appUrl: string, now: number): NewDelivery => ({
  id: crypto.randomUUID(),
  webhookId: webhook.id,
  eventId: event.id,
  type: event.type,
  body: bodyOf(webhook, event, appUrl),
  createdAt: new Date(now),
  runAt: new Date(now),
  expiresAt: new Date(now + tryHours * hourMs),
})

/** Puts new events into the queue, each once for each webhook that wants it. */
async function queueEvents(deps: QueueDeps) {
  const { db } = deps.database
  /** As they were read first. */
  const told: WebhookRow[] = []
  await handOver(deps, eventsAtOnce, async (found) => {
    const webhooks = found.length > 0 ? await listWebhookRows(db) : []
    const rows = found.flatMap((event) =>
      webhooks.filter((webhook) => wants(webhook, event)).map((webhook) => deliveryOf(webhook, event, deps.appUrl, deps.now())),
    )
    if (rows.length > 0 && told.length === 0) told.push(...webhooks)
    return (queueDb) => (rows.length > 0 ? [addDeliveries(queueDb, rows)] : [])
  })
  // A store may have been left out since the webhooks were read, and what was left out then has not seen these deliveries.
  for (const before of told) {
    const after = await findWebhookRow(db, before.id)
    if (after) await dropLeftOut(db, before, after)
  }
}

export function createWebhookQueue(deps: QueueDeps, given: QueueOptions = {}): WebhookQueue {
  const { lookMs, attemptMs, pauseFor } = { ...defaults, ...given }
  /** Longer than an attempt takes, so a claim of this age belongs to a process that died. */
  const leaseMs = 2 * attemptMs
  const { database, now, log } = deps
  const { db } = database
  const stopping = new AbortController()
  /** The attempts under way, and their webhooks. */
  const running = new Map<Promise<void>, string>()
  let loop: Promise<void> | undefined
  let expireAgainAt = Number.NEGATIVE_INFINITY
  let isAway = false

  async function send(delivery: DeliveryRow, claim: string) {
    const webhook = await findWebhookRow(db, delivery.webhookId)
    if (!webhook) return
    const { status: answerStatus, failure, waitMs, durationMs } = await attempt(deps, webhook, delivery, attemptMs)
    const attempts = delivery.attempts + 1
    const at = new Date(now())
    const again = new Date(now() + pauseFor(attempts, waitMs))
    const isOver = answerStatus === 410 || again > delivery.expiresAt
    const status = failure === null ? 'delivered' : isOver ? 'failed' : 'waiting'
    const runAt = status === 'waiting' ? again : delivery.runAt
    await endAttempt(db, { id: delivery.id, claim }, attempts, { status, runAt, attemptedAt: at, answerStatus, failure, durationMs })
    if (answerStatus === 410) await updateWebhookRow(db, webhook.id, { isActive: false, updatedAt: at })
    // Most attempts succeed again and change nothing.
    if (failure !== null || webhook.failingSince !== null) await noteAttempt(db, webhook.id, failure === null ? null : at)
  }

  async function claimAndSend(id: string) {
    const claim = crypto.randomUUID()
    const delivery = await claimDelivery(db, { id, claim }, new Date(now()), new Date(now() + leaseMs))
    if (delivery) await send(delivery, claim)
  }

  const usedBy = (webhookId: string) => [...running.values()].filter((id) => id === webhookId).length

  /** Begins as many attempts as there are free places. Returns whether it began any. */
  async function fill(): Promise<boolean> {
    const full = [...new Set(running.values())].filter((id) => usedBy(id) >= atOnceEach)
    const free = atOnce - running.size
    const due = free > 0 && !stopping.signal.aborted ? await dueDeliveries(db, new Date(now()), full, free) : []
    let isAny = false
    for (const { id, webhookId } of due) {
      if (usedBy(webhookId) >= atOnceEach || stopping.signal.aborted) continue
      isAny = true
      const run = claimAndSend(id)
        .catch((error: unknown) => log.error({ err: error, delivery: id }, 'a delivery could not be dealt with; its lease will run out'))
        .finally(() => running.delete(run))
      running.set(run, webhookId)
    }
    return isAny
  }

  async function expire() {
    if (now() < expireAgainAt) return
    await expireDeliveries(db, new Date(now()))
    expireAgainAt = now() + expireEveryMs
  }

  async function turn() {
    try {
      await queueEvents(deps)
      await expire()
      await fill()
      isAway = false
    } catch (error) {
      // Logged once, because it is repeated every second.
      if (!isAway) log.error(error, 'the webhooks could not be looked after')
      isAway = true
    }
  }

  return {
    start() {
      loop = (async () => {
        while (!stopping.signal.aborted) {
          await turn()
          const idle = pause(lookMs, undefined, { signal: stopping.signal }).catch(() => {})
          // The end of an attempt frees a place at once.
          await (running.size >= atOnceEach ? Promise.race([idle, ...running.keys()]) : idle)
        }
      })()
    },
    async drain() {
      await queueEvents(deps)
      await expire()
      while ((await fill()) || running.size > 0) if (running.size > 0) await Promise.race(running.keys())
    },
    async stop() {
      stopping.abort()
      await loop
      await Promise.allSettled(running.keys())
    },
  }
}
