import { AppError } from '#shared/errors.ts'
import type { SecondFactorVerifyRequest } from '#shared/second-factor.ts'
import type { InvitationAcceptRequest, PasswordLinkRequest, PasswordResetRequest, SignInRequest, SignUpRequest } from '#shared/session.ts'
import { answers, postAuth as post, sendAuth } from './send-auth.ts'
import { askForPasskey } from './passkeys.ts'
import type { LiveSession } from './store.ts'

/** `fresh`: the issuer has to ask for the password again, to confirm the identity within an existing session. */
export type StartOptions = { fresh?: true }

const startAt = (issuer: 'google' | 'oidc', options: StartOptions) =>
  post('/sign-in/social', { provider: issuer, callbackURL: '/auth/callback', ...options })

/** The calls to the authentication provider. Refusals are thrown as `AppError`, connection failures as the error of `fetch`. */
export const provider = {
  async signIn(request: SignInRequest) {
    const response = await sendAuth('/sign-in/email', request)
    return (await answers()).sessionOrChallenge(response)
  },
  async verifySecondFactor(request: SecondFactorVerifyRequest): Promise<LiveSession> {
    const response = await post('/second-factor/verify', request)
    return (await answers()).liveSession(response)
  },
  async signInByPasskey(): Promise<LiveSession> {
    const passkey = await askForPasskey(await post('/sign-in/passkey/options'))
    const response = await post('/sign-in/passkey', { response: passkey })
    return (await answers()).liveSession(response)
  },
  /** Throws SIGNED_OUT if there is no session. That is no failure, because every page load asks. */
  async renew(): Promise<LiveSession> {
    const response = await post('/token?optional=true')
    if (response.status === 204) throw new AppError('SIGNED_OUT')
    return (await answers()).liveSession(response)
  },
  async signUp(request: SignUpRequest) {
    const response = await post('/sign-up/email', request)
    return (await answers()).signUpAnswer(response)
  },
  async signOut(): Promise<void> {
    await post('/sign-out')
  },
  /** Starts a session with the secrets of an invitation, which can be used only once. */
  async acceptInvitation(request: InvitationAcceptRequest): Promise<LiveSession & { passwordToken: string | null }> {
    const response = await post('/accept-invite', request)
    return (await answers()).acceptedInvitation(response)
  },
  async requestPasswordLink(request: PasswordLinkRequest) {
    const response = await post('/request-password-reset', request)
    return (await answers()).passwordLinkAnswer(response)
  },
  async resetPassword(request: PasswordResetRequest): Promise<void> {
    await post('/reset-password', request)
  },
  /** Returns the URL of the third-party sign-in, which leads back to /auth/callback. Throws NOT_FOUND if none is configured. */
  async startGoogle(options: StartOptions = {}): Promise<string> {
    const response = await startAt('google', options).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return startAt('oidc', options)
      throw error
    })
    return (await answers()).redirectTarget(response)
  },
}
export type Provider = typeof provider
