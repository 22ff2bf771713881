/** What is said about the installation itself: its worker, its mail, its database. */
export const operationMessages = {
  notMailed:
    'No mail is sent from here. If this email is on the authorized list, an administrator can give you a link to choose a password.',
  mailFailing: (since: string) =>
    `The mail server has taken no mail since ${since}. Mails wait for it; invitation links can be copied meanwhile.`,
  mailSent: 'Mail is sent from here: please let the person use "Forgot your password?"',
  choosePassword: 'No mail is sent from here, and no other sign-in is set up: choose a password now to sign in with later.',
  passwordLinkQuestion: (name: string) => `Make a link with which ${name} can choose a new password? Pass it on to nobody else.`,
  passwordLink: (hours: number) => `It can be used once, within ${hours} hours.`,
  passwordLinkFailed: (why: string) => `Failed to make the link: ${why}`,
  invitedWithLink: (email: string) =>
    `An invitation has been sent to ${email}. This link serves as well; it can be used once, within 7 days.`,
  noWorker: 'No worker is running',
  unavailable: 'The server is not available, trying again',
} as const
