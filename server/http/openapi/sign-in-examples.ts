// Examples of the requests of sign-in, registration and passkeys.
const email = 'lan@example.com'
const password = 'correct horse battery staple'
const newPassword = 'another horse battery staple'
/** What a browser answers, in base64url. */
const credential = { id: 'cGFzc2tleQ', rawId: 'cGFzc2tleQ', type: 'public-key' as const, clientExtensionResults: {} }

export const signInExamples = {
  SignInRequest: { email, password },
  RefreshRequest: { refresh_token: 'example-refresh-token' },
  SocialSignInRequest: { provider: 'google' as const },
  SignUpRequest: { email, password },
  PasswordLinkRequest: { email },
  PasswordResetRequest: { token: 'example-token-of-the-link', password: newPassword },
  PasswordChangeRequest: { current_password: password, password: newPassword },
  InvitationAcceptRequest: { access_token: 'example-token-of-the-link', refresh_token: 'example-second-token' },
  ReauthenticateRequest: { password },
  SecondFactorVerifyRequest: { ticket: 'dGlja2V0', code: '123456' },
  SecondFactorConfirmRequest: { code: '123456' },
  PasskeyAddRequest: {
    name: 'Laptop',
    response: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'o2NmbXQ' } },
  },
  PasskeyUseRequest: {
    response: { ...credential, response: { clientDataJSON: 'e30', authenticatorData: 'SZYN5Y', signature: 'MEUCIQ' } },
  },
}
