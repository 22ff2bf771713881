import { z } from 'zod'

/** Scripts send the token in the body. Browsers keep it in a cookie. */
export const RefreshRequest = z.strictObject({ refresh_token: z.string().min(1).max(1_000).optional() }).prefault({})

/**
 * `optional`: for a caller who may not be signed in. The answer is then 204 instead of a refusal, which browsers write to their consoles.
 */
export const TokenQuery = z.object({ optional: z.stringbool().default(false) })

/** `fresh`: a signed-in person without a password proves their identity again. */
export const SocialSignInRequest = z.strictObject({
  provider: z.enum(['google', 'oidc']),
  callbackURL: z.literal('/auth/callback').optional(),
  fresh: z.boolean().default(false),
})
export const CallbackParams = z.object({ issuer: z.enum(['google', 'oidc']) })

/** `url`: the sign-in page for the browser to open. */
export const SocialSignInResponse = z.object({ url: z.url(), redirect: z.literal(true) })

/** The answer of calls that return no data. */
export const Done = z.object({ success: z.literal(true) })

/** WebAuthn options, for `@simplewebauthn/browser` or `navigator.credentials`. */
export const PasskeyOptionsResponse = z.looseObject({ challenge: z.string() })
