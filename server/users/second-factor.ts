import type { Viewer } from '#shared/access.ts'
import type { User } from '#shared/profile.ts'
import type { Deps } from '#server/deps.ts'
import { factorMails } from '#server/mail/factor-mails.ts'
import { removeFactors } from '#server/users/factor-repo.ts'
import { personFor } from '#server/users/service.ts'

/**
 * Takes the second factor and the passkeys of somebody who has lost them, and ends their sessions: the password alone lets them in
 * again. Throws NOT_FOUND, ACCESS_DENIED.
 */
export async function resetSecondFactor(deps: Deps, viewer: Viewer, id: string): Promise<User> {
  const user = await personFor(deps, viewer, 'users.resetSecondFactor', id)
  await removeFactors(deps.database, id, new Date(deps.now()))
  await deps.mail.post({ to: user.email, ...factorMails.reset(deps.appUrl) })
  return user
}
