import { failureEnd } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import type { OnEnd } from '#server/jobs/ended.ts'
import { tellOfSchedule } from '#server/schedules/problems.ts'
import { leastRowsBefore } from '#server/schedules/runs-repo.ts'

/**
 * Tells people where the end of a schedule's job is a problem, or the end of one. A run without rows is one where there always were some.
 * `by`: the person who cancelled it, and knows it.
 */
export function scheduleRunEnded(deps: Deps, by?: string): OnEnd {
  const tell = tellOfSchedule(deps)
  return async ({ scheduleId, id: jobId, status, errorCode, errorMessage: reason, createdAt, counts, changes }) => {
    if (scheduleId === null) return
    if (status !== 'completed') {
      const end = failureEnd(errorCode)
      // Somebody cancelled it, or its owner lost the right to it.
      return tell({ scheduleId, jobId, kind: end === 'cancelled' ? 'failed' : end, reason, ...(by === undefined ? {} : { by }) })
    }
    // That nothing changed is no problem.
    const hasRows = counts.written > 0 || changes !== null
    const least = hasRows ? null : await leastRowsBefore(deps.database.db, { scheduleId, createdAt })
    await tell(least ? { scheduleId, jobId, kind: 'empty' } : { scheduleId, jobId, kind: 'recovered', hasRows })
  }
}
