import { and, eq, inArray, isNotNull, isNull, lt, notInArray, or, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '#drizzle/database.ts'
import { shopApprovals } from '#drizzle/approval-tables.ts'
import { shopBudgets } from '#drizzle/budget-tables.ts'
import { webhookDeliveries } from '#drizzle/event-tables.ts'
import { jobGroups, jobs } from '#drizzle/job-tables.ts'
import { keyCalls } from '#drizzle/key-tables.ts'
import { mails } from '#drizzle/mail-tables.ts'
import { notifications } from '#drizzle/notification-tables.ts'
import { apiKeys, attempts, idempotencyKeys, mailLinks, sessions, verifications } from '#drizzle/schema.ts'
import { scheduleRuns } from '#drizzle/schedule-tables.ts'
import { knownDevices } from '#drizzle/second-factor-tables.ts'
import { limits } from '#shared/limits.ts'
import { notificationLimits } from '#shared/notification-limits.ts'

/** The expired rows of a table. `id` only divides them into batches and need not be unique. */
type Over = { table: SQLiteTable; id: SQLiteColumn; isOver: SQL | undefined }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const { housekeeping: days, idempotency } = limits

/** Jobs whose files are removed or that left none. A job's record is never removed before its files. */
const leavesNothing = or(
  and(eq(jobs.status, 'completed'), isNotNull(jobs.filesRemovedAt)),
  and(eq(jobs.status, 'failed'), eq(jobs.needsClearing, false), or(eq(jobs.files, []), isNotNull(jobs.filesRemovedAt))),
)

/** The expired rows, by table. @param jobsBefore Jobs that finished before this time expire. null: they never do. */
export function overBy(db: Db, now: number, jobsBefore: Date | null): Record<string, Over> {
  const ago = (ms: number) => new Date(now - ms)
  const past = ago(0)
  return {
    sessions: {
      table: sessions,
      id: sessions.id,
      isOver: or(lt(sessions.expiresAt, past), lt(sessions.createdAt, ago(limits.sessionSeconds * 1_000))),
    },
    verifications: { table: verifications, id: verifications.id, isOver: lt(verifications.expiresAt, past) },
    shopApprovals: { table: shopApprovals, id: shopApprovals.sessionId, isOver: lt(shopApprovals.expiresAt, past) },
    mailLinks: { table: mailLinks, id: mailLinks.tokenHash, isOver: lt(mailLinks.expiresAt, past) },
    // By then, every shop has refilled its bucket.
    shopBudgets: { table: shopBudgets, id: shopBudgets.shop, isOver: lt(shopBudgets.usedAt, ago(dayMs)) },
    attempts: { table: attempts, id: attempts.key, isOver: lt(attempts.expiresAt, past) },
    knownDevices: { table: knownDevices, id: knownDevices.key, isOver: lt(knownDevices.seenAt, ago(days.unseenDevice * dayMs)) },
    jobGroups: { table: jobGroups, id: jobGroups.storeSet, isOver: isNull(jobGroups.since) },
    idempotencyKeys: {
      table: idempotencyKeys,
      id: idempotencyKeys.key,
      isOver: lt(idempotencyKeys.createdAt, ago(idempotency.hours * hourMs)),
    },
    webhookDeliveries: {
      table: webhookDeliveries,
      id: webhookDeliveries.id,
      isOver: lt(webhookDeliveries.createdAt, ago(limits.webhooks.keepDays * dayMs)),
    },
    notifications: {
      table: notifications,
      id: notifications.id,
      isOver: lt(notifications.lastSeenAt, ago(notificationLimits.keepDays * dayMs)),
    },
    mails: { table: mails, id: mails.id, isOver: lt(mails.refusedAt, ago(days.mail * dayMs)) },
    apiKeys: { table: apiKeys, id: apiKeys.id, isOver: lt(apiKeys.expiresAt, ago(days.endedApiKey * dayMs)) },
    // Also those of ended keys.
    keyCalls: {
      table: keyCalls,
      id: keyCalls.id,
      isOver: or(lt(keyCalls.at, ago(days.keyCall * dayMs)), notInArray(keyCalls.keyId, db.select({ id: apiKeys.id }).from(apiKeys))),
    },
    ...(jobsBefore
      ? {
          jobs: { table: jobs, id: jobs.id, isOver: and(lt(jobs.finishedAt, jobsBefore), leavesNothing) },
          scheduleRuns: { table: scheduleRuns, id: scheduleRuns.id, isOver: lt(scheduleRuns.startedAt, jobsBefore) },
        }
      : {}),
  }
}

/** Removes one batch. Returns the number of removed rows. */
export async function removeBatch(db: Db, { table, id, isOver }: Over, rows: number): Promise<number> {
  const some = db.select({ id }).from(table).where(isOver).limit(rows)
  const removed = await db
    .delete(table)
    .where(and(isOver, inArray(id, some)))
    .returning({ id })
  return removed.length
}
