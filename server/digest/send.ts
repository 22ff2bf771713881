import { notificationLimits } from '#shared/notification-limits.ts'
import { notificationSentence } from '#shared/notification-messages.ts'
import type { Deps } from '#server/deps.ts'
import { nextDigest } from '#server/digest/due.ts'
import { claimAllMails, dueDigests, moveDigest } from '#server/digest/repo.ts'
import { mailTexts } from '#server/mail/texts.ts'
import type { NotificationRow } from '#server/notifications/row.ts'

/** The most people whose mails are sent by one look at the table. */
const atOnce = 100

/** A sentence with its link, and how often it happened. */
const lineOf = (appUrl: string, { text, count, link }: NotificationRow) =>
  `${notificationSentence(text)}${count > 1 ? ` (${count} times)` : ''}\n${appUrl}${link}`

/**
 * Sends the daily mails that are due, each once, with the notifications since the last one. Where there are none, there is no mail. The
 * database's clock says what is due. Any number of processes share the work.
 */
export async function sendDigests(deps: Deps): Promise<void> {
  const { sharedClock, mail, appUrl } = deps
  const { db } = deps.database
  for (const due of await dueDigests(db, sharedClock, atOnce)) {
    if (!(await moveDigest(db, due, nextDigest(due.timezone, due.now)))) continue
    const news = await claimAllMails(db, due.userId, due.now)
    if (news.length === 0) continue
    const lines = news.slice(0, notificationLimits.digestLines).map((row) => lineOf(appUrl, row))
    await mail.post({ to: due.to, ...mailTexts.digest(lines, news.length) })
  }
}
