import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { productTitle } from '#shared/brand.ts'
import { limits } from '#shared/limits.ts'
import { ownOrigins } from '#server/http/own-origins.ts'

/** better-auth's name of the cookie with a passkey's challenge, without our prefix. */
export const challengeCookie = 'passkey'

/** A passkey counts as both factors, so the device must have verified its user, for example by a fingerprint or a PIN. */
function assertUserVerified(isVerified: boolean | undefined) {
  if (!isVerified) throw new APIError('BAD_REQUEST', { code: 'USER_NOT_VERIFIED' })
}

/**
 * Second factors, by better-auth's own plugins: codes of an authenticator app with recovery codes, and passkeys. Only sign-in with a
 * password requires a code. Issuers do their own checks.
 */
export const factorPlugins = (appUrl: string) =>
  [
    // factor-code.ts limits the number of wrong codes, before a code is verified.
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
