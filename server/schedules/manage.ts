import type { Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule } from '#shared/schedules.ts'
import type { Deps } from '#server/deps.ts'
import { personName } from '#server/jobs/service.ts'
import { addAskedRun } from '#server/schedules/fire-repo.ts'
import { calendarProblem, nextRun } from '#server/schedules/calendar.ts'
import { hasOpenJob } from '#server/schedules/runs-repo.ts'
import { assertManages, assertOwn, changeSchedule, exportStores, getSchedule, scheduleFor } from '#server/schedules/service.ts'
import { tellOfSchedule } from '#server/schedules/problems.ts'
import { prepareRun } from '#server/schedules/start.ts'
import { isOwn } from '#server/schedules/view.ts'

/** Throws NOT_FOUND, ACCESS_DENIED, and CONFLICT where it is paused already. */
export async function pauseSchedule(deps: Deps, viewer: Viewer, id: string): Promise<Schedule> {
  const row = await scheduleFor(deps, viewer, id)
  assertManages(viewer, row)
  if (row.state === 'paused') throw new AppError('CONFLICT', scheduleMessages.alreadyPaused)
  const pausedReason = scheduleMessages.pausedBy(await personName(deps, viewer.id))
  await changeSchedule(deps, row, { state: 'paused', pausedReason, nextDue: null, lookAt: null })
  if (!isOwn(viewer, row)) await tellOfSchedule(deps)({ scheduleId: id, jobId: null, kind: 'paused', reason: pausedReason, by: viewer.id })
  return getSchedule(deps, viewer, id)
}

/** What was due meanwhile stays out. Throws NOT_FOUND, ACCESS_DENIED, and CONFLICT where it is not paused. */
export async function resumeSchedule(deps: Deps, viewer: Viewer, id: string): Promise<Schedule> {
  const row = await scheduleFor(deps, viewer, id)
  assertManages(viewer, row)
  const problem = calendarProblem(row.calendar)
  if (problem !== null) throw new AppError('CONFLICT', problem)
  if (row.state !== 'paused') throw new AppError('CONFLICT', scheduleMessages.notPaused)
  const nextDue = nextRun(row.calendar, row.timezone, new Date(deps.now()))
  await changeSchedule(deps, row, { state: 'active', pausedReason: null, nextDue, lookAt: nextDue })
  return getSchedule(deps, viewer, id)
}

/**
 * Starts a run now, also of a paused schedule; the next due time stays. Throws NOT_FOUND, ACCESS_DENIED, the errors of the export call, and
 * CONFLICT where the last run has not ended or the export cannot start.
 */
export async function runSchedule(deps: Deps, viewer: Viewer, id: string): Promise<Schedule> {
  const row = await scheduleFor(deps, viewer, id)
  assertOwn(viewer, row)
  await exportStores(deps, viewer, row.type, row.storeIds)
  if (await hasOpenJob(deps.database.db, id)) throw new AppError('CONFLICT', scheduleMessages.openRun)
  const startedAt = new Date(deps.now())
  const prepared = await prepareRun(deps, row, startedAt)
  if (prepared.kind !== 'job') throw new AppError('CONFLICT', prepared.reason)
  const run = { id: crypto.randomUUID(), scheduleId: id, due: null, startedAt, outcome: 'started', reason: null, missed: 0 } as const
  if (!(await addAskedRun(deps.database, row, { ...run, jobId: prepared.job.id }, prepared.job))) throw new AppError('CONFLICT')
  return getSchedule(deps, viewer, id)
}
