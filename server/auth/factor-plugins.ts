import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins'
import { productTitle } from '#shared/brand.ts'
import { limits } from '#shared/limits.ts'
import { ownOrigins } from '#server/http/own-origins.ts'

/** What better-auth calls the cookie that a passkey's challenge lies in, behind our prefix. */
export const challengeCookie = 'passkey'

/** A passkey counts as both factors, so whoever holds the device has to have shown a finger or a PIN to it. */
function assertUserVerified(isVerified: boolean | undefined) {
  if (!isVerified) throw new APIError('BAD_REQUEST', { code: 'USER_NOT_VERIFIED' })
}

/**
 * Second factors by better-auth's own plugins: codes of an authenticator app with recovery codes, and passkeys. Only sign-in with
 * a password asks for a code: whoever comes through an issuer has been asked there for what the issuer wants to know.
 */
export const factorPlugins = (appUrl: string) =>
  [
    // How many wrong codes there may be is counted in factor-code.ts, before a code is looked at.
    twoFactor({ twoFactorCookieMaxAge: limits.secondFactor.ticketSeconds, accountLockout: { enabled: false } }),
    passkey({
      rpName: productTitle,
      rpID: new URL(appUrl).hostname,
      origin: ownOrigins(appUrl),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      registration: { afterVerification: async ({ verification }) => assertUserVerified(verification.registrationInfo?.userVerified) },
      advanced: { webAuthnChallengeCookie: challengeCookie },
      authentication: { afterVerification: async ({ verification }) => assertUserVerified(verification.authenticationInfo.userVerified) },
    }),
  ] as const
