import { notificationSentence } from '#shared/notification-messages.ts'
import type { Deps } from '#server/deps.ts'
import { mailTexts } from '#server/mail/texts.ts'
import { claimMailOf, unmailed } from '#server/notifications/repo.ts'
import { findUser, preferences } from '#server/users/service.ts'

/** The most mails that one call posts. */
const atOnce = 100

/** Posts the mails of new notifications to those who want mails, each once. Any number of processes share the work. */
export async function mailNotifications(deps: Deps) {
  const { now, mail, appUrl } = deps
  const { db } = deps.database
  for (const { id, userId, text, link } of await unmailed(db, atOnce)) {
    if (!(await claimMailOf(db, id, new Date(now())))) continue
    const person = await findUser(deps, userId)
    const { email_notifications: wantsMail } = await preferences(db, userId)
    if (person?.is_active && wantsMail)
      await mail.post({ to: person.email, ...mailTexts.notification(`${appUrl}${link}`, notificationSentence(text)) })
  }
}
