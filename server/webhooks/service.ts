import { can, missingRight, reaches, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { eventMessages } from '#shared/event-messages.ts'
import { limits } from '#shared/limits.ts'
import { hasItsChat, type Webhook, type WebhookCreateRequest, type WebhookUpdateRequest } from '#shared/webhooks.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/procedure/not-found.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'
import { findStore } from '#server/stores/service.ts'
import { dropLeftOut } from '#server/webhooks/left-out.ts'
import { deleteWebhook, findWebhookRow, insertWebhook, listWebhookRows, updateWebhookRow, type WebhookRow } from '#server/webhooks/repo.ts'
import { makeSecret } from '#server/webhooks/secrets.ts'

type Made = { webhook: Webhook; secret: string }
const hourMs = 3_600_000

const shown = ({ id, name, url, format, chatId, events, storeIds, isActive, failingSince, createdAt, updatedAt }: WebhookRow): Webhook => ({
  id,
  name,
  url,
  format,
  chatId,
  events,
  storeIds,
  active: isActive,
  failingSince: failingSince?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** Whether the viewer may manage webhooks for these stores (`null`: for all). */
const mayManage = (viewer: Viewer, storeIds: readonly string[] | null): boolean =>
  storeIds === null ? can(viewer, 'webhooks.manage', null) : storeIds.every((storeId) => can(viewer, 'webhooks.manage', storeId))

/** Throws NOT_FOUND for a store that is out of reach, and ACCESS_DENIED where the viewer may not manage webhooks for it, or for all. */
async function assertStores(deps: Deps, viewer: Viewer, storeIds: readonly string[] | null) {
  if (storeIds === null && !mayManage(viewer, null)) throw new AppError('ACCESS_DENIED', eventMessages.storesOutOfReach)
  for (const storeId of storeIds ?? []) {
    if (!reaches(viewer, storeId) || !(await findStore(deps, storeId))) throw notFound('Store')
    if (!can(viewer, 'webhooks.manage', storeId)) throw new AppError('ACCESS_DENIED', missingRight('webhooks.manage'))
  }
}

function assertMayCall({ outbound }: Deps, url: string) {
  const refusal = outbound.refusalOf(url)
  if (refusal !== null) refuseField('url', refusal)
}

/** Throws NOT_FOUND for a webhook that tells of stores in which the viewer may not manage webhooks, as for one that is missing. */
export async function webhookFor({ database }: Deps, viewer: Viewer, id: string): Promise<WebhookRow> {
  const row = await findWebhookRow(database.db, id)
  if (!row || !mayManage(viewer, row.storeIds)) throw notFound('Webhook')
  return row
}

/** Throws NOT_FOUND. */
export const webhookOf = async (deps: Deps, viewer: Viewer, id: string): Promise<Webhook> => shown(await webhookFor(deps, viewer, id))

/** The webhooks that the viewer may manage, by name. */
export async function listWebhooks({ database }: Deps, viewer: Viewer): Promise<Webhook[]> {
  return (await listWebhookRows(database.db)).filter(({ storeIds }) => mayManage(viewer, storeIds)).map(shown)
}

/**
 * Makes a webhook. Only this answer has its secret. Throws INVALID_INPUT for an address that may not be called, NOT_FOUND, ACCESS_DENIED,
 * NAME_TAKEN, and CONFLICT where there are too many.
 */
export async function createWebhook(deps: Deps, viewer: Viewer, request: WebhookCreateRequest): Promise<Made> {
  const { name, url, format, chatId, events, storeIds, active } = request
  await assertStores(deps, viewer, storeIds)
  assertMayCall(deps, url)
  const { db } = deps.database
  const { max } = limits.webhooks
  if ((await listWebhookRows(db)).length >= max) throw new AppError('CONFLICT', eventMessages.tooMany(max))
  const id = crypto.randomUUID()
  const at = new Date(deps.now())
  const { secret, sealed } = makeSecret(deps.vault, id)
  const own = { previousSecret: null, previousSecretUntil: null, failingSince: null, createdAt: at, updatedAt: at }
  const row: WebhookRow = { id, name, url, format, chatId, events, storeIds, isActive: active, secret: sealed, ...own }
  await insertWebhook(db, row)
  return { webhook: shown(row), secret }
}

async function changed(deps: Deps, id: string, change: Parameters<typeof updateWebhookRow>[2]): Promise<WebhookRow> {
  const row = await updateWebhookRow(deps.database.db, id, { ...change, updatedAt: new Date(deps.now()) })
  if (!row) throw notFound('Webhook')
  return row
}

/** Changes what is given. With a store that is left out go the deliveries about it. Throws like `createWebhook`. */
export async function updateWebhook(deps: Deps, viewer: Viewer, { id, active, ...fields }: WebhookUpdateRequest): Promise<Webhook> {
  const before = await webhookFor(deps, viewer, id)
  const { format = before.format, chatId = before.chatId } = fields
  if (!hasItsChat({ format, chatId })) refuseField('chatId', eventMessages.chatIdNeeded)
  if (fields.storeIds !== undefined) await assertStores(deps, viewer, fields.storeIds)
  if (fields.url !== undefined) assertMayCall(deps, fields.url)
  const row = await changed(deps, id, { ...fields, ...(active === undefined ? {} : { isActive: active }) })
  await dropLeftOut(deps.database.db, before, row)
  return shown(row)
}

/** Gives a webhook a new secret. The one before signs beside it for a day, so that its receiver can change over. Throws NOT_FOUND. */
export async function rotateWebhookSecret(deps: Deps, viewer: Viewer, id: string): Promise<Made> {
  const { secret: previousSecret } = await webhookFor(deps, viewer, id)
  const { secret, sealed } = makeSecret(deps.vault, id)
  const previousSecretUntil = new Date(deps.now() + limits.webhooks.secretOverlapHours * hourMs)
  return { webhook: shown(await changed(deps, id, { secret: sealed, previousSecret, previousSecretUntil })), secret }
}

/** Deletes a webhook with its deliveries. Throws NOT_FOUND. */
export async function removeWebhook(deps: Deps, viewer: Viewer, id: string): Promise<Webhook> {
  const row = await webhookFor(deps, viewer, id)
  if (!(await deleteWebhook(deps.database.db, id))) throw notFound('Webhook')
  return shown(row)
}
