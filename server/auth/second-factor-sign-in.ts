import { AppError } from '#shared/errors.ts'
import type { SecondFactorVerifyRequest } from '#shared/second-factor.ts'
import type { Caller } from '#server/auth/caller.ts'
import { redeemCode } from '#server/auth/factor-code.ts'
import { note } from '#server/auth/note.ts'
import { findPasswordHash, isStillKept } from '#server/auth/password-repo.ts'
import { begun, endBegun, type AuthDeps, type Established } from '#server/auth/sessions.ts'
import { holderOf, ticketHeaders } from '#server/auth/ticket.ts'

/**
 * Begins a session with a code and the ticket of a correct password. Throws SIGNED_OUT for an unknown, used or expired ticket, WRONG_CODE,
 * TOO_MANY_REQUESTS, and ACCESS_RESTRICTED for a person without access.
 */
export async function signInByCode(deps: AuthDeps, { ticket, code }: SecondFactorVerifyRequest, caller: Caller): Promise<Established> {
  const userId = await holderOf(deps.provider, ticket)
  if (userId === null) throw new AppError('SIGNED_OUT')
  const entry = { actorId: userId, action: 'session.secondFactor', target: userId } as const
  const headers = await ticketHeaders(deps.provider, ticket, caller)
  const hash = await findPasswordHash(deps.database.db, userId)
  try {
    const lines = await redeemCode(deps, userId, code, headers, caller)
    // A change of the password ends tickets, and would miss the session of one that is redeemed at the same moment.
    if (hash === null || !(await isStillKept(deps.database.db, { userId, hash }))) {
      await endBegun(deps, lines)
      throw new AppError('SIGNED_OUT')
    }
    const established = await begun(deps, lines, caller)
    await note(deps, caller, { ...entry, decision: 'allowed' })
    return established
  } catch (error) {
    const decision = error instanceof AppError && error.code === 'ACCESS_RESTRICTED' ? 'denied' : 'failed'
    await note(deps, caller, { ...entry, decision })
    throw error
  }
}
