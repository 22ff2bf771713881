import { maySeeSchedule } from '#shared/job-access.ts'
import { ProblemKind } from '#shared/notifications.ts'
import { viewerOf } from '#shared/profile.ts'
import type { Deps } from '#server/deps.ts'
import { noteScheduleProblem, noteScheduleWorks } from '#server/notifications/schedules.ts'
import { findSchedule } from '#server/schedules/repo.ts'
import type { ScheduleRow } from '#server/schedules/row.ts'
import { mayManage } from '#server/schedules/view.ts'
import { everyUser } from '#server/users/service.ts'

/** What happened to a schedule, for the people who have to know. `recovered`: a run had the expected end. */
export type ScheduleProblem = { scheduleId: string; jobId: string | null } & (
  | { kind: 'failed' | 'paused' | 'incomplete'; /** A sentence. */ reason: string | null; /** The person who did it. */ by?: string }
  | { kind: 'missed'; /** When the first of the missed runs should have been. */ due: Date; /** How many there are. */ runs: number }
  | { kind: 'empty' }
  | { kind: 'recovered'; hasRows: boolean }
)

/** Tells people about schedules. It is called after the transaction; a failure is logged and changes nothing. */
export type OnScheduleProblem = (problem: ScheduleProblem) => Promise<void>

/**
 * The owner. Where the schedule was paused by itself, or its owner is not active, also those of level 90 in all of its stores who see it,
 * because they can resume it and take it over.
 */
async function concerned(deps: Deps, schedule: ScheduleRow, isPausedByItself: boolean): Promise<string[]> {
  const people = await everyUser(deps)
  const owner = people.find(({ id }) => id === schedule.ownerId)
  const admins = people.filter((person) => {
    const viewer = viewerOf({ user: person })
    return person.is_active && person !== owner && mayManage(viewer, schedule) && maySeeSchedule(viewer, schedule)
  })
  const told = isPausedByItself || !owner?.is_active ? [...(owner ? [owner] : []), ...admins] : [owner]
  return told.map(({ id }) => id)
}

/** An empty run works, except that it is empty. */
const solvedBy = (hasRows: boolean) => ProblemKind.options.filter((kind) => hasRows || kind !== 'empty')

/** Tells the people concerned, in the product and by mail, unless the schedule was deleted meanwhile. */
export function tellOfSchedule(deps: Deps): OnScheduleProblem {
  return async (problem) => {
    const { scheduleId, jobId, kind } = problem
    const schedule = await findSchedule(deps.database.db, scheduleId)
    if (!schedule) return
    const about = { schedule, jobId }
    // Since its last run, a shop often has nothing new.
    const isAsUsual = kind === 'empty' && schedule.dates?.from === 'last-run'
    if (kind === 'recovered' || isAsUsual) return noteScheduleWorks(deps, about, solvedBy(kind === 'recovered' && problem.hasRows))
    deps.log.info({ schedule: scheduleId, kind, job: jobId }, 'a schedule has a problem')
    const isPausedByItself = kind === 'paused' && problem.by === undefined
    const by = 'by' in problem ? problem.by : undefined
    const userIds = (await concerned(deps, schedule, isPausedByItself)).filter((id) => id !== by)
    if (userIds.length === 0) return
    const told = { ...about, userIds }
    if (kind === 'missed') return noteScheduleProblem(deps, { ...told, kind, due: problem.due, runs: problem.runs })
    if (kind === 'empty') return noteScheduleProblem(deps, { ...told, kind })
    await noteScheduleProblem(deps, { ...told, kind, reason: problem.reason ?? '' })
  }
}
