import { notificationSentence } from '#shared/notification-messages.ts'
import type { Deps } from '#server/deps.ts'
import { mailTexts } from '#server/mail/texts.ts'
import { claimMailsOf, unmailed } from '#server/notifications/repo.ts'

/** The most mails that one call posts. */
const atOnce = 100

/** Posts the mails of new notifications to those who want them at once, each once. Any number of processes share the work. */
export async function mailNotifications(deps: Deps) {
  const { now, mail, appUrl } = deps
  const { db } = deps.database
  for (const { notification, to } of await unmailed(db, atOnce)) {
    const { id, text, link } = notification
    const [claimed] = await claimMailsOf(db, [id], new Date(now()))
    if (claimed && to !== null) await mail.post({ to, ...mailTexts.notification(`${appUrl}${link}`, notificationSentence(text)) })
  }
}
