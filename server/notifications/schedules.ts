import type { ProblemKind } from '#shared/notifications.ts'
import type { Deps } from '#server/deps.ts'
import { raise, solve } from '#server/notifications/service.ts'

type Said = {
  failed: { reason: string }
  missed: { due: string }
  paused: { reason: string }
  incomplete: { reason: string }
  empty: object
}

/** What happened to a schedule. `due`: when the run should have been, ISO 8601 UTC. */
export type ScheduleNote = { scheduleId: string; name: string; ownerId: string; storeIds: readonly string[] } & (
  | { [Kind in ProblemKind]: { kind: Kind } & Said[Kind] }[ProblemKind]
  | { kind: 'recovered' }
)

const kinds = ['failed', 'missed', 'paused', 'incomplete', 'empty'] as const satisfies ProblemKind[]
const keyOf = (scheduleId: string, kind: ProblemKind) => `schedule:${scheduleId}:${kind}`

/**
 * Tells the owner of a schedule of a problem, once until the schedule works again. `recovered` solves all its problems and is told only if
 * there were any, so that every good run may say so.
 */
export async function noteSchedule(deps: Deps, note: ScheduleNote) {
  const { scheduleId, name: schedule, ownerId: userId, storeIds } = note
  if (note.kind === 'recovered') {
    const keys = kinds.map((kind) => keyOf(scheduleId, kind))
    return solve(deps, keys, { text: { code: 'schedule.recovered', schedule } })
  }
  const about = { userId, key: keyOf(scheduleId, note.kind), kind: note.kind, link: `/schedules/${scheduleId}`, storeIds }
  if (note.kind === 'missed') return raise(deps, { ...about, text: { code: 'schedule.missed', schedule, due: note.due } })
  if (note.kind === 'empty') return raise(deps, { ...about, text: { code: 'schedule.empty', schedule } })
  return raise(deps, { ...about, text: { code: `schedule.${note.kind}`, schedule, reason: note.reason } })
}
