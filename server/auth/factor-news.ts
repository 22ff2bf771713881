import type { Caller } from '#server/auth/caller.ts'
import { note } from '#server/auth/note.ts'
import { emailOf } from '#server/auth/repo.ts'
import type { Deps } from '#server/deps.ts'
import { factorMails } from '#server/mail/factor-mails.ts'

type News = keyof typeof factorMails

/** Mails a person about a change of their sign-in methods, so that no change by somebody else goes unnoticed. */
export async function tell(deps: Deps, userId: string, news: News) {
  const to = await emailOf(deps.database.db, userId)
  await deps.mail.post({ to, ...factorMails[news](deps.appUrl) })
}

/** Like `tell`, with an audit entry. For the sign-in routes: procedures record their own entries. */
export async function mailFactorNews(deps: Deps, caller: Caller, userId: string, news: News) {
  await note(deps, caller, { actorId: userId, action: `session.${news}`, target: userId, decision: 'allowed' })
  await tell(deps, userId, news)
}
