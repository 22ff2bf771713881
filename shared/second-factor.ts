import { z } from 'zod'
import { Words } from '#shared/names.ts'

/** Six digits from an authenticator app, or a recovery code. Case and spaces are ignored. */
export const FactorCode = z
  .string()
  .max(32)
  .transform((typed) => typed.replaceAll(/\s/g, '').toLowerCase())
  .pipe(z.string().min(6))

/**
 * The `error` of a 401 SECOND_FACTOR: the password was correct. The ticket has to be sent with a code to
 * `POST /api/auth/second-factor/verify`. It is valid for five minutes and for one session.
 */
export const SecondFactorChallenge = z.object({ code: z.literal('SECOND_FACTOR'), message: z.string(), ticket: z.string() })
export const SecondFactorVerifyRequest = z.strictObject({ ticket: z.string().min(1).max(1_000), code: FactorCode })
export type SecondFactorVerifyRequest = z.infer<typeof SecondFactorVerifyRequest>

/** `POST /api/auth/second-factor/enroll`: the secret for an authenticator app, as a URI for a QR code and as text to type. */
export const SecondFactorEnrollResponse = z.object({ totp_uri: z.string(), secret: z.string() })
export type SecondFactorEnrollResponse = z.infer<typeof SecondFactorEnrollResponse>
/** `POST /api/auth/second-factor/confirm`: the first code of the app switches the second factor on. */
export const SecondFactorConfirmRequest = z.strictObject({ code: FactorCode })
/** Shown once. Each code works once. `POST /api/auth/second-factor/recovery-codes` returns new codes and revokes the old ones. */
export const RecoveryCodesResponse = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodesResponse = z.infer<typeof RecoveryCodesResponse>

/** `POST /api/auth/reauthenticate`: the password, or a code of the second factor for people who have one. */
export const ReauthenticateRequest = z.union([
  z.strictObject({ password: z.string().min(1).max(128) }),
  z.strictObject({ code: FactorCode }),
])
export type ReauthenticateRequest = z.infer<typeof ReauthenticateRequest>
/** Until this time, sensitive changes need no new reauthentication. */
export const ReauthenticateResponse = z.object({ authenticated_until: z.iso.datetime() })

/** The result of a browser's WebAuthn call (`@simplewebauthn/browser`), passed on unchanged. The library on the server checks it. */
const Credential = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
})
const Attestation = Credential.extend({ response: z.looseObject({ clientDataJSON: z.string(), attestationObject: z.string() }) })
const Assertion = Credential.extend({
  response: z.looseObject({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
})
/** `POST /api/auth/passkeys`: adds a passkey. Its options come from `POST /api/auth/passkeys/options`. */
export const PasskeyAddRequest = z.strictObject({ name: Words.min(1), response: Attestation })
export type PasskeyAddRequest = z.infer<typeof PasskeyAddRequest>
/** `POST /api/auth/sign-in/passkey` and `POST /api/auth/reauthenticate/passkey`. Their options come from `…/options`. */
export const PasskeyUseRequest = z.strictObject({ response: Assertion })
export type PasskeyUseRequest = z.infer<typeof PasskeyUseRequest>

export const Passkey = z.object({ id: z.string(), name: z.string(), created_at: z.iso.datetime() })
export type Passkey = z.infer<typeof Passkey>
export const PasskeyRef = z.strictObject({ id: z.string().min(1).max(64) })
export const PasskeyResponse = z.object({ passkey: Passkey })

/** `GET /users/me/security`: how the viewer signs in. */
export const SecurityResponse = z.object({
  has_password: z.boolean(),
  second_factor: z.object({ is_enabled: z.boolean(), recovery_codes_left: z.int(), is_required: z.boolean() }),
  passkeys: z.array(Passkey),
  authenticated_until: z.iso.datetime(),
})
export type SecurityResponse = z.infer<typeof SecurityResponse>

/** `GET /api/auth/setup`: whether the owner's account, the first one, does not exist yet, and whether creating it needs the setup code. */
export const SetupResponse = z.object({ owner_needed: z.boolean(), code_needed: z.boolean() })
export type SetupResponse = z.infer<typeof SetupResponse>
