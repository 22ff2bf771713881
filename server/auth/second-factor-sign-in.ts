import { AppError } from '#shared/errors.ts'
import type { SecondFactorVerifyRequest } from '#shared/second-factor.ts'
import type { Caller } from '#server/auth/caller.ts'
import { redeemCode } from '#server/auth/factor-code.ts'
import { note } from '#server/auth/note.ts'
import { begun, type AuthDeps, type Established } from '#server/auth/sessions.ts'
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
  try {
    const established = await begun(deps, await redeemCode(deps, userId, code, headers, caller), caller)
    await note(deps, caller, { ...entry, decision: 'allowed' })
    return established
  } catch (error) {
    const decision = error instanceof AppError && error.code === 'ACCESS_RESTRICTED' ? 'denied' : 'failed'
    await note(deps, caller, { ...entry, decision })
    throw error
  }
}
