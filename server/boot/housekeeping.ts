import { setImmediate as others } from 'node:timers/promises'
import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { overBy, removeBatch } from './housekeeping-repo.ts'
import { sendDigests } from '#server/digest/send.ts'
import { removeOldEvents } from '#server/events/retention.ts'
import { removeExpiredFiles } from '#server/jobs/retention.ts'
import { removeOldMails } from '#server/mail/retention.ts'
import { mailNotifications } from '#server/notifications/mails.ts'
import { renewQuietTokens } from '#server/stores/quiet-tokens.ts'
import { purgeAudit } from '#server/seals/purge.ts'
import { sealClosedMinutes } from '#server/seals/sealing.ts'

export type HousekeepingOptions = {
  dataDir: string
  /** The days until files of jobs are removed. 0: at once. */
  exportKeepDays: number
  /** The days until records of finished jobs and audit entries are removed. 0: never. */
  jobsKeepDays: number
  auditKeepDays: number
}

type Task = { name: string; everyMs: number; run: (now: number, stopping: AbortSignal) => Promise<void> }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A small batch, so that other writers wait only briefly for the write lock. */
const rowsAtOnce = 500

const cutOff = (now: number, keepDays: number) => (keepDays === 0 ? null : new Date(now - keepDays * dayMs))

async function removeRows({ database: { db } }: Deps, now: number, jobsBefore: Date | null) {
  for (const over of Object.values(overBy(db, now, jobsBefore)))
    // Yields between batches, so that leases are renewed and other writes run.
    while ((await removeBatch(db, over, rowsAtOnce)) >= rowsAtOnce) await others()
}

/**
 * The order matters: a job's record is removed after its files. Several workers may run a task at the same time, and an interrupted task
 * can run again.
 */
const tasksOf = (deps: Deps, { dataDir, exportKeepDays, jobsKeepDays, auditKeepDays }: HousekeepingOptions): Task[] => [
  { name: 'seal the audit', everyMs: minuteMs, run: () => sealClosedMinutes(deps) },
  { name: 'renew the tokens of quiet shops', everyMs: dayMs, run: (_now, stopping) => renewQuietTokens(deps, stopping) },
  // Those that a process which died has left.
  { name: 'mail notifications', everyMs: minuteMs, run: () => mailNotifications(deps) },
  { name: 'send daily mails', everyMs: minuteMs, run: () => sendDigests(deps) },
  { name: 'remove files of jobs', everyMs: hourMs, run: () => removeExpiredFiles(deps, exportKeepDays) },
  { name: 'remove rows', everyMs: hourMs, run: (now) => removeRows(deps, now, cutOff(now, jobsKeepDays)) },
  {
    name: 'remove changes of catalogues',
    everyMs: hourMs,
    run: (now) => deps.catalogue.removeChanges(now - limits.housekeeping.catalogueChange * dayMs),
  },
  { name: 'remove events', everyMs: hourMs, run: () => removeOldEvents(deps) },
  { name: 'remove mails', everyMs: hourMs, run: (now) => removeOldMails(dataDir, new Date(now - limits.housekeeping.mail * dayMs)) },
  {
    name: 'remove audit entries',
    everyMs: hourMs,
    async run(now) {
      const before = cutOff(now, auditKeepDays)
      if (before) await purgeAudit(deps, before)
    },
  },
]

/** Returns a function that runs all due tasks, which remove old data. A task that fails runs again when it is next due. */
export function createHousekeeping(deps: Deps, options: HousekeepingOptions): (stopping: AbortSignal) => Promise<void> {
  const tasks = tasksOf(deps, options)
  const begunAt = new Map<string, number>()
  return async (stopping) => {
    for (const { name, everyMs, run } of tasks) {
      const now = deps.now()
      if (stopping.aborted || now - (begunAt.get(name) ?? -Infinity) < everyMs) continue
      begunAt.set(name, now)
      await run(now, stopping).catch((error: unknown) => deps.log.error({ err: error, task: name }, 'a task of the housekeeping failed'))
    }
  }
}
