const mail = (subject: string, what: string) => (address: string) => ({
  subject,
  text: `Hello,\n\n${what}\n\nIf it was not you, please choose a new password and tell an administrator:\n\n${address}/login\n`,
})

/** The mails about what somebody signs in with. */
export const factorMails = {
  secondFactorOn: mail('Second factor switched on', 'signing in to your account takes a code of your authenticator app from now on.'),
  secondFactorOff: mail('Second factor switched off', 'signing in to your account takes no code of an authenticator app any more.'),
  recoveryCodesRenewed: mail('New recovery codes', 'new recovery codes were made for your account; the older ones are void.'),
  passkeyAdded: mail('Passkey added', 'a passkey was added to your account.'),
  passkeyRemoved: mail('Passkey removed', 'a passkey of your account was removed.'),
  reset: mail(
    'Second factor reset',
    'an administrator has removed the second factor and the passkeys of your account. You sign in with your password alone now.',
  ),
} as const
