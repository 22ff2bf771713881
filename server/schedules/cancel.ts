import type { Viewer } from '#shared/access.ts'
import type { Job } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import { cancelJob, ownedJobFor } from '#server/jobs/service.ts'
import { noteExportEnd } from '#server/notifications/exports.ts'
import { scheduleRunEnded } from '#server/schedules/run-ended.ts'

/** Cancels an export, and tells its creator, or the owner of its schedule, unless they did it. Throws like `cancelJob`. */
export async function cancelExport(deps: Deps, viewer: Viewer, id: string): Promise<Job> {
  const cancelled = await cancelJob(deps, viewer, id)
  try {
    const job = await ownedJobFor(deps, viewer, id)
    for (const tell of [noteExportEnd(deps, viewer.id), scheduleRunEnded(deps, viewer.id)]) await tell(job)
  } catch (error) {
    deps.log.error({ err: error, job: id }, 'that an export was cancelled could not be told')
  }
  return cancelled
}
