import type { Deps } from '#server/deps.ts'
import { jobEndedMail } from '#server/boot/job-ended-mail.ts'
import type { OnEnd } from '#server/jobs/ended.ts'
import { scheduleRunEnded } from '#server/schedules/run-ended.ts'

/** Tells whom the end of a job concerns. */
export function jobEnded(deps: Deps): OnEnd {
  const listeners = [jobEndedMail(deps), scheduleRunEnded(deps)]
  return async (job) => {
    // The failure of one keeps nothing from the other.
    const [failed] = (await Promise.allSettled(listeners.map((listener) => listener(job)))).filter(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
}
