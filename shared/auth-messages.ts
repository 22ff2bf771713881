/** Messages about sign-in, invitations and API keys; part of `messages`. */
export const authMessages = {
  emailNeeded: 'Please enter a valid email address',
  passwordNeeded: 'Please enter your password',
  anotherPerson: 'Somebody else has signed in with this browser.',
  passwordTooShort: (min: number) => `Password must be at least ${min} characters`,
  passwordTooLong: 'Password must be at most 128 characters',
  passwordCommon: 'Please choose a less common password',
  passwordBreached: 'This password appeared in a data breach. Please choose another one.',
  passwordMailed: 'If this email is on the authorized list, we have sent a link to choose a password.',
  otherSession: 'You are signed in as somebody else. Please log out first and open the link again.',
  passwordsDiffer: 'Passwords do not match',
  signUpFailed: 'Failed to create account',
  signInFailed: 'Failed to sign in',
  signedUp: 'Account created! Redirecting to login...',
  linkFailed: 'Failed to send the link',
  passwordSaved: 'Your new password is saved. Please sign in with it.',
  passwordFailed: 'Failed to save the new password',
  completing: 'Completing sign in...',
  googleFailed: 'Failed to sign in with Google',
  googleOff: 'Sign-in with Google is not set up here. Please use your email and password.',
  restrictedNote: 'If you see an "Access Restricted" error, an administrator must add your email to the authorized list.',
  newUser: "New user? You'll receive an invitation email from your administrator.",
} as const

export const invitationMessages = {
  linkInvalid: 'Invalid invitation link',
  tokenInvalid: 'Invalid invitation token',
  accepted: 'Invitation accepted! You can now login with your email using Google.',
  refused: (why: string) => `Failed to accept invitation: ${why}`,
  failed: (why: string) => `An error occurred: ${why}`,
} as const

export const secondFactorMessages = {
  isOn: 'The second factor is already on. Please switch it off first.',
  isOff: 'The second factor is off.',
  tooManyPasskeys: (max: number) => `You already have ${max} passkeys. Please remove one first.`,
} as const

export const apiKeyMessages = {
  nameNeeded: 'Please enter a name',
  permissionsNeeded: 'Please select at least one permission',
  notHeld: (missing: readonly string[]) => `Access denied. You do not have ${missing.join(', ')} yourself.`,
  leadersOnly: 'Access denied. This needs role level 90.',
  tooMany: (most: number) => `You already have ${most} API keys. Please revoke one first.`,
  successorGone: 'This key was replaced already, and its successor was revoked. Please create a new one.',
} as const
