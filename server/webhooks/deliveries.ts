import type { Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { eventMessages } from '#shared/event-messages.ts'
import { limits } from '#shared/limits.ts'
import { testEventType, type DeliveryListRequest, type WebhookDelivery } from '#shared/webhooks.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/procedure/not-found.ts'
import { decodeKeysetCursor, encodeKeysetCursor } from '#server/rows/keyset-cursor.ts'
import { attempt } from '#server/webhooks/attempt.ts'
import {
  endAttempt,
  findDelivery,
  insertClaimed,
  listDeliveryRows,
  requeueDelivery,
  type DeliveryRow,
} from '#server/webhooks/deliveries-repo.ts'
import { bodyOf } from '#server/webhooks/formats.ts'
import { webhookFor } from '#server/webhooks/service.ts'

const hourMs = 3_600_000
const { attemptMs, tryHours } = limits.webhooks

function shown({ webhookId: _webhookId, expiresAt: _expiresAt, createdAt, attemptedAt, runAt, ...row }: DeliveryRow): WebhookDelivery {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    attemptedAt: attemptedAt?.toISOString() ?? null,
    nextAttemptAt: row.status === 'waiting' ? runAt.toISOString() : null,
  }
}

/** The deliveries of a webhook, newest first. Throws NOT_FOUND, INVALID_CURSOR. */
export async function listDeliveries(deps: Deps, viewer: Viewer, { id, status, limit, cursor }: DeliveryListRequest) {
  await webhookFor(deps, viewer, id)
  const found = await listDeliveryRows(deps.database.db, { webhookId: id, status }, limit, decodeKeysetCursor(cursor))
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = found.length > limit && last ? encodeKeysetCursor({ at: last.createdAt, id: last.id }) : null
  return { deliveries: page.map(shown), nextCursor }
}

/** Sends a delivery again that has ended, for another day if need be. Throws NOT_FOUND, and CONFLICT for one that is still tried. */
export async function redeliver(deps: Deps, viewer: Viewer, id: string, deliveryId: string): Promise<WebhookDelivery> {
  const { isActive } = await webhookFor(deps, viewer, id)
  const { db } = deps.database
  if (!(await findDelivery(db, id, deliveryId))) throw notFound('Delivery')
  if (!isActive) throw new AppError('CONFLICT', eventMessages.inactive)
  const now = deps.now()
  const row = await requeueDelivery(db, deliveryId, new Date(now), new Date(now + tryHours * hourMs))
  if (!row) throw new AppError('CONFLICT', eventMessages.underWay)
  return shown(row)
}

/** Sends a test event at once, also to a webhook that is not active, and answers how it went. It is not repeated. Throws NOT_FOUND. */
export async function testWebhook(deps: Deps, viewer: Viewer, id: string): Promise<WebhookDelivery> {
  const webhook = await webhookFor(deps, viewer, id)
  const at = new Date(deps.now())
  const eventId = `evt_${crypto.randomUUID()}`
  const body = bodyOf(webhook, { id: eventId, type: testEventType, timestamp: at.toISOString(), data: { webhookId: id } }, deps.appUrl)
  const row = {
    id: crypto.randomUUID(),
    webhookId: id,
    eventId,
    type: testEventType,
    body,
    createdAt: at,
    runAt: at,
    expiresAt: at,
  } as const
  const claim = crypto.randomUUID()
  await insertClaimed(deps.database, row, claim, new Date(deps.now() + 2 * attemptMs))
  const { status: answerStatus, failure, durationMs } = await attempt(deps, webhook, row)
  const ended = {
    status: failure === null ? 'delivered' : 'failed',
    runAt: at,
    attemptedAt: new Date(deps.now()),
    answerStatus,
    failure,
    durationMs,
  } as const
  await endAttempt(deps.database.db, { id: row.id, claim }, 1, ended)
  return shown({ ...row, ...ended, attempts: 1 })
}
