import type { z } from 'zod'
import type { ErrorCode } from '#shared/errors.ts'
import {
  PasskeyAddRequest,
  PasskeyResponse,
  PasskeyUseRequest,
  ReauthenticateRequest,
  ReauthenticateResponse,
  RecoveryCodesResponse,
  SecondFactorConfirmRequest,
  SecondFactorEnrollResponse,
  SecondFactorVerifyRequest,
  SetupResponse,
} from '#shared/second-factor.ts'
import {
  AcceptedInvitation,
  InvitationAcceptRequest,
  PasswordChangeRequest,
  PasswordLinkRequest,
  PasswordLinkResponse,
  PasswordResetRequest,
  Session,
  SignInRequest,
  SignUpRequest,
  SignUpResponse,
} from '#shared/session.ts'
import {
  Done,
  PasskeyOptionsResponse,
  RefreshRequest,
  SocialSignInRequest,
  SocialSignInResponse,
  TokenQuery,
} from '#server/auth/requests.ts'

/** Who may call: anybody, a signed-in person (no API key), or one with a recent proof of identity. */
type Caller = 'anybody' | 'person' | 'confirmed person'

/** A call below `/api/auth`, as the API's reference shows it. */
export type DocumentedCall = {
  /** The name in the document, `auth.signIn`. */
  id: string
  method: 'get' | 'post'
  path: string
  caller: Caller
  summary: string
  description: string
  query?: z.ZodType
  request?: z.ZodType
  /** null: a redirect. */
  answer: z.ZodType | null
  /** Failures in addition to those of its caller. */
  fails?: readonly ErrorCode[]
}

type Texts = Pick<DocumentedCall, 'summary' | 'description'> & Partial<Pick<DocumentedCall, 'query' | 'request' | 'fails'>>
const call =
  (method: DocumentedCall['method'], caller: Caller) =>
  (id: string, path: string, answer: z.ZodType | null, texts: Texts): DocumentedCall => ({
    id: `auth.${id}`,
    method,
    path,
    caller,
    answer,
    ...texts,
  })
const open = call('post', 'anybody')
const own = call('post', 'person')
const confirmed = call('post', 'confirmed person')

const sessions: DocumentedCall[] = [
  open('signIn', '/sign-in/email', Session, {
    summary: 'Sign in with a password',
    description:
      'Answers a session, whose token goes into Authorization: Bearer. Where a second factor is set up, the answer is 401 SECOND_FACTOR with a ticket for /second-factor/verify.',
    request: SignInRequest,
    fails: ['WRONG_CREDENTIALS', 'SECOND_FACTOR', 'ACCESS_RESTRICTED'],
  }),
  open('renew', '/token', Session, {
    summary: 'Renew a session',
    description: 'Answers a new access token and a new refresh token. Browsers leave the body empty: their refresh token lies in a cookie.',
    query: TokenQuery,
    request: RefreshRequest,
    fails: ['SIGNED_OUT'],
  }),
  open('signOut', '/sign-out', Done, {
    summary: 'Sign out',
    description: 'Ends the session of the refresh token or of the access token. A session that is over already is no failure.',
    request: RefreshRequest,
  }),
  open('verifySecondFactor', '/second-factor/verify', Session, {
    summary: 'Sign in with a second factor',
    description: 'Finishes a sign-in with a code of the authenticator app or a recovery code. The ticket is that of 401 SECOND_FACTOR.',
    request: SecondFactorVerifyRequest,
    fails: ['WRONG_CODE', 'SIGNED_OUT', 'ACCESS_RESTRICTED'],
  }),
  open('passkeyOptions', '/sign-in/passkey/options', PasskeyOptionsResponse, {
    summary: 'Get the options of a sign-in with a passkey',
    description: 'Answers WebAuthn options. The challenge lies in a cookie, so this is for browsers on our own pages.',
  }),
  open('signInByPasskey', '/sign-in/passkey', Session, {
    summary: 'Sign in with a passkey',
    description: 'Answers a session for what the browser made of the options. No code follows: a passkey is both factors at once.',
    request: PasskeyUseRequest,
    fails: ['PASSKEY_REFUSED', 'ACCESS_RESTRICTED'],
  }),
  open('signInByIssuer', '/sign-in/social', SocialSignInResponse, {
    summary: 'Sign in through an issuer',
    description:
      'Answers the address at Google or the OpenID Connect provider to which the browser goes. It comes back to /callback/{issuer}.',
    request: SocialSignInRequest,
    fails: ['NOT_FOUND', 'ISSUER_UNREACHABLE'],
  }),
  call('get', 'anybody')('issuerCallback', '/callback/{issuer}', null, {
    summary: 'Come back from an issuer',
    description:
      'The issuer sends the browser here. It is redirected to the product, signed in, or to the login screen, which says what went wrong.',
  }),
]

