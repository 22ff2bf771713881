// What a scrape reads from the database. The queries use indexes or count few rows.
import { and, count, desc, eq, gte, inArray, isNotNull, isNull, lte, min } from 'drizzle-orm'
import { backupRuns } from '#drizzle/backup-tables.ts'
import { catalogueHints, catalogueStores } from '#drizzle/catalogue-tables.ts'
import type { Database } from '#drizzle/database.ts'
import { webhookDeliveries, webhooks } from '#drizzle/event-tables.ts'
import { jobs, webProcesses, workers } from '#drizzle/job-tables.ts'
import { mails } from '#drizzle/mail-tables.ts'
import { stores } from '#drizzle/schema.ts'
import { limits } from '#shared/limits.ts'
import { failedHours } from '#shared/system.ts'
import { openStatuses, readyStatuses } from '#server/jobs/row.ts'

/** `oldest`: null where none waits. */
type Waiting = { count: number; oldest: Date | null }

/** `state` null: no call has been made yet. */
type StoreFigure = {
  id: string
  name: string
  platform: string
  isActive: boolean
  state: string | null
  stateSince: Date | null
  stateReason: string | null
}

/** A process that was heard of within a lease. null: one of an older version has not told it. */
type ProcessFigure = { id: string; machine: string | null; version: string | null; startedAt: Date | null; seenAt: Date }

export type StoredFigures = {
  jobs: { status: string; count: number }[]
  /** When the oldest job that is due could have started. */
  dueSince: Date | null
  mails: Waiting & { refused: number; failingSince: Date | null }
  deliveries: Waiting
  stores: StoreFigure[]
  bytes: number
  workers: ProcessFigure[]
  webProcesses: ProcessFigure[]
  /** The jobs that failed lately, by the code of their error. */
  failed: { code: string | null; count: number }[]
  /** `oldest`: when the shop of the oldest complete copy was last asked for changes. null: there is no copy. `hints`: those that wait. */
  catalogue: { oldest: Date | null; hints: number }
  /** The newest scheduled backup that is complete. null: none is. */
  backup: { finishedAt: Date | null; bytes: number | null } | null
  /** When the first scheduled backup was begun. null: none was. */
  backupsSince: Date | null
}

const lately = failedHours * 3_600_000

function failedJobs(db: Database['db'], now: Date) {
  return db
    .select({ code: jobs.errorCode, count: count() })
    .from(jobs)
    .where(and(gte(jobs.finishedAt, new Date(now.getTime() - lately)), eq(jobs.status, 'failed')))
    .groupBy(jobs.errorCode)
}

async function catalogueFigures(db: Database['db']): Promise<StoredFigures['catalogue']> {
  const isKept = and(eq(stores.active, true), eq(catalogueStores.isOn, true), isNotNull(catalogueStores.filledAt))
  const [[copies], [hints]] = await Promise.all([
    db
      .select({ oldest: min(catalogueStores.checkedAt) })
      .from(catalogueStores)
      .innerJoin(stores, eq(stores.id, catalogueStores.storeId))
      .where(isKept),
    db.select({ count: count() }).from(catalogueHints),
  ])
  return { oldest: copies?.oldest ?? null, hints: hints?.count ?? 0 }
}

const presentSince = (now: Date) => new Date(now.getTime() - limits.jobs.leaseMs)

const none = { count: 0, oldest: null }

export async function readStoredFigures(database: Database, now: Date): Promise<StoredFigures> {
  const { db } = database
  const isDue = and(inArray(jobs.status, [...readyStatuses]), lte(jobs.runAt, now), eq(jobs.isDirect, false))
  const isSent = and(eq(webhookDeliveries.status, 'waiting'), eq(webhooks.isActive, true))
  const [
    open,
    [due],
    [waitingMails],
    [waitingDeliveries],
    known,
    size,
    [refused],
    working,
    answering,
    failed,
    [backup],
    [begun],
    catalogue,
  ] = await Promise.all([
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
      .select({ count: count(), oldest: min(mails.createdAt), failingSince: min(mails.failingSince) })
      .from(mails)
      .where(isNull(mails.refusedAt)),
    db
      .select({ count: count(), oldest: min(webhookDeliveries.createdAt) })
      .from(webhookDeliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
      .where(isSent),
    db
      .select({
        id: stores.id,
        name: stores.name,
        platform: stores.platform,
        isActive: stores.active,
        state: stores.state,
        stateSince: stores.stateSince,
        stateReason: stores.stateReason,
      })
      .from(stores),
    database.bytes(),
    db.select({ count: count() }).from(mails).where(isNotNull(mails.refusedAt)),
    db
      .select()
      .from(workers)
      .where(gte(workers.seenAt, presentSince(now))),
    db
      .select()
      .from(webProcesses)
      .where(gte(webProcesses.seenAt, presentSince(now))),
    failedJobs(db, now),
    db
      .select({ finishedAt: backupRuns.finishedAt, bytes: backupRuns.bytes })
      .from(backupRuns)
      .where(isNotNull(backupRuns.finishedAt))
      .orderBy(desc(backupRuns.finishedAt))
      .limit(1),
    db.select({ startedAt: min(backupRuns.startedAt) }).from(backupRuns),
    catalogueFigures(db),
  ])
  return {
    jobs: open,
    dueSince: due?.since ?? null,
    mails: { ...(waitingMails ?? { ...none, failingSince: null }), refused: refused?.count ?? 0 },
    deliveries: waitingDeliveries ?? none,
    stores: known,
    bytes: size,
    workers: working,
    webProcesses: answering,
    failed,
    catalogue,
    backup: backup ?? null,
    backupsSince: begun?.startedAt ?? null,
  }
}
