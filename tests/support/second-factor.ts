import { authCall } from '#tests/support/auth-call.ts'
import { nextCode } from '#tests/support/authenticator-app.ts'
import type { World } from '#tests/support/world.ts'

/** Calls `/api/auth` with an access token. */
export const callAs = (world: World, token: string, path: string, payload: object = {}) =>
  authCall(world.app, path, payload, { headers: { authorization: `Bearer ${token}` } })

/** Signs a person in and sets up an authenticator app. Returns its secret and the recovery codes. */
export async function enrolled(world: World, email: string) {
  const userId = await world.person({ email })
  const { token } = await world.signIn(email)
  const { secret } = (await callAs(world, token, '/second-factor/enroll')).body
  const answer = await callAs(world, token, '/second-factor/confirm', { code: nextCode(secret) })
  return { email, userId, token, secret, recoveryCodes: answer.body.recovery_codes }
}
