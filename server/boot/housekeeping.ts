import { setImmediate as others } from 'node:timers/promises'
import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { overBy, removeBatch } from './housekeeping-repo.ts'
import { removeExpiredFiles } from '#server/jobs/retention.ts'
import { removeOldMails } from '#server/mail/retention.ts'
import { purgeAudit } from '#server/seals/purge.ts'
import { sealClosedMinutes } from '#server/seals/sealing.ts'

export type HousekeepingOptions = {
  dataDir: string
  /** In days. Files of jobs; 0: not at all. */
  exportKeepDays: number
  /** Records of finished jobs, and the audit; 0: for ever. */
  jobsKeepDays: number
  auditKeepDays: number
}

type Task = { name: string; everyMs: number; run: (now: number) => Promise<void> }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** So few that nobody waits long for the write lock. */
const rowsAtOnce = 500

const cutOff = (now: number, keepDays: number) => (keepDays === 0 ? null : new Date(now - keepDays * dayMs))

async function removeRows({ database: { db } }: Deps, now: number, jobsBefore: Date | null) {
  for (const over of Object.values(overBy(now, jobsBefore)))
    // Between batches the leases of running jobs are renewed, and others write.
    while ((await removeBatch(db, over, rowsAtOnce)) >= rowsAtOnce) await others()
}

/** In this order: a job's record goes after its files. Each may be done by several workers at once, or half and again. */
const tasksOf = (deps: Deps, { dataDir, exportKeepDays, jobsKeepDays, auditKeepDays }: HousekeepingOptions): Task[] => [
  { name: 'seal the audit', everyMs: minuteMs, run: () => sealClosedMinutes(deps) },
  { name: 'remove files of jobs', everyMs: hourMs, run: () => removeExpiredFiles(deps, exportKeepDays) },
  { name: 'remove rows', everyMs: hourMs, run: (now) => removeRows(deps, now, cutOff(now, jobsKeepDays)) },
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

/** Everything that accumulates comes to an end here. The answer does what is due; what fails is tried again when it is due next. */
export function createHousekeeping(deps: Deps, options: HousekeepingOptions): (stopping: AbortSignal) => Promise<void> {
  const tasks = tasksOf(deps, options)
  const begunAt = new Map<string, number>()
  return async (stopping) => {
    for (const { name, everyMs, run } of tasks) {
      const now = deps.now()
      if (stopping.aborted || now - (begunAt.get(name) ?? -Infinity) < everyMs) continue
      begunAt.set(name, now)
      await run(now).catch((error: unknown) => deps.log.error({ err: error, task: name }, 'a task of the housekeeping failed'))
    }
  }
}
