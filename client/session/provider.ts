import { z } from 'zod'
import { failureOf } from '#client/failure.ts'
import { Session, type SignInRequest, type SignUpRequest } from '#shared/session.ts'
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

const Redirect = z.object({ url: z.url() })

/** The calls to the authentication provider. Refusals are thrown as `AppError`, a dead connection as fetch's own error. */
export const provider = {
  signIn: async (request: SignInRequest) => liveSession(await post('/sign-in/email', request)),
  renew: async () => liveSession(await post('/token')),
  async signUp(request: SignUpRequest): Promise<void> {
    await post('/sign-up/email', request)
  },
  async signOut(): Promise<void> {
    await post('/sign-out')
  },
  /** The address at which a third-party sign-in goes on; from there it comes back to /auth/callback. */
  async startGoogle(): Promise<string> {
    const response = await post('/sign-in/social', { provider: 'google', callbackURL: '/auth/callback' })
    return Redirect.parse(await response.json()).url
  },
}
export type Provider = typeof provider
