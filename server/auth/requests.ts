import { z } from 'zod'

/** Scripts send the token along; browsers keep it in a cookie. */
export const RefreshRequest = z.strictObject({ refresh_token: z.string().min(1).max(1_000).optional() }).prefault({})

/** `optional`: who asks does not know whether somebody is signed in. Nobody is 204 then, no refusal, which browsers write to their consoles. */
export const TokenQuery = z.object({ optional: z.stringbool().default(false) })

/** `fresh`: somebody without a password confirms that it is them. */
export const SocialSignInRequest = z.strictObject({
  provider: z.enum(['google', 'oidc']),
  callbackURL: z.literal('/auth/callback').optional(),
  fresh: z.boolean().default(false),
})
export const CallbackParams = z.object({ issuer: z.enum(['google', 'oidc']) })

/** `url`: where the browser goes to sign in. */
export const SocialSignInResponse = z.object({ url: z.url(), redirect: z.literal(true) })

/** What is done and has nothing else to answer. */
export const Done = z.object({ success: z.literal(true) })

/** Options of WebAuthn, for `@simplewebauthn/browser` or `navigator.credentials`. */
export const PasskeyOptionsResponse = z.looseObject({ challenge: z.string() })
