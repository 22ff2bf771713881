import { isAPIError } from 'better-auth/api'
import { AppError } from '#shared/errors.ts'
import type { SignInRequest } from '#shared/session.ts'
import { stranger, type Caller } from '#server/auth/caller.ts'
import { note } from '#server/auth/note.ts'
import { isUpToDate } from '#server/auth/password-hash.ts'
import { findPasswordHash, replaceHash } from '#server/auth/password-repo.ts'
import { begun, sessionHeaders, type AuthDeps, type Established } from '#server/auth/sessions.ts'
import { forgiveSignIn, spendSignIn, verified } from '#server/auth/throttling.ts'
import { holderOf, ticketIn } from '#server/auth/ticket.ts'

/** Translates better-auth's errors: WRONG_CREDENTIALS, or ACCESS_RESTRICTED for correct credentials of a person without access. */
function refused(cause: unknown): never {
  if (!isAPIError(cause)) throw cause
  throw new AppError(
    cause.status === 'UNAUTHORIZED' && cause.body?.code === 'INVALID_EMAIL_OR_PASSWORD' ? 'WRONG_CREDENTIALS' : 'ACCESS_RESTRICTED',
    undefined,
    { cause },
  )
}

/** Replaces a hash of another cost by one of the current cost. Only a sign-in has the password for that. */
async function upgradeHash({ database, provider, now, log }: AuthDeps, userId: string, password: string) {
  const former = await findPasswordHash(database.db, userId)
  if (former === null || isUpToDate(former)) return
  try {
    const hash = await (await provider.$context).password.hash(password)
    await replaceHash(database.db, userId, former, hash, new Date(now()))
  } catch (error) {
    log.warn({ err: error }, 'a password hash could not be upgraded; the next sign-in tries again')
  }
}

/** The password is correct and a code must follow. Throws SECOND_FACTOR with the ticket. */
async function askForCode(deps: AuthDeps, ticket: string, password: string): Promise<never> {
  const userId = await holderOf(deps.provider, ticket)
  if (userId !== null) await upgradeHash(deps, userId, password)
  throw new AppError('SECOND_FACTOR', undefined, { ticket })
}

/**
 * Throws WRONG_CREDENTIALS, for an unknown address and a wrong password alike, ACCESS_RESTRICTED for a person without access, SECOND_FACTOR
 * with a ticket where a code must follow, TOO_MANY_REQUESTS after too many wrong passwords, before any is hashed, and OVERLOADED where too
 * many wait to be hashed.
 */
export async function signIn(deps: AuthDeps, { email, password }: SignInRequest, caller: Caller): Promise<Established> {
  const account = email.toLowerCase()
  // Before anything is written: of a burst, more calls arrive than there is room for.
  deps.provider.options.emailAndPassword.password.assertRoom()
  await spendSignIn(deps, account, caller)
  try {
    const request = { body: { email, password }, headers: sessionHeaders(caller), returnHeaders: true } as const
    const { headers } = await verified(deps, account, caller, deps.provider.api.signInEmail(request).catch(refused))
    await forgiveSignIn(deps, account, caller)
    const ticket = await ticketIn(deps.provider, headers.getSetCookie())
    if (ticket !== null) return await askForCode(deps, ticket, password)
    const established = await begun(deps, headers.getSetCookie(), caller)
    await upgradeHash(deps, established.session.user.id, password)
    await note(deps, caller, { actorId: established.session.user.id, action: 'session.signIn', target: account, decision: 'allowed' })
    return established
  } catch (error) {
    // The step with the code records the result of this sign-in. One that was refused as busy has none.
    if (error instanceof AppError && (error.code === 'SECOND_FACTOR' || error.code === 'OVERLOADED')) throw error
    const decision = error instanceof AppError && error.code === 'ACCESS_RESTRICTED' ? 'denied' : 'failed'
    await note(deps, caller, { actorId: stranger, action: 'session.signIn', target: account, decision })
    throw error
  }
}
