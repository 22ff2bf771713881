import { createOTP } from '@better-auth/utils/otp'
import { generateRandomString, symmetricEncrypt } from 'better-auth/crypto'
import { productTitle } from '#shared/brand.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { RecoveryCodesResponse, SecondFactorEnrollResponse } from '#shared/second-factor.ts'
import type { Caller } from '#server/auth/caller.ts'
import { redeemCode } from '#server/auth/factor-code.ts'
import { mailFactorNews } from '#server/auth/factor-news.ts'
import { findFactors, keepSecret, replaceCodes, switchOff, switchOn, type Factors } from '#server/auth/factor-repo.ts'
import { isAsked } from '#server/auth/factor-rule.ts'
import type { InPerson } from '#server/auth/require-viewer.ts'
import { emailOf } from '#server/auth/repo.ts'
import { providerHeaders, type AuthDeps } from '#server/auth/sessions.ts'

const secretLength = 32
const codeHalf = 5

async function assertEnabled({ database }: AuthDeps, { id }: InPerson, wanted: boolean): Promise<Factors> {
  const factors = await findFactors(database.db, id)
  if (factors.isEnabled !== wanted) throw new AppError('INVALID_INPUT', wanted ? messages.secondFactor.isOff : messages.secondFactor.isOn)
  return factors
}

/** Encrypted in the format of better-auth's plugin. */
async function seal({ provider }: AuthDeps, data: string): Promise<string> {
  return symmetricEncrypt({ key: (await provider.$context).secretConfig, data })
}

const half = () => generateRandomString(codeHalf, 'a-z', '0-9')
const newCodes = () => Array.from({ length: limits.secondFactor.recoveryCodes }, () => `${half()}-${half()}`)

/**
 * Creates a secret for an authenticator app. Sign-in asks for codes only after the first one is confirmed. Throws INVALID_INPUT where a
 * second factor is on.
 */
export async function enroll(deps: AuthDeps, viewer: InPerson): Promise<SecondFactorEnrollResponse> {
  await assertEnabled(deps, viewer, false)
  const email = await emailOf(deps.database.db, viewer.id)
  const secret = generateRandomString(secretLength)
  await keepSecret(deps.database.db, viewer.id, { secret: await seal(deps, secret), backupCodes: await seal(deps, '[]') })
  const uri = createOTP(secret).url(productTitle, email)
  return { totp_uri: uri, secret: new URL(uri).searchParams.get('secret') ?? '' }
}

/** Switches the second factor on, with the app's first code. Throws INVALID_INPUT, WRONG_CODE, TOO_MANY_REQUESTS. */
export async function confirmEnrolment(deps: AuthDeps, viewer: InPerson, code: string, caller: Caller): Promise<RecoveryCodesResponse> {
  await assertEnabled(deps, viewer, false)
  await redeemCode(deps, viewer.id, code, await providerHeaders(deps, viewer.sessionId, caller), caller)
  const codes = newCodes()
  await switchOn(deps.database, viewer.id, await seal(deps, JSON.stringify(codes)))
  await mailFactorNews(deps, caller, viewer.id, 'secondFactorOn')
  return { recovery_codes: codes }
}

/** Replaces all recovery codes. Throws INVALID_INPUT where no second factor is on. */
export async function renewRecoveryCodes(deps: AuthDeps, viewer: InPerson, caller: Caller): Promise<RecoveryCodesResponse> {
  await assertEnabled(deps, viewer, true)
  const codes = newCodes()
  await replaceCodes(deps.database.db, viewer.id, await seal(deps, JSON.stringify(codes)))
  await mailFactorNews(deps, caller, viewer.id, 'recoveryCodesRenewed')
  return { recovery_codes: codes }
}

/**
 * Throws INVALID_INPUT where no second factor is on, and SECOND_FACTOR_NEEDED where the team requires one and the person has no passkey.
 */
export async function disable(deps: AuthDeps, viewer: InPerson, caller: Caller) {
  const factors = await assertEnabled(deps, viewer, true)
  if (isAsked(viewer, { ...factors, isEnabled: false })) throw new AppError('SECOND_FACTOR_NEEDED')
  await switchOff(deps.database, viewer.id)
  await mailFactorNews(deps, caller, viewer.id, 'secondFactorOff')
}