const registration: DocumentedCall[] = [
  call('get', 'anybody')('setup', '/setup', SetupResponse, {
    summary: 'Get the state of the installation',
    description: 'Says whether the first account, the owner, is still to be made, and whether that takes a setup code.',
  }),
  open('signUp', '/sign-up/email', SignUpResponse, {
    summary: 'Register',
    description:
      'Makes the first account, which owns the installation. Later on, it sends invited people a link to choose a password, and user is null.',
    request: SignUpRequest,
    fails: ['ACCESS_RESTRICTED', 'SETUP_CODE_WRONG'],
  }),
  open('requestPasswordReset', '/request-password-reset', PasswordLinkResponse, {
    summary: 'Request a password link',
    description: 'Sends a link to choose a password. The answer is the same for addresses that nobody has.',
    request: PasswordLinkRequest,
  }),
  open('resetPassword', '/reset-password', Done, {
    summary: 'Choose a password',
    description: 'Sets the password of whoever the link was made for. The token stands in the fragment of the link and is good once.',
    request: PasswordResetRequest,
    fails: ['LINK_INVALID'],
  }),
  open('acceptInvitation', '/accept-invite', AcceptedInvitation, {
    summary: 'Accept an invitation',
    description: 'Answers a session for the secrets in the fragment of an invitation link. The link is good once.',
    request: InvitationAcceptRequest,
    fails: ['LINK_INVALID', 'ACCESS_DENIED'],
  }),
]

const account: DocumentedCall[] = [
  own('reauthenticate', '/reauthenticate', ReauthenticateResponse, {
    summary: 'Confirm who is calling',
    description:
      'Takes the password, or a code of the second factor. Calls that answer 403 REAUTHENTICATE are open for a while afterwards.',
    request: ReauthenticateRequest,
    fails: ['WRONG_PASSWORD', 'WRONG_CODE'],
  }),
  own('reauthenticatePasskeyOptions', '/reauthenticate/passkey/options', PasskeyOptionsResponse, {
    summary: 'Get the options of a confirmation with a passkey',
    description: 'Answers WebAuthn options. The challenge lies in a cookie, so this is for browsers on our own pages.',
  }),
  own('reauthenticateByPasskey', '/reauthenticate/passkey', ReauthenticateResponse, {
    summary: 'Confirm who is calling with a passkey',
    description: 'Does what /reauthenticate does, with one of the own passkeys.',
    request: PasskeyUseRequest,
    fails: ['PASSKEY_REFUSED'],
  }),
  own('changePassword', '/change-password', Done, {
    summary: 'Change the own password',
    description: 'Sets another password. All other sessions end, and API keys stay.',
    request: PasswordChangeRequest,
    fails: ['WRONG_PASSWORD'],
  }),
  confirmed('enrollSecondFactor', '/second-factor/enroll', SecondFactorEnrollResponse, {
    summary: 'Begin to set up a second factor',
    description: 'Answers what an authenticator app needs. The second factor is on once /second-factor/confirm got the first code.',
  }),
  confirmed('confirmSecondFactor', '/second-factor/confirm', RecoveryCodesResponse, {
    summary: 'Switch the second factor on',
    description: 'Takes the first code of the authenticator app and answers the recovery codes, which are shown once.',
    request: SecondFactorConfirmRequest,
    fails: ['WRONG_CODE'],
  }),
  confirmed('renewRecoveryCodes', '/second-factor/recovery-codes', RecoveryCodesResponse, {
    summary: 'Create new recovery codes',
    description: 'Answers new recovery codes, which are shown once. The older ones are void.',
  }),
  confirmed('disableSecondFactor', '/second-factor/disable', Done, {
    summary: 'Switch the second factor off',
    description:
      'Removes the authenticator app and the recovery codes. It is refused where the team asks for a second factor and there is no passkey.',
    fails: ['SECOND_FACTOR_NEEDED'],
  }),
  confirmed('creationOptions', '/passkeys/options', PasskeyOptionsResponse, {
    summary: 'Get the options of a new passkey',
    description: 'Answers WebAuthn options. The challenge lies in a cookie, so this is for browsers on our own pages.',
  }),
  confirmed('addPasskey', '/passkeys', PasskeyResponse, {
    summary: 'Add a passkey',
    description: 'Keeps the passkey that the browser made of the options.',
    request: PasskeyAddRequest,
    fails: ['PASSKEY_REFUSED'],
  }),
]

/** All calls below `/api/auth`. A test compares them with the registered routes. */
export const documentedCalls: readonly DocumentedCall[] = [...sessions, ...registration, ...account]
