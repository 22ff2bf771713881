import type { Viewer } from '#shared/access.ts'
import type { User } from '#shared/profile.ts'
import type { Deps } from '#server/deps.ts'
import { factorMails } from '#server/mail/factor-mails.ts'
import { removeFactors } from '#server/users/factor-repo.ts'
import { personFor } from '#server/users/service.ts'

/**
 * Removes the second factor and the passkeys of a person who has lost them, and ends their sessions. They can then sign in with the
 * password alone. Throws NOT_FOUND, ACCESS_DENIED.
 */
export async function resetSecondFactor(deps: Deps, viewer: Viewer, id: string): Promise<User> {
  const user = await personFor(deps, viewer, 'users.resetSecondFactor', id)
  await removeFactors(deps.database, id, new Date(deps.now()))
  await deps.mail.post({ to: user.email, ...factorMails.reset(deps.appUrl) })
  return user
}
