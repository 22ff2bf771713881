const mail = (subject: string, what: string) => (address: string) => ({
  subject,
  text: `Hello,\n\n${what}\n\nIf it was not you, please choose a new password and tell an administrator:\n\n${address}/login\n`,
})

/** The mails about changes of second factors and passkeys. */
export const factorMails = {
  secondFactorOn: mail('Second factor switched on', 'Signing in to your account now needs a code from your authenticator app.'),
  secondFactorOff: mail('Second factor switched off', 'Signing in to your account no longer needs a code from an authenticator app.'),
  recoveryCodesRenewed: mail('New recovery codes', 'New recovery codes were created for your account. The old ones no longer work.'),
  passkeyAdded: mail('Passkey added', 'A passkey was added to your account.'),
  passkeyRemoved: mail('Passkey removed', 'A passkey was removed from your account.'),
  reset: mail(
    'Second factor reset',
    'An administrator has removed the second factor and the passkeys from your account. You now sign in with only your password.',
  ),
} as const
