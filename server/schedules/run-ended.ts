import { failureEnd, type JobEnd } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import type { OnEnd } from '#server/jobs/ended.ts'
import { tellOfSchedule, type ScheduleProblem } from '#server/schedules/problems.ts'
import { jobBefore } from '#server/schedules/runs-repo.ts'

type Ended = Parameters<OnEnd>[0]
type Outcome = Pick<Ended, 'status' | 'errorCode' | 'counts'>

const endOf = ({ status, errorCode }: Outcome): JobEnd => (status === 'completed' ? 'completed' : failureEnd(errorCode))

/** What the end of a run tells people. Without rows, only where the run before had some. null: nothing. */
function problemOf(job: Outcome, before: Outcome | null): ScheduleProblem['kind'] | null {
  const end = endOf(job)
  if (end === 'failed' || end === 'incomplete') return end
  // Whoever cancelled it knows.
  if (end === 'cancelled' || !before) return null
  if (job.counts.written === 0 && endOf(before) === 'completed') return before.counts.written > 0 ? 'empty' : null
  return endOf(before) === 'failed' || endOf(before) === 'incomplete' ? 'recovered' : null
}

/** Tells people where the end of a schedule's job is a problem, or the end of one. */
export function scheduleRunEnded(deps: Deps): OnEnd {
  const tell = tellOfSchedule(deps)
  return async (job) => {
    const { scheduleId, id: jobId, errorMessage: reason, finishedAt, createdAt } = job
    if (scheduleId === null) return
    const kind = problemOf(job, await jobBefore(deps.database.db, { scheduleId, createdAt }))
    if (kind) await tell({ scheduleId, kind, reason, jobId, at: finishedAt ?? createdAt })
  }
}
