type SignInOrigin = { address: string; userAgent: string }

const notYou = (appUrl: string) =>
  `If it was not you, choose a new password at once, which ends all sessions and API keys:\n\n${appUrl}/reset-password\n`

const passkeysStay = (count: number) =>
  count === 1 ? 'A passkey still signs in to your account. You find it' : `${count} passkeys still sign in to your account. You find them`

/** The mails about security events of an account. */
export const securityMails = {
  newDevice: (appUrl: string, at: Date, { address, userAgent }: SignInOrigin) => ({
    subject: 'New sign-in to your account',
    text: `Hello,\n\nSomebody, probably you, signed in to your account from a device that we have not seen before:\n\nTime: ${at.toUTCString()}\nAddress: ${address}\nBrowser: ${userAgent || 'unknown'}\n\n${notYou(appUrl)}`,
  }),
  passwordChanged: (appUrl: string, at: Date) => ({
    subject: 'Your password was changed',
    text: `Hello,\n\nThe password of your account was changed on ${at.toUTCString()}, and all other sessions were ended.\n\n${notYou(appUrl)}`,
  }),
  /** `passkeys`: how many open the account as before. */
  passwordReset: (appUrl: string, at: Date, passkeys: number) => ({
    subject: 'Your password was reset',
    text: `Hello,\n\nThe password of your account was reset on ${at.toUTCString()}. All sessions were ended and all API keys were revoked: programs that used one need a new one.\n\n${passkeys === 0 ? '' : `${passkeysStay(passkeys)} under Settings, Security. Please remove what you do not know:\n\n${appUrl}/settings?tab=security\n\n`}${notYou(appUrl)}`,
  }),
  apiKeyMade: (appUrl: string, at: Date, name: string) => ({
    subject: 'A new API key was created',
    text: `Hello,\n\nAn API key named "${name}" was created for your account on ${at.toUTCString()}. A program that has it can act in your name.\n\n${notYou(appUrl)}`,
  }),
  roleRaised: (appUrl: string, roles: readonly string[]) => ({
    subject: 'You have new rights',
    text: `Hello,\n\nYour role on the team was raised. Your new rights are:\n\n${roles.join('\n')}\n\nThey apply from now on:\n\n${appUrl}\n`,
  }),
  signInsThrottled: (appUrl: string) => ({
    subject: 'Somebody is guessing your password',
    text: `Hello,\n\nSomebody has tried too many wrong passwords for your account. Further attempts have to wait. You can sign in as before from browsers that you have used.\n\nIf it was you, ask for a new password:\n\n${appUrl}/reset-password\n\nYou receive this mail at most once a day.\n`,
  }),
  linksThrottled: () => ({
    subject: 'Somebody keeps asking for your password links',
    text: `Hello,\n\nSomebody has asked for more password links for your account than we send in a day. Nothing has changed, and no more links are sent to them.\n\nYou receive this mail at most once a day.\n`,
  }),
} as const
