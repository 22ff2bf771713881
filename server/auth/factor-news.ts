import type { Caller } from '#server/auth/caller.ts'
import { note } from '#server/auth/note.ts'
import { emailOf } from '#server/auth/repo.ts'
import type { Deps } from '#server/deps.ts'
import { factorMails } from '#server/mail/factor-mails.ts'

type News = keyof typeof factorMails

/** Tells a person by mail what was changed about how they sign in, so that nobody else does it unnoticed. */
export async function tell(deps: Deps, userId: string, news: News) {
  const to = await emailOf(deps.database.db, userId)
  await deps.mail.post({ to, ...factorMails[news](deps.appUrl) })
}

/** The same, on record, for what a person changed at the door; procedures are on record anyway. */
export async function mailFactorNews(deps: Deps, caller: Caller, userId: string, news: News) {
  await note(deps, caller, { actorId: userId, action: `session.${news}`, target: userId, decision: 'allowed' })
  await tell(deps, userId, news)
}
