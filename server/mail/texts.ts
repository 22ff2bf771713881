/** The mails that are written here, each with its subject. They are the server's alone: no screen shows them. */
export const mailTexts = {
  invitation: (link: string) => ({
    subject: 'You are invited to the team',
    text: `Hello,\n\nyou are invited to the team's back-office. Please open this link to accept:\n\n${link}\n\nIt is good for one use within 7 days. If you did not expect this mail, you can ignore it.\n`,
  }),
  reactivated: (address: string) => ({
    subject: 'You are back on the team',
    text: `Hello,\n\nyour account is active again. Please sign in as before:\n\n${address}/login\n`,
  }),
  password: (link: string) => ({
    subject: 'Choose your password',
    text: `Hello,\n\nsomebody, probably you, asked for a link to choose the password of your account:\n\n${link}\n\nIt is good for one use within 2 hours. If it was not you, you can ignore this mail: nothing has changed.\n`,
  }),
  exportDone: (address: string, rows: number, warning: string | null) => ({
    subject: 'Your export is ready',
    text: `Hello,\n\nyour export has finished with ${rows.toLocaleString('en-US')} rows.${warning ? `\nPlease note: ${warning}` : ''}\n\nYou find it under "My exports":\n\n${address}\n\nYou get this mail because you asked for it in your settings.\n`,
  }),
  exportFailed: (address: string, why: string) => ({
    subject: 'Your export failed',
    text: `Hello,\n\nyour export could not be finished: ${why}\n\nUnder "My exports" you can try it again:\n\n${address}\n\nYou get this mail because you asked for it in your settings.\n`,
  }),
} as const
