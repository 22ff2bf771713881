import { isAPIError } from 'better-auth/api'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { Caller } from '#server/auth/caller.ts'
import { isKnownDevice } from '#server/auth/devices.ts'
import { emailOf } from '#server/auth/repo.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { allowances, callerKey, count, isFirst, giveBack, consume, tooMany } from '#server/throttle/throttle.ts'

const codeOfApp = /^\d{6}$/
const wrongCodes = new Set(['INVALID_CODE', 'INVALID_BACKUP_CODE'])

/** Translates better-auth's errors: WRONG_CODE, ACCESS_RESTRICTED for a person without access, SIGNED_OUT for a used or expired ticket. */
function refused(cause: unknown): never {
  if (!isAPIError(cause)) throw cause
  const code = cause.body?.code ?? ''
  if (wrongCodes.has(code)) throw new AppError('WRONG_CODE', undefined, { cause })
  throw new AppError(code === 'FAILED_TO_CREATE_SESSION' ? 'ACCESS_RESTRICTED' : 'SIGNED_OUT', undefined, { cause })
}

/**
 * Verifies a code of an authenticator app, or a recovery code, and uses it up. A code of an app is valid once, in its 30 seconds and in
 * those before and after. better-auth reads the machine's own clock for that.
 * @param headers With those of a session, the code is only verified. With those of a ticket, a session begins.
 * @returns the cookie lines of better-auth's answer.
 * Throws WRONG_CODE, TOO_MANY_REQUESTS, ACCESS_RESTRICTED, and SIGNED_OUT where the ticket or session is over.
 */
export async function redeemCode(deps: AuthDeps, userId: string, code: string, headers: Headers, caller: Caller): Promise<string[]> {
  const from = `${userId} ${callerKey(caller.address)}`
  await consume(deps, allowances.codesFrom, from)
  const whole = await count(deps, allowances.codesOf, userId)
  // As with passwords: wrong codes from elsewhere do not lock out a browser that the person signed in with before.
  if (whole.over > 0 && !(await isKnownDevice(deps, await emailOf(deps.database.db, userId), caller))) throw tooMany(whole)
  if (!(await isFirst(deps, 'code of a second factor', `${userId} ${code}`, limits.secondFactor.codeSeconds)))
    throw new AppError('WRONG_CODE')
  const request = { body: { code }, headers, returnHeaders: true } as const
  const { api } = deps.provider
  const answer = await (codeOfApp.test(code) ? api.verifyTOTP(request) : api.verifyBackupCode(request)).catch(refused)
  await giveBack(deps, allowances.codesFrom, from)
  await giveBack(deps, allowances.codesOf, userId)
  return answer.headers.getSetCookie()
}
