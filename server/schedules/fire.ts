import { record } from '#server/audit/record-repo.ts'
import { scheduleLimits } from '#shared/schedule-limits.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Deps } from '#server/deps.ts'
import { calendarProblem, nextRun, runsAfter } from '#server/schedules/calendar.ts'
import { dueSchedules, fire, lookLater, type DueSchedule, type Moved } from '#server/schedules/fire-repo.ts'
import { tellOfSchedule, type OnScheduleProblem } from '#server/schedules/problems.ts'
import type { RunRow } from '#server/schedules/row.ts'
import { hadOpenJobSince, hasOpenJob } from '#server/schedules/runs-repo.ts'
import { prepareRun, type Prepared } from '#server/schedules/start.ts'

type FireOptions = { onProblem: OnScheduleProblem }

/** How many instants after the due one have passed as well, up to a maximum. */
function missedAfter({ schedule: { calendar, timezone, nextDue }, now }: DueSchedule): number {
  let missed = 0
  for (const at of runsAfter(calendar, timezone, nextDue).take(scheduleLimits.missedCounted)) {
    if (at > now) break
    missed += 1
  }
  return missed
}

/** What the making of a run can tell people. */
type FireProblem = 'failed' | 'paused' | 'missed'
type Decision = {
  outcome: RunRow['outcome']
  reason: string | null
  prepared: Prepared | null
  problem: FireProblem | null
  /** How many instants after the due one have passed as well. */
  missed: number
}

const withoutJob = {
  empty: { outcome: 'skipped', problem: null },
  refused: { outcome: 'refused', problem: 'failed' },
  paused: { outcome: 'refused', problem: 'paused' },
} as const

/** What becomes of a due run. null: it waits for the last one. */
async function decide(deps: Deps, due: DueSchedule): Promise<Decision | null> {
  const { schedule, now } = due
  const { id, nextDue, lookAt, overlap, calendar, timezone } = schedule
  const { db } = deps.database
  const problem = calendarProblem(calendar)
  if (problem !== null) return { ...withoutJob.paused, reason: problem, prepared: { kind: 'paused', reason: problem }, missed: 0 }
  // After an error of ours, too, it is looked at again later.
  const hasWaited = lookAt !== null && lookAt > nextDue && (await hadOpenJobSince(db, id, nextDue))
  const isOverdue = now.getTime() - nextDue.getTime() > scheduleLimits.missedAfterMs
  const isLate = !hasWaited && (isOverdue || nextRun(calendar, timezone, nextDue) <= now)
  const isLeftOut = isLate && schedule.missed === 'skip'
  const isOpen = !isLeftOut && (await hasOpenJob(db, id))
  if (isOpen && overlap === 'wait') return null
  // A schedule that waits is looked at every few seconds, so the instants are counted only now.
  const missed = missedAfter(due)
  const late = isLate ? scheduleMessages.missedRuns(missed + 1) : null
  if (isLeftOut) return { outcome: 'skipped', reason: late, prepared: null, problem: 'missed', missed }
  if (isOpen) return { outcome: 'skipped', reason: scheduleMessages.stillRunning, prepared: null, problem: null, missed }
  const prepared = await prepareRun(deps, schedule, now)
  if (prepared.kind === 'job')
    return { outcome: 'started', reason: hasWaited ? scheduleMessages.waited : late, prepared, problem: isLate ? 'missed' : null, missed }
  return { ...withoutJob[prepared.kind], reason: prepared.reason, prepared, missed }
}

const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

/** Pauses are recorded like those by people. The end of a job has an entry of its own. */
async function noteDecision(deps: Deps, { schedule }: DueSchedule, run: RunRow, problem: FireProblem | null, options: FireOptions) {
  if (problem === null) return
  const { id, name, ownerId } = schedule
  if (problem === 'paused')
    await record(deps.database.db, {
      at: new Date(deps.now()),
      actorId: ownerId,
      action: 'export.schedules.pause',
      target: id,
      targetName: name,
      decision: 'allowed',
      door: 'worker',
      requestId: run.id,
      details: { reason: run.reason },
    })
  const about = { scheduleId: id, jobId: run.jobId }
  if (problem === 'missed') return options.onProblem({ ...about, kind: problem, due: schedule.nextDue, runs: run.missed + 1 })
  await options.onProblem({ ...about, kind: problem, reason: run.reason })
}

function movedOn({ calendar, timezone }: DueSchedule['schedule'], prepared: Prepared | null, now: Date): Moved {
  if (prepared?.kind === 'paused') return { nextDue: null, lookAt: null, state: 'paused', pausedReason: prepared.reason }
  const next = nextRun(calendar, timezone, now)
  return { nextDue: next, lookAt: next }
}

async function fireOne(deps: Deps, due: DueSchedule, options: FireOptions): Promise<void> {
  const { schedule, now } = due
  const decision = await decide(deps, due)
  if (!decision) return lookLater(deps.database.db, schedule, later(now, scheduleLimits.waitMs))
  const { outcome, reason, prepared, problem, missed } = decision
  const job = prepared?.kind === 'job' ? prepared.job : null
  const run = { id: crypto.randomUUID(), scheduleId: schedule.id, due: schedule.nextDue, startedAt: now, outcome, reason, missed }
  const moved = movedOn(schedule, prepared, now)
  const row = { ...run, jobId: job?.id ?? null }
  if (!(await fire(deps.database, schedule, moved, row, job))) return
  await noteDecision(deps, due, row, problem, options).catch((error: unknown) =>
    deps.log.error({ err: error, schedule: schedule.id }, 'that a schedule has a problem could not be told'),
  )
}

/** How soon a schedule is looked at again after an error of ours. */
const againMs = 60_000

/** Makes the runs of all schedules whose time has come, until none is left. Any number of workers may do so at the same time. */
async function fireDue(deps: Deps, options: FireOptions, stopping: AbortSignal): Promise<void> {
  const { database, sharedClock, log } = deps
  for (;;) {
    if (stopping.aborted) return
    const found = await dueSchedules(database.db, sharedClock, scheduleLimits.readAtOnce)
    if (found.length === 0) return
    for (const due of found) {
      if (stopping.aborted) return
      await fireOne(deps, due, options).catch(async (error: unknown) => {
        log.error({ err: error, schedule: due.schedule.id }, 'a schedule could not be carried out; trying again later')
        await lookLater(database.db, due.schedule, later(due.now, againMs))
      })
    }
  }
}

/** The part of a worker that makes the runs of schedules. */
export const firingOf =
  (deps: Deps) =>
  (stopping: AbortSignal): Promise<void> =>
    fireDue(deps, { onProblem: tellOfSchedule(deps) }, stopping)
