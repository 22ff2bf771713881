import { z } from 'zod'
import { readFailure } from '#client/failure.ts'
import { SecondFactorChallenge } from '#shared/second-factor.ts'
import { AcceptedInvitation, PasswordLinkResponse, Session, SignUpResponse } from '#shared/session.ts'
import type { LiveSession } from './store.ts'

export { readFailure } from '#client/failure.ts'

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
export async function sessionOrChallenge(response: Response): Promise<LiveSession | Challenge> {
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

/** A session, with the token to choose a password with; null if none is needed. */
export async function acceptedInvitation(response: Response): Promise<LiveSession & { passwordToken: string | null }> {
  const { password_token: passwordToken } = AcceptedInvitation.parse(await response.clone().json())
  return { ...(await liveSession(response)), passwordToken }
}

export const signUpAnswer = async (response: Response) => SignUpResponse.parse(await response.json())
export const passwordLinkAnswer = async (response: Response) => PasswordLinkResponse.parse(await response.json())

const Redirect = z.object({ url: z.url() })

/** The address of the third-party sign-in. */
export const redirectTarget = async (response: Response): Promise<string> => Redirect.parse(await response.json()).url

const Refusal = z.object({ error: z.object({ code: z.string() }) })

/** Whether our server refused with a code other than UNAVAILABLE. A proxy's answer has none of our codes. */
export async function isOurRefusal(response: Response): Promise<boolean> {
  const { data } = Refusal.safeParse(await response.json().catch(() => null))
  return data !== undefined && data.error.code !== 'UNAVAILABLE'
}
