import type { Deps } from '#server/deps.ts'
import type { OnEnd } from '#server/jobs/ended.ts'
import { mailTexts } from '#server/mail/texts.ts'
import { findUser, preferences } from '#server/users/service.ts'

/** Sends the creator of an export a mail about its success or failure, if they want one. Runs of schedules only tell of problems. */
export function jobEndedMail(deps: Deps): OnEnd {
  return async ({ createdBy, scheduleId, status, counts, warning, errorMessage }) => {
    if (scheduleId !== null) return
    const person = await findUser(deps, createdBy)
    const { email_notifications: wantsMail } = await preferences(deps.database.db, createdBy)
    if (!person?.is_active || !wantsMail) return
    const text =
      status === 'completed'
        ? mailTexts.exportDone(deps.appUrl, counts.written, warning)
        : mailTexts.exportFailed(deps.appUrl, errorMessage ?? '')
    await deps.mail.post({ to: person.email, ...text })
  }
}
