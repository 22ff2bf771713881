import type { Deps } from '#server/deps.ts'
import type { BackupDone } from '#server/backup/run.ts'
import type { AuditDetails } from '#server/audit/details.ts'
import { record } from '#server/audit/record-repo.ts'
import { claimRun, removeOldRuns, updateRun, type RunClaim } from '#server/backup/schedule-repo.ts'

/** The time of day, in UTC. */
export type TimeOfDay = { hour: number; minute: number }

/** Writes a backup. Rejects where that fails, or when the signal is aborted. */
export type WriteScheduled = (signal: AbortSignal) => Promise<Omit<BackupDone, 'manifest'>>

/** Any number of processes share one schedule: one of them writes each backup. */
export type BackupSchedule = {
  start(): void
  /** Writes the backup that is due, if there is one. */
  look(): Promise<void>
  /** Breaks off a backup under way. The next process that looks begins it anew. */
  stop(): Promise<void>
}

type Written = Awaited<ReturnType<WriteScheduled>>
type ScheduleDeps = Pick<Deps, 'database' | 'now' | 'clock' | 'log'>
type ScheduleOptions = { at: TimeOfDay; write: WriteScheduled }

const dayMs = 24 * 3_600_000
const lookMs = 60_000
/** A process that does not renew its claim for so long is dead. */
const leaseMs = 5 * 60_000
const renewMs = 60_000
const afterFailureMs = 3_600_000
const keepDays = 400

/** The last time of the schedule up to now. */
export function lastDue(now: number, { hour, minute }: TimeOfDay): Date {
  const today = new Date(now).setUTCHours(hour, minute, 0, 0)
  return new Date(today <= now ? today : today - dayMs)
}

export function createBackupSchedule({ database: { db }, now, clock, log }: ScheduleDeps, { at, write }: ScheduleOptions): BackupSchedule {
  const stopping = new AbortController()
  let loop: Promise<void> | undefined
  const inMs = (ms: number) => new Date(now() + ms)

  /** What nobody has asked for is in the audit log, too. A log that cannot be written changes nothing about the backup. */
  const note = (claim: RunClaim, decision: 'allowed' | 'failed', details: AuditDetails) =>
    record(db, {
      at: inMs(0),
      actorId: 'schedule',
      actorName: 'Schedule of backups',
      action: 'backups.run',
      target: null,
      decision,
      door: 'worker',
      requestId: claim.claim,
      details,
    }).catch((error: unknown) => log.error({ err: error }, 'a backup could not be recorded in the audit log'))

  /** What follows a backup that is written. It may fail, and the backup is there. */
  async function keep(claim: RunClaim, { at: place, bytes, removed, removalFailure }: Written) {
    try {
      if (!(await updateRun(db, claim, { finishedAt: inMs(0), place, bytes, failure: null }))) return
      await note(claim, 'allowed', { place, bytes, removed, ...(removalFailure !== null && { removalFailure }) })
      await removeOldRuns(db, inMs(-keepDays * dayMs))
      log.info({ place, bytes, removed }, 'the scheduled backup is complete')
      if (removalFailure !== null)
        log.error({ place, removalFailure }, 'the scheduled backup is complete, but older ones could not be removed')
    } catch (error) {
      log.error({ err: error, place }, 'the scheduled backup is written, and could not be noted')
    }
  }

  async function carryOut(claim: RunClaim) {
    const renewal = setInterval(() => {
      updateRun(db, claim, { leaseUntil: inMs(leaseMs) }).catch((error: unknown) =>
        log.warn({ err: error }, 'the claim of a backup could not be renewed'),
      )
    }, renewMs)
    try {
      await keep(claim, await write(stopping.signal))
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      // One that was broken off is begun anew at once, elsewhere or after the next start.
      await updateRun(db, claim, { leaseUntil: inMs(stopping.signal.aborted ? 0 : afterFailureMs), failure })
      if (stopping.signal.aborted) return
      log.error({ err: error }, 'the scheduled backup failed; trying again in an hour')
      await note(claim, 'failed', { failure })
    } finally {
      clearInterval(renewal)
    }
  }

  async function look() {
    const claim = { due: lastDue(now(), at), claim: crypto.randomUUID() }
    if (await claimRun(db, claim, inMs(0), inMs(leaseMs))) await carryOut(claim)
  }

  async function run() {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => log.error({ err: error }, 'the schedule of backups could not be read'))
      await clock.sleep(lookMs, stopping.signal).catch(() => {})
    }
  }

  return {
    look,
    start: () => void (loop ??= run()),
    async stop() {
      stopping.abort()
      await loop
    },
  }
}
