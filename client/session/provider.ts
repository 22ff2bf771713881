import { z } from 'zod'
import { readFailure } from '#client/failure.ts'
import { AppError } from '#shared/errors.ts'
import { SecondFactorChallenge, type SecondFactorVerifyRequest } from '#shared/second-factor.ts'
import {
  AcceptedInvitation,
  PasswordLinkResponse,
  Session,
  SignUpResponse,
  type InvitationAcceptRequest,
  type PasswordLinkRequest,
  type PasswordResetRequest,
  type SignInRequest,
  type SignUpRequest,
} from '#shared/session.ts'
import { postAuth as post, sendAuth } from './send-auth.ts'
import { askForPasskey } from './passkeys.ts'
import type { LiveSession } from './store.ts'

/** The token's expiry is relative to the server's clock, because the clock of this machine may be wrong by hours. */
export async function liveSession(response: Response): Promise<LiveSession> {
  const session = Session.parse(await response.json())
  const serverNow = Date.parse(response.headers.get('date') ?? '') || Date.now()
  return { ...session, endsAt: Date.now() + Date.parse(session.expires_at) - serverNow }
}

const Challenged = z.object({ error: SecondFactorChallenge })
/** The password was correct. The code of the second factor has to be sent with this ticket. */
export type Challenge = Pick<z.infer<typeof SecondFactorChallenge>, 'ticket'>

/** Returns a session, or the challenge of the second factor. */
async function sessionOrChallenge(response: Response): Promise<LiveSession | Challenge> {
  if (response.ok) return liveSession(response)
  const challenged = Challenged.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  )
  if (challenged.success) return challenged.data.error
  throw await readFailure(response)
}

/** `fresh`: the issuer has to ask for the password again, to confirm the identity within an existing session. */
export type StartOptions = { fresh?: true }

const startAt = (issuer: 'google' | 'oidc', options: StartOptions) =>
  post('/sign-in/social', { provider: issuer, callbackURL: '/auth/callback', ...options })

const Redirect = z.object({ url: z.url() })

/** The calls to the authentication provider. Refusals are thrown as `AppError`, connection failures as the error of `fetch`. */
export const provider = {
  signIn: async (request: SignInRequest) => sessionOrChallenge(await sendAuth('/sign-in/email', request)),
  verifySecondFactor: async (request: SecondFactorVerifyRequest) => liveSession(await post('/second-factor/verify', request)),
  async signInByPasskey(): Promise<LiveSession> {
    const response = await askForPasskey(await post('/sign-in/passkey/options'))
    return liveSession(await post('/sign-in/passkey', { response }))
  },
  /** Throws SIGNED_OUT if there is no session. That is no failure, because every page load asks. */
  renew: async (): Promise<LiveSession> => {
    const response = await post('/token?optional=true')
    if (response.status === 204) throw new AppError('SIGNED_OUT')
    return liveSession(response)
  },
  signUp: async (request: SignUpRequest) => SignUpResponse.parse(await (await post('/sign-up/email', request)).json()),
  async signOut(): Promise<void> {
    await post('/sign-out')
  },
  /** Starts a session with the secrets of an invitation, which can be used only once. */
  async acceptInvitation(request: InvitationAcceptRequest): Promise<LiveSession & { passwordToken: string | null }> {
    const response = await post('/accept-invite', request)
    const { password_token: passwordToken } = AcceptedInvitation.parse(await response.clone().json())
    return { ...(await liveSession(response)), passwordToken }
  },
  requestPasswordLink: async (request: PasswordLinkRequest) =>
    PasswordLinkResponse.parse(await (await post('/request-password-reset', request)).json()),
  async resetPassword(request: PasswordResetRequest): Promise<void> {
    await post('/reset-password', request)
  },
  /** Returns the URL of the third-party sign-in, which leads back to /auth/callback. Throws NOT_FOUND if none is configured. */
  async startGoogle(options: StartOptions = {}): Promise<string> {
    const response = await startAt('google', options).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return startAt('oidc', options)
      throw error
    })
    return Redirect.parse(await response.json()).url
  },
}
export type Provider = typeof provider
