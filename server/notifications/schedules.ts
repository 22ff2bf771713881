import type { Db } from '#drizzle/database.ts'
import { notificationSentence, type NotificationText } from '#shared/notification-messages.ts'
import { ProblemKind, type LossKind, type ProblemOrEnd } from '#shared/notifications.ts'
import type { Deps } from '#server/deps.ts'
import { eventIdOf, type NewEvent } from '#server/events/new-event.ts'
import { jobLink, scheduleLink, schedulesLink } from '#shared/screen-links.ts'
import { endProblemsOf } from '#server/notifications/repo.ts'
import { notify, raise, solve } from '#server/notifications/service.ts'
import type { ScheduleRow } from '#server/schedules/row.ts'

type Said = {
  failed: { reason: string }
  missed: { due: Date; runs: number }
  paused: { reason: string }
  incomplete: { reason: string }
  empty: object
}
/** `jobId`: the job of the run, if it has one. */
type About = { schedule: Pick<ScheduleRow, 'id' | 'name' | 'type' | 'ownerId' | 'storeIds'>; jobId: string | null }
/** What happened to a schedule, and who has to know. `due`: when the first of the missed runs should have been. */
export type ScheduleNote = About & { userIds: readonly string[] } & {
    [Kind in ProblemKind]: { kind: Kind } & Said[Kind]
  }[ProblemKind]

const keyOf = (scheduleId: string, kind: ProblemKind) => `schedule:${scheduleId}:${kind}`
const linkOf = ({ schedule, jobId }: About) => (jobId === null ? scheduleLink(schedule.id) : jobLink(jobId))

function textOf(note: ScheduleNote) {
  const { name: schedule } = note.schedule
  if (note.kind === 'missed') return { code: 'schedule.missed', schedule, due: note.due.toISOString(), runs: note.runs } as const
  if (note.kind === 'empty') return { code: 'schedule.empty', schedule } as const
  return { code: `schedule.${note.kind}`, schedule, reason: note.reason } as const
}

/** What programs and channels are told. */
function eventOf(about: About, kind: ProblemOrEnd, text: NotificationText) {
  const { id: scheduleId, name: scheduleName, type: scheduleType, ownerId, storeIds } = about.schedule
  const type = kind === 'recovered' ? 'schedule.recovered' : 'schedule.failing'
  const said = { kind, message: notificationSentence(text), link: linkOf(about) }
  return (at: Date): NewEvent => ({
    id: eventIdOf(type, `${scheduleId}_${kind}`, at),
    type,
    at,
    data: { scheduleId, scheduleName, scheduleType, ownerId, storeIds, ...said },
  })
}

/** Tells people, programs and channels of a problem of a schedule, once until the schedule works again. */
export async function noteScheduleProblem(deps: Deps, note: ScheduleNote) {
  const { schedule, kind, userIds } = note
  const text = textOf(note)
  const { id, storeIds } = schedule
  await raise(deps, { userIds, key: keyOf(id, kind), kind, text, link: linkOf(note), storeIds, event: eventOf(note, kind, text) })
}

/** Tells the owner of a schedule what somebody else did with it. @param by their name */
export async function noteScheduleLost(deps: Deps, { id, name, ownerId, storeIds }: About['schedule'], kind: LossKind, by: string) {
  const link = kind === 'deleted' ? schedulesLink : scheduleLink(id)
  const text = { code: `schedule.${kind}`, schedule: name, by } as const
  await notify(deps, { userId: ownerId, key: `schedule:${id}:${kind}`, kind, text, link, storeIds })
}

/** The statement that ends the problems of a schedule that is deleted, which tells nobody. */
export const endScheduleProblems = (db: Db, scheduleId: string, at: Date) =>
  endProblemsOf(
    db,
    ProblemKind.options.map((kind) => keyOf(scheduleId, kind)),
    at,
  )

/** Ends the problems of these kinds, and tells those who have any of them once that the schedule works again. Every good run may say so. */
export function noteScheduleWorks(deps: Deps, about: About, solves: readonly ProblemKind[]) {
  const { id, name } = about.schedule
  const keys = solves.map((kind) => keyOf(id, kind))
  const text = { code: 'schedule.recovered', schedule: name } as const
  return solve(deps, keys, { text, link: linkOf(about), event: eventOf(about, 'recovered', text) })
}
