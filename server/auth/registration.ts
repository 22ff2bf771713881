import { isAPIError } from 'better-auth/api'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { operationMessages } from '#shared/operation-messages.ts'
import type { AcceptedInvitation, InvitationAcceptRequest, PasswordResetRequest, SignUpRequest } from '#shared/session.ts'
import { stranger, type Caller } from '#server/auth/caller.ts'
import { countPasskeys } from '#server/auth/passkey-repo.ts'
import { findPasswordLink, invitedBy, passwordLink, passwordToken, takeInvitation, takePasswordLink } from '#server/auth/links.ts'
import { assertSetupCode } from '#server/auth/owner-setup.ts'
import { assertUncommon } from '#server/auth/passwords.ts'
import { storeReset } from '#server/auth/password-repo.ts'
import { claimOwnership, confirm, emailOf, findAccount, hasOwner, isListed, deleteAccount, type Account } from '#server/auth/repo.ts'
import { note } from '#server/auth/note.ts'
import { sessionNamed } from '#server/auth/refresh.ts'
import { enter, type AuthDeps, type Established } from '#server/auth/sessions.ts'
import type { Message } from '#server/mail/message.ts'
import { securityMails } from '#server/mail/security-mails.ts'
import { mailTexts } from '#server/mail/texts.ts'
import { mayHaveLink } from '#server/auth/throttling.ts'

type Registered = { user: { id: string; email: string } | null; message: string }

async function becomeOwner(deps: AuthDeps, request: SignUpRequest, caller: Caller): Promise<Registered> {
  const { email, password, setup_code: code } = request
  await assertSetupCode(deps, code, caller).catch(async (error: unknown) => {
    await note(deps, caller, { actorId: stranger, action: 'session.signUp', target: email, decision: 'denied' })
    throw error
  })
  const { user } = await deps.provider.api.signUpEmail({ body: { email, password, name: '' } }).catch((cause: unknown) => {
    throw isAPIError(cause) ? new AppError('ACCESS_RESTRICTED', undefined, { cause }) : cause
  })
  if (!(await claimOwnership(deps.database, user.id))) {
    await deleteAccount(deps.database.db, user.id)
    throw new AppError('ACCESS_RESTRICTED')
  }
  const details = { role: 'owner' }
  await note(deps, caller, { actorId: user.id, action: 'session.signUp', target: user.email, decision: 'allowed', details })
  deps.log.info({ userId: user.id }, 'the first account has registered and is the owner now')
  return { user: { id: user.id, email: user.email }, message: messages.auth.signedUp }
}

async function passwordMail(deps: AuthDeps, { id, email }: Account): Promise<Message> {
  return { to: email, ...mailTexts.password(await passwordLink(deps, id)) }
}

/**
 * Registers an account. Without an owner, it becomes the owner, with the setup code where one is needed (SETUP_CODE_WRONG). With an owner,
 * the address must be on the authorized list (ACCESS_RESTRICTED). It gets a mail with a link that sets the password, so nobody can register
 * another person's address.
 */
export async function signUp(deps: AuthDeps, request: SignUpRequest, caller: Caller): Promise<Registered> {
  await assertUncommon(deps.breachedPasswords, request.password)
  const { db } = deps.database
  if (!(await hasOwner(db))) return becomeOwner(deps, request, caller)
  const email = request.email.toLowerCase()
  if (!(await isListed(db, email))) throw new AppError('ACCESS_RESTRICTED')
  return { user: null, ...(await requestPasswordLink(deps, email, caller)) }
}

/**
 * Mails a link to choose a password, if the address is on the list. The answer and its duration are the same where it is not, and where the
 * limit of links is reached.
 */
export async function requestPasswordLink(deps: AuthDeps, typed: string, caller: Caller): Promise<{ message: string }> {
  const email = typed.toLowerCase()
  const isWithin = await mayHaveLink(deps, email, caller)
  const account = await findAccount(deps.database.db, email)
  if (account?.isActive && isWithin) deps.mail.postBehind(() => passwordMail(deps, account))
  return { message: deps.mail.isSent ? messages.auth.passwordMailed : operationMessages.notMailed }
}

/** Sets the password, with the token of a mailed link. All sessions and API keys end. Throws LINK_INVALID. */
export async function resetPassword(deps: AuthDeps, { token, password }: PasswordResetRequest, caller: Caller) {
  await assertUncommon(deps.breachedPasswords, password)
  if (!(await findPasswordLink(deps, token))) throw new AppError('LINK_INVALID')
  const hash = await (await deps.provider.$context).password.hash(password)
  const userId = await takePasswordLink(deps, token)
  if (userId === null) throw new AppError('LINK_INVALID')
  const at = new Date(deps.now())
  await storeReset(deps.database, userId, hash, at)
  await note(deps, caller, { actorId: userId, action: 'session.resetPassword', target: userId, decision: 'allowed' })
  const { db } = deps.database
  const [email, passkeys] = await Promise.all([emailOf(db, userId), countPasskeys(db, userId)])
  deps.mail.postBehind(async () => ({ to: email, ...securityMails.passwordReset(deps.appUrl, at, passkeys) }))
}

/** An accepted invitation: the session, with a token to choose a password where the person could not sign in again otherwise. */
type Accepted = Pick<Established, 'cookies'> & { session: AcceptedInvitation }

/**
 * Accepts an invitation: confirms the address and begins a session. Throws LINK_INVALID. Throws ACCESS_DENIED, without consuming the
 * invitation, where another person is signed in in this browser.
 */
export async function acceptInvitation(
  deps: AuthDeps,
  tokens: InvitationAcceptRequest,
  caller: Caller,
  refreshToken: string | null,
): Promise<Accepted> {
  const invited = await invitedBy(deps, tokens)
  if (invited === null) throw new AppError('LINK_INVALID')
  const named = refreshToken === null ? null : await sessionNamed(deps, refreshToken)
  if (named && named.live.userId !== invited) throw new AppError('ACCESS_DENIED', messages.auth.otherSession)
  const userId = await takeInvitation(deps, tokens)
  if (userId === null) throw new AppError('LINK_INVALID')
  await confirm(deps.database, userId, new Date(deps.now()))
  await note(deps, caller, { actorId: userId, action: 'session.acceptInvitation', target: userId, decision: 'allowed' })
  const { session, cookies } = await enter(deps, userId, caller)
  const isLockedOut = !deps.mail.isSent && !deps.thirdParty.isSetUp
  return { session: { ...session, password_token: isLockedOut ? await passwordToken(deps, userId) : null }, cookies }
}
