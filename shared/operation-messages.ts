/** Messages about the installation: its worker, mail and database. */
export const operationMessages = {
  notMailed:
    'This server sends no mail. If this email is on the authorized list, an administrator can give you a link to choose a password.',
  mailFailing: (since: string) =>
    `The mail server has accepted no mail since ${since}. Mail is waiting; invitation links can be copied meanwhile.`,
  mailSent: 'This server sends mail: please ask the person to use "Forgot your password?"',
  choosePassword: 'This server sends no mail, and no other sign-in is set up: please choose a password now.',
  passwordLinkQuestion: (name: string) => `Create a link for ${name} to choose a new password? Give it to nobody else.`,
  passwordLink: (hours: number) => `It can be used once, within ${hours} hours.`,
  passwordLinkFailed: (why: string) => `Failed to create the link: ${why}`,
  invitedWithLink: (email: string) => `An invitation has been sent to ${email}. This link also works; it can be used once, within 7 days.`,
  noWorker: 'No worker is running',
  stopping: 'This server is stopping',
  unavailable: 'The server is not available, trying again',
} as const
