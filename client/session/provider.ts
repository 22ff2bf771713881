import { z } from 'zod'
import { failureOf } from '#client/failure.ts'
import { AppError } from '#shared/errors.ts'
import {
  PasswordLinkResponse,
  Session,
  SignUpResponse,
  type InvitationAcceptRequest,
  type PasswordLinkRequest,
  type PasswordResetRequest,
  type SignInRequest,
  type SignUpRequest,
} from '#shared/session.ts'
import type { LiveSession } from './store.ts'

async function post(path: string, body: object = {}): Promise<Response> {
  const response = await fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw await failureOf(response)
  return response
}

/** The end of the token is told by the server's clock; this machine's may be wrong by hours. */
export async function liveSession(response: Response): Promise<LiveSession> {
  const session = Session.parse(await response.json())
  const serverNow = Date.parse(response.headers.get('date') ?? '') || Date.now()
  return { ...session, endsAt: Date.now() + Date.parse(session.expires_at) - serverNow }
}

const startAt = (issuer: 'google' | 'oidc') => post('/sign-in/social', { provider: issuer, callbackURL: '/auth/callback' })

const Redirect = z.object({ url: z.url() })

/** The calls to the authentication provider. Refusals are thrown as `AppError`, a dead connection as fetch's own error. */
export const provider = {
  signIn: async (request: SignInRequest) => liveSession(await post('/sign-in/email', request)),
  renew: async () => liveSession(await post('/token')),
  signUp: async (request: SignUpRequest) => SignUpResponse.parse(await (await post('/sign-up/email', request)).json()),
  async signOut(): Promise<void> {
    await post('/sign-out')
  },
  /** Sets the session from an invitation's secrets, which are worth nothing from then on. */
  acceptInvitation: async (request: InvitationAcceptRequest) => liveSession(await post('/accept-invite', request)),
  requestPasswordLink: async (request: PasswordLinkRequest) =>
    PasswordLinkResponse.parse(await (await post('/request-password-reset', request)).json()),
  async resetPassword(request: PasswordResetRequest): Promise<void> {
    await post('/reset-password', request)
  },
  /** The address at which a third-party sign-in goes on; from there it comes back to /auth/callback. Throws NOT_FOUND where none is set up. */
  async startGoogle(): Promise<string> {
    const response = await startAt('google').catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return startAt('oidc')
      throw error
    })
    return Redirect.parse(await response.json()).url
  },
}
export type Provider = typeof provider
