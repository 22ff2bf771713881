import { AppError } from '#shared/errors.ts'
import type { PasswordChangeRequest } from '#shared/session.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { InPerson } from '#server/auth/require-viewer.ts'
import { note } from '#server/auth/note.ts'
import { findPasswordHash, storeChange } from '#server/auth/password-repo.ts'
import { assertUncommon } from '#server/auth/passwords.ts'
import { emailOf } from '#server/auth/repo.ts'
import { proved } from '#server/auth/proof.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { forgiveSignIn, spendSignIn, verified } from '#server/auth/throttling.ts'
import { securityMails } from '#server/mail/security-mails.ts'

type Proof = { password: string; action: string }

/**
 * Counts as a sign-in and records an audit entry, also for a wrong password. Throws WRONG_PASSWORD, also for people without a password,
 * TOO_MANY_REQUESTS and OVERLOADED.
 */
async function prove(
  deps: AuthDeps,
  { id }: InPerson,
  { password, action }: Proof,
  caller: Caller,
): Promise<{ email: string; hash: string }> {
  const { db } = deps.database
  const email = await emailOf(db, id)
  await spendSignIn(deps, email, caller)
  const hash = await findPasswordHash(db, id)
  const { verify } = (await deps.provider.$context).password
  const isRight = hash !== null && (await verified(deps, email, caller, verify({ hash, password })))
  await note(deps, caller, { actorId: id, action, target: id, decision: isRight ? 'allowed' : 'failed' })
  if (!isRight) throw new AppError('WRONG_PASSWORD')
  await forgiveSignIn(deps, email, caller)
  return { email, hash }
}

/** The person of a session proves their identity again, with their password. Throws WRONG_PASSWORD, TOO_MANY_REQUESTS. */
export async function reauthenticate(deps: AuthDeps, person: InPerson, password: string, caller: Caller) {
  await prove(deps, person, { password, action: 'session.reauthenticate' }, caller)
  return proved(deps, person)
}

/**
 * Changes the person's own password. All their other sessions end, API keys stay. Throws WRONG_PASSWORD, INVALID_INPUT, TOO_MANY_REQUESTS.
 */
export async function changePassword(deps: AuthDeps, person: InPerson, request: PasswordChangeRequest, caller: Caller) {
  await assertUncommon(deps.breachedPasswords, request.password)
  const { email, hash: former } = await prove(
    deps,
    person,
    { password: request.current_password, action: 'session.changePassword' },
    caller,
  )
  const hash = await (await deps.provider.$context).password.hash(request.password)
  const at = new Date(deps.now())
  // A reset meanwhile is of somebody who wants to keep this caller out.
  if (!(await storeChange(deps.database, { userId: person.id, former, hash, keptSessionId: person.sessionId, at })))
    throw new AppError('WRONG_PASSWORD')
  deps.mail.postBehind(async () => ({ to: email, ...securityMails.passwordChanged(deps.appUrl, at) }))
}
