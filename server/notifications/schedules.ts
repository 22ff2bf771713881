import type { ProblemKind } from '#shared/notifications.ts'
import type { Deps } from '#server/deps.ts'
import { jobLink, scheduleLink } from '#server/notifications/links.ts'
import { raise, solve } from '#server/notifications/service.ts'

type Said = {
  failed: { reason: string }
  missed: { due: Date; runs: number }
  paused: { reason: string }
  incomplete: { reason: string }
  empty: object
}
/** `jobId`: the job of the run, if it has one. */
type About = { scheduleId: string; name: string; jobId: string | null }
/** What happened to a schedule, and who has to know. `due`: when the first of the missed runs should have been. */
export type ScheduleNote = About & { userIds: readonly string[]; storeIds: readonly string[] } & {
    [Kind in ProblemKind]: { kind: Kind } & Said[Kind]
  }[ProblemKind]

const keyOf = (scheduleId: string, kind: ProblemKind) => `schedule:${scheduleId}:${kind}`
const linkOf = ({ scheduleId, jobId }: About) => (jobId === null ? scheduleLink(scheduleId) : jobLink(jobId))

function textOf(note: ScheduleNote) {
  const { name: schedule } = note
  if (note.kind === 'missed') return { code: 'schedule.missed', schedule, due: note.due.toISOString(), runs: note.runs } as const
  if (note.kind === 'empty') return { code: 'schedule.empty', schedule } as const
  return { code: `schedule.${note.kind}`, schedule, reason: note.reason } as const
}

/** Tells people of a problem of a schedule, once until the schedule works again. */
export async function noteScheduleProblem(deps: Deps, note: ScheduleNote) {
  const { scheduleId, kind, storeIds, userIds } = note
  const problem = { key: keyOf(scheduleId, kind), kind, text: textOf(note), link: linkOf(note), storeIds }
  for (const userId of userIds) await raise(deps, { ...problem, userId })
}

/** Ends the problems of these kinds, and tells those who have any of them once that the schedule works again. Every good run may say so. */
export function noteScheduleWorks(deps: Deps, about: About, solves: readonly ProblemKind[]) {
  const { scheduleId, name: schedule } = about
  const keys = solves.map((kind) => keyOf(scheduleId, kind))
  return solve(deps, keys, { text: { code: 'schedule.recovered', schedule }, link: linkOf(about) })
}
