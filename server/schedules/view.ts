import { can, reaches, type Viewer } from '#shared/access.ts'
import { failureEnd } from '#shared/jobs.ts'
import { knownAs, mayExport, maySee } from '#shared/job-access.ts'
import { scheduleLimits } from '#shared/schedule-limits.ts'
import type { RunOutcome, Schedule, ScheduleRun } from '#shared/schedules.ts'
import { calendarProblem, runsAfter } from '#server/schedules/calendar.ts'
import type { OwnedSchedule, ScheduleRow } from '#server/schedules/row.ts'
import type { RunWithJob } from '#server/schedules/runs-repo.ts'

export const isOwn = (viewer: Viewer, { ownerId }: ScheduleRow): boolean => ownerId === viewer.id

/** A level counts only in the stores that it is for. */
const leads = (viewer: Viewer, { storeIds }: ScheduleRow): boolean =>
  storeIds.every((storeId) => can(viewer, 'schedules.ofOthers', storeId))

/** Whether the viewer may pause, resume and delete it. */
export function mayManage(viewer: Viewer, row: ScheduleRow): boolean {
  const isBound = viewer.keyId !== undefined && !mayExport(viewer, row)
  return !isBound && (isOwn(viewer, row) || leads(viewer, row))
}

/** Whether the viewer may change and run it: it runs with its owner's rights. */
export const mayEdit = (viewer: Viewer, row: ScheduleRow): boolean => isOwn(viewer, row) && mayExport(viewer, row)

export const mayTakeOver = (viewer: Viewer, row: ScheduleRow): boolean =>
  !isOwn(viewer, row) && leads(viewer, row) && mayExport(viewer, row)

function outcomeOf({ run, job }: RunWithJob): RunOutcome {
  if (run.outcome !== 'started') return run.outcome
  // The record of the job expired before that of the run.
  if (!job) return 'completed'
  if (job.status === 'failed') return failureEnd(job.errorCode)
  if (job.status === 'completed') return 'completed'
  return job.status === 'running' || job.status === 'active' ? 'running' : 'queued'
}

/**
 * Whether the viewer may know how a run went. A schedule may have had further stores then, which its job still has; before the last change of a
 * schedule, a run without a job may have been about any.
 */
function isKnown(viewer: Viewer, schedule: ScheduleRow, { run, job }: RunWithJob): boolean {
  if (job) return maySee(viewer, { ...job, type: schedule.type })
  return isOwn(viewer, schedule) || run.startedAt >= schedule.updatedAt
}

/** A run for users. Where it was about stores out of the viewer's reach, only its outcome is told. */
export function runOf(viewer: Viewer, schedule: ScheduleRow, found: RunWithJob): ScheduleRun {
  const { run, job } = found
  const failure = job?.status === 'failed' ? job.errorMessage : null
  const known = isKnown(viewer, schedule, found)
  return {
    id: run.id,
    due: run.due?.toISOString() ?? null,
    startedAt: run.startedAt.toISOString(),
    finishedAt: job?.finishedAt?.toISOString() ?? null,
    outcome: outcomeOf(found),
    reason: known ? (failure ?? run.reason) : null,
    missed: run.missed,
    jobId: job && known ? run.jobId : null,
    jobStatus: job?.status ?? null,
    rows: known && job?.status === 'completed' ? job.counts.written : null,
  }
}

/** A schedule without a next run counts as paused, also before the due time that an earlier version has computed. */
function stateOf({ calendar, state, pausedReason }: ScheduleRow): Pick<Schedule, 'state' | 'pausedReason'> {
  const problem = calendarProblem(calendar)
  return problem === null ? { state, pausedReason } : { state: 'paused', pausedReason: problem }
}

function nextRunsOf({ calendar, timezone, nextDue }: ScheduleRow): string[] {
  if (!nextDue || calendarProblem(calendar) !== null) return []
  const later = runsAfter(calendar, timezone, nextDue).take(scheduleLimits.nextRuns - 1)
  return [nextDue, ...later].map((at) => at.toISOString())
}

/** A schedule for users. Stores out of the viewer's reach have no name. */
export function scheduleOf(
  viewer: Viewer,
  row: OwnedSchedule,
  lastRun: RunWithJob | undefined,
  storeNames: ReadonlyMap<string, string>,
): Schedule {
  const { lookAt: _lookAt, revision: _revision, nextDue: _nextDue, ownerEmail: email, createdAt, updatedAt, ...shown } = row
  return {
    ...shown,
    ownerName: knownAs(viewer, { id: row.ownerId, name: row.ownerName, email }),
    ...stateOf(row),
    nextRuns: nextRunsOf(row),
    lastRun: lastRun ? runOf(viewer, row, lastRun) : null,
    stores: row.storeIds.map((id) => ({ id, name: reaches(viewer, id) ? (storeNames.get(id) ?? null) : null })),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    isMine: isOwn(viewer, row),
    canEdit: mayEdit(viewer, row),
    canManage: mayManage(viewer, row),
    canTakeOver: mayTakeOver(viewer, row),
  }
}
