import { jobEndedMail } from '#server/boot/job-ended-mail.ts'
import type { Deps } from '#server/deps.ts'
import type { OnEnd } from '#server/jobs/ended.ts'
import { noteExportEnd } from '#server/notifications/exports.ts'

/** Tells the creator of an export that it has ended: in the product, and by mail if they want one. */
export function jobEnded(deps: Deps): OnEnd {
  const [note, mail] = [noteExportEnd(deps), jobEndedMail(deps)]
  return async (job) => {
    await note(job)
    await mail(job)
  }
}
