import { isAPIError } from 'better-auth/api'
import { AppError } from '#shared/errors.ts'
import type { SignInRequest } from '#shared/session.ts'
import { stranger, type Caller } from '#server/auth/caller.ts'
import { note } from '#server/auth/note.ts'
import { isUpToDate } from '#server/auth/password-hash.ts'
import { endTickets, findPasswordHash, findPasswordOf, isStillKept, replaceHash, type KeptPassword } from '#server/auth/password-repo.ts'
import { begun, endBegun, sessionHeaders, type AuthDeps, type Established } from '#server/auth/sessions.ts'
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

/**
 * Whether the password that was just verified is still the person's: passwords wait to be verified, and a change or reset may come meanwhile.
 * A hash that another sign-in has upgraded is of the same password.
 */
async function isStillRight({ database, provider }: AuthDeps, held: KeptPassword | null, password: string): Promise<boolean> {
  if (held && (await isStillKept(database.db, held))) return true
  const hash = held && (await findPasswordHash(database.db, held.userId))
  return hash !== null && (await provider.$context).password.verify({ hash, password })
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
    const held = await findPasswordOf(deps.database.db, account)
    const request = { body: { email, password }, headers: sessionHeaders(caller), returnHeaders: true } as const
    const { headers } = await verified(deps, account, caller, deps.provider.api.signInEmail(request).catch(refused))
    const lines = headers.getSetCookie()
    const ticket = await ticketIn(deps.provider, lines)
    // After what it has begun is stored, so that a change of the password ends it, or is seen here.
    if (!(await verified(deps, account, caller, isStillRight(deps, held, password)))) {
      if (ticket === null) await endBegun(deps, lines)
      else if (held) await endTickets(deps.database.db, held.userId)
      throw new AppError('WRONG_CREDENTIALS')
    }
    await forgiveSignIn(deps, account, caller)
    if (ticket !== null) return await askForCode(deps, ticket, password)
    const established = await begun(deps, lines, caller)
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
