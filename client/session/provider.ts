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
import { postAuth as post, sendAuth } from './auth-door.ts'
import { askForPasskey } from './passkeys.ts'
import type { LiveSession } from './store.ts'

/** The end of the token is told by the server's clock; this machine's may be wrong by hours. */
export async function liveSession(response: Response): Promise<LiveSession> {
  const session = Session.parse(await response.json())
  const serverNow = Date.parse(response.headers.get('date') ?? '') || Date.now()
  return { ...session, endsAt: Date.now() + Date.parse(session.expires_at) - serverNow }
}

const Challenged = z.object({ error: SecondFactorChallenge })
/** The password was right, and a code of the second factor is to come with this ticket. */
export type Challenge = Pick<z.infer<typeof SecondFactorChallenge>, 'ticket'>

/** A session, or the challenge that stands before it. */
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

/** `fresh`: the issuer is to ask for the person's password again, as a proof for the session that there is. */
export type StartOptions = { fresh?: true }

const startAt = (issuer: 'google' | 'oidc', options: StartOptions) =>
  post('/sign-in/social', { provider: issuer, callbackURL: '/auth/callback', ...options })

const Redirect = z.object({ url: z.url() })

/** The calls to the authentication provider. Refusals are thrown as `AppError`, a dead connection as fetch's own error. */
export const provider = {
  signIn: async (request: SignInRequest) => sessionOrChallenge(await sendAuth('/sign-in/email', request)),
  verifySecondFactor: async (request: SecondFactorVerifyRequest) => liveSession(await post('/second-factor/verify', request)),
  async signInByPasskey(): Promise<LiveSession> {
    const response = await askForPasskey(await post('/sign-in/passkey/options'))
    return liveSession(await post('/sign-in/passkey', { response }))
  },
  /** Throws SIGNED_OUT where there is no session, for which nobody is to blame: it is asked for on every load. */
  renew: async (): Promise<LiveSession> => {
    const response = await post('/token?optional=true')
    if (response.status === 204) throw new AppError('SIGNED_OUT')
    return liveSession(response)
  },
  signUp: async (request: SignUpRequest) => SignUpResponse.parse(await (await post('/sign-up/email', request)).json()),
  async signOut(): Promise<void> {
    await post('/sign-out')
  },
  /** Sets the session from an invitation's secrets, which are worth nothing from then on. */
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
  /** The address at which a third-party sign-in goes on; from there it comes back to /auth/callback. Throws NOT_FOUND where none is set up. */
  async startGoogle(options: StartOptions = {}): Promise<string> {
    const response = await startAt('google', options).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return startAt('oidc', options)
      throw error
    })
    return Redirect.parse(await response.json()).url
  },
}
export type Provider = typeof provider
