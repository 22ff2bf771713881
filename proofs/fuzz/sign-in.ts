// The sign-in routes: a valid request for each, and the schema of its answer.
import { z } from 'zod'
import type { Random } from '#sandbox/catalogue/random.ts'
import { ReauthenticateResponse, SecondFactorEnrollResponse, SetupResponse } from '#shared/second-factor.ts'
import { AcceptedInvitation, PasswordLinkResponse, Session, SignUpResponse } from '#shared/session.ts'
import { Done, PasskeyOptionsResponse, SocialSignInResponse } from '#server/auth/requests.ts'
import { oneOf, type Known } from './example-parts.ts'
import type { Principal } from './principals.ts'
import { password } from './principals.ts'

type Caller = { principal: Principal; resetToken: string | null }
export type SignInRoute = {
  path: string
  /** The relative frequency; 1 is the default. Hashing a password is expensive. */
  weight: number
  example: (random: Random, known: Known, caller: Caller) => object
  answers: z.ZodType
  /** Sent without mutations: a changed letter would change a person's password. */
  isExact?: boolean
  /** Requires a device or its code, so no request succeeds here. */
  needsDevice?: boolean
  /** A GET without a body. */
  isRead?: boolean
}

const guest = { email: 'nobody@fuzz.test', accessToken: 'none', refreshToken: 'none' }

/** A browser's answer to a challenge: valid only in its format. */
const assertion = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
}

const withDevice = (routes: Record<string, object>): SignInRoute[] =>
  Object.entries(routes).map(([path, body]) => ({ path, weight: 0.3, example: () => body, answers: z.looseObject({}), needsDevice: true }))

export const signInRoutes: readonly SignInRoute[] = [
  {
    path: '/sign-in/email',
    weight: 0.3,
    example: (random, _known, { principal }) => ({
      email: principal.email ?? 'nobody@fuzz.test',
      password: random.chance(0.9) || principal.email === null ? password : 'a wrong one',
    }),
    answers: Session,
  },
  {
    path: '/token',
    weight: 3,
    example: (_random, _known, { principal }) => ({ refresh_token: principal.refreshToken ?? 'none' }),
    answers: Session,
  },
  {
    path: '/sign-out',
    weight: 0.5,
    example: (random, _known, { principal }) =>
      random.chance(0.3) ? { refresh_token: principal.refreshToken ?? 'none' } : { refresh_token: 'none' },
    answers: Done,
  },
  {
    path: '/sign-up/email',
    weight: 0.3,
    example: (random, { pools }) => ({
      email: oneOf(random, pools.invitations.all(), guest).email,
      password: `a fuzzed passphrase ${random.int(2 ** 20)}`,
    }),
    answers: SignUpResponse,
  },
  {
    path: '/request-password-reset',
    weight: 1,
    example: (random, { pools }) => ({ email: oneOf(random, pools.people.all(), { id: '', email: guest.email }).email }),
    answers: PasswordLinkResponse,
  },
  {
    path: '/reset-password',
    weight: 0.2,
    example: (_random, _known, { resetToken }) => ({ token: resetToken ?? 'none', password }),
    answers: Done,
  },
  {
    path: '/accept-invite',
    weight: 1,
    example: (random, { pools }) => {
      const { accessToken, refreshToken } = oneOf(random, pools.invitations.all().slice(-20), guest)
      return { access_token: accessToken, refresh_token: refreshToken }
    },
    answers: AcceptedInvitation,
  },
  {
    path: '/sign-in/social',
    weight: 0.2,
    example: () => ({ provider: 'oidc' }),
    answers: SocialSignInResponse,
  },
  { path: '/setup', weight: 0.5, isRead: true, example: () => ({}), answers: SetupResponse },
  { path: '/reauthenticate', weight: 0.1, example: () => ({ password }), answers: ReauthenticateResponse },
  { path: '/change-password', weight: 0.1, isExact: true, example: () => ({ current_password: password, password }), answers: Done },
  { path: '/second-factor/enroll', weight: 0.5, example: () => ({}), answers: SecondFactorEnrollResponse },
  { path: '/sign-in/passkey/options', weight: 0.5, example: () => ({}), answers: PasskeyOptionsResponse },
  { path: '/passkeys/options', weight: 0.5, example: () => ({}), answers: PasskeyOptionsResponse },
  ...withDevice({
    '/second-factor/verify': { ticket: 'none', code: '000000' },
    '/second-factor/confirm': { code: '000000' },
    '/second-factor/recovery-codes': {},
    '/second-factor/disable': {},
    '/sign-in/passkey': { response: assertion },
    '/passkeys': { name: 'Fuzz', response: { ...assertion, response: { clientDataJSON: 'e30', attestationObject: 'oA' } } },
    '/reauthenticate/passkey/options': {},
    '/reauthenticate/passkey': { response: assertion },
  }),
]
