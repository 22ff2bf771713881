// What a scrape reads from the database. The queries use indexes or count few rows.
import { and, count, desc, eq, inArray, isNotNull, isNull, lte, min } from 'drizzle-orm'
import { backupRuns } from '#drizzle/backup-tables.ts'
import type { Database } from '#drizzle/database.ts'
import { webhookDeliveries, webhooks } from '#drizzle/event-tables.ts'
import { jobs } from '#drizzle/job-tables.ts'
import { mails } from '#drizzle/mail-tables.ts'
import { stores } from '#drizzle/schema.ts'
import { openStatuses, readyStatuses } from '#server/jobs/row.ts'

/** `oldest`: null where none waits. */
type Waiting = { count: number; oldest: Date | null }

/** `state` null: no call has been made yet. */
type StoreFigure = { id: string; platform: string; isActive: boolean; state: string | null; stateSince: Date | null }

export type StoredFigures = {
  jobs: { status: string; count: number }[]
  /** When the oldest job that is due could have started. */
  dueSince: Date | null
  mails: Waiting
  deliveries: Waiting
  stores: StoreFigure[]
  bytes: number
  /** The newest scheduled backup that is complete. null: none is. */
  backup: { finishedAt: Date | null; bytes: number | null } | null
  /** When the first scheduled backup was begun. null: none was. */
  backupsSince: Date | null
}

const first = ([row]: Waiting[]): Waiting => row ?? { count: 0, oldest: null }

export async function readStoredFigures(database: Database, now: Date): Promise<StoredFigures> {
  const { db } = database
  const isDue = and(inArray(jobs.status, [...readyStatuses]), lte(jobs.runAt, now), eq(jobs.isDirect, false))
  const isSent = and(eq(webhookDeliveries.status, 'waiting'), eq(webhooks.isActive, true))
  const [open, [due], waitingMails, waitingDeliveries, known, size, [backup], [begun]] = await Promise.all([
    db
      .select({ status: jobs.status, count: count() })
      .from(jobs)
      .where(inArray(jobs.status, [...openStatuses]))
      .groupBy(jobs.status),
    db
      .select({ since: min(jobs.runAt) })
      .from(jobs)
      .where(isDue),
    db
      .select({ count: count(), oldest: min(mails.createdAt) })
      .from(mails)
      .where(isNull(mails.refusedAt)),
    db
      .select({ count: count(), oldest: min(webhookDeliveries.createdAt) })
      .from(webhookDeliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
      .where(isSent),
    db
      .select({ id: stores.id, platform: stores.platform, isActive: stores.active, state: stores.state, stateSince: stores.stateSince })
      .from(stores),
    database.bytes(),
    db
      .select({ finishedAt: backupRuns.finishedAt, bytes: backupRuns.bytes })
      .from(backupRuns)
      .where(isNotNull(backupRuns.finishedAt))
      .orderBy(desc(backupRuns.finishedAt))
      .limit(1),
    db.select({ startedAt: min(backupRuns.startedAt) }).from(backupRuns),
  ])
  return {
    jobs: open,
    dueSince: due?.since ?? null,
    mails: first(waitingMails),
    deliveries: first(waitingDeliveries),
    stores: known,
    bytes: size,
    backup: backup ?? null,
    backupsSince: begun?.startedAt ?? null,
  }
}
