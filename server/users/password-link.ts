import type { Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { operationMessages } from '#shared/operation-messages.ts'
import type { MailState } from '#shared/users.ts'
import { passwordLink } from '#server/auth/links.ts'
import type { Deps } from '#server/deps.ts'
import { personFor } from '#server/users/service.ts'

/** Whether this installation sends mail, and since when sending has failed. */
export async function mailState({ mail }: Deps): Promise<MailState> {
  const failingSince = await mail.failingSince()
  return { isSent: mail.isSent, failingSince: failingSince === null ? null : new Date(failingSince).toISOString() }
}

/**
 * Makes a link to choose a password, for the viewer to pass on where no mail is sent. Throws NOT_FOUND, ACCESS_DENIED. Throws CONFLICT
 * where mail is sent: the person then requests the link without help.
 */
export async function makePasswordLink(deps: Deps, viewer: Viewer, id: string): Promise<{ url: string; email: string }> {
  const { email } = await personFor(deps, viewer, 'users.passwordLink', id)
  if (deps.mail.isSent) throw new AppError('CONFLICT', operationMessages.mailSent)
  return { url: await passwordLink(deps, id), email }
}
