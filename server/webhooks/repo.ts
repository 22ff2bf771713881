import { and, asc, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'
import { translated, UniqueViolation } from '#drizzle/errors.ts'
import { webhooks } from '#drizzle/event-tables.ts'
import { eventMessages } from '#shared/event-messages.ts'
import { EventType } from '#shared/events.ts'
import { WebhookFormat } from '#shared/webhooks.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'

/** A stored webhook. The secrets are encrypted. */
const WebhookRow = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  format: WebhookFormat,
  chatId: z.string().nullable(),
  events: z.array(EventType),
  storeIds: z.array(z.string()).nullable(),
  isActive: z.boolean(),
  secret: z.string(),
  previousSecret: z.string().nullable(),
  previousSecretUntil: z.date().nullable(),
  failingSince: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type WebhookRow = z.infer<typeof WebhookRow>
export type WebhookChange = { [Field in keyof Omit<WebhookRow, 'id' | 'createdAt'>]?: WebhookRow[Field] | undefined }

function explain(error: unknown): never {
  const cause = translated(error)
  if (cause instanceof UniqueViolation) refuseField('name', eventMessages.nameTaken, 'NAME_TAKEN')
  throw cause
}

/** All webhooks, by name. */
export async function listWebhookRows(db: Db): Promise<WebhookRow[]> {
  return WebhookRow.array().parse(await db.select().from(webhooks).orderBy(asc(webhooks.name), asc(webhooks.id)))
}

export async function findWebhookRow(db: Db, id: string): Promise<WebhookRow | null> {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id))
  return row ? WebhookRow.parse(row) : null
}

/** Throws NAME_TAKEN. */
export async function insertWebhook(db: Db, row: WebhookRow) {
  await db.insert(webhooks).values(row).catch(explain)
}

/** The changed row; null where it was deleted. Throws NAME_TAKEN. */
export async function updateWebhookRow(db: Db, id: string, change: WebhookChange): Promise<WebhookRow | null> {
  const [row] = await db.update(webhooks).set(change).where(eq(webhooks.id, id)).returning().catch(explain)
  return row ? WebhookRow.parse(row) : null
}

/** Its deliveries go with it. Returns false where it was deleted before. */
export async function deleteWebhook(db: Db, id: string): Promise<boolean> {
  const rows = await db.delete(webhooks).where(eq(webhooks.id, id)).returning({ id: webhooks.id })
  return rows.length > 0
}

/** Notes whether the last attempt failed. The time of the first failure stays. */
export async function noteAttempt(db: Db, id: string, failedAt: Date | null) {
  const isNews = failedAt === null ? undefined : isNull(webhooks.failingSince)
  await db
    .update(webhooks)
    .set({ failingSince: failedAt })
    .where(and(eq(webhooks.id, id), isNews))
}
