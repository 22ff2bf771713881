import type { Deps } from '#server/deps.ts'
import type { OnEnd } from '#server/jobs/ended.ts'
import { mailTexts } from '#server/mail/texts.ts'
import { findUser, preferences } from '#server/users/service.ts'

/** A mail to whoever asked for an export, where they want one: that it is there, or why it is not. */
export function jobEndedMail(deps: Deps): OnEnd {
  return async ({ createdBy, status, counts, warning, errorMessage }) => {
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
