/** The subjects and texts of the mails. Only the server uses them. */
export const mailTexts = {
  invitation: (link: string) => ({
    subject: 'You are invited to the team',
    text: `Hello,\n\nYou are invited to the team's back-office. Please open this link to accept:\n\n${link}\n\nYou can use it once, within 7 days. If you did not expect this mail, you can ignore it.\n`,
  }),
  reactivated: (address: string) => ({
    subject: 'You are back on the team',
    text: `Hello,\n\nYour account is active again. Please sign in as before:\n\n${address}/login\n`,
  }),
  password: (link: string) => ({
    subject: 'Choose your password',
    text: `Hello,\n\nSomebody, probably you, asked for a link to choose the password of your account:\n\n${link}\n\nYou can use it once, within 2 hours. If it was not you, you can ignore this mail: nothing has changed.\n`,
  }),
  exportDone: (address: string, rows: number, warning: string | null) => ({
    subject: 'Your export is ready',
    text: `Hello,\n\nYour export has finished with ${rows.toLocaleString('en-US')} rows.${warning ? `\nPlease note: ${warning}` : ''}\n\nYou can find it under "My exports":\n\n${address}\n\nYou receive this mail because you chose it in your settings.\n`,
  }),
  exportFailed: (address: string, why: string) => ({
    subject: 'Your export failed',
    text: `Hello,\n\nYour export could not be finished: ${why}\n\nYou can retry it under "My exports":\n\n${address}\n\nYou receive this mail because you chose it in your settings.\n`,
  }),
  notification: (address: string, message: string) => ({
    subject: message.length > 80 ? `${message.slice(0, 79)}…` : message,
    text: `Hello,\n\n${message}\n\n${address}\n\nYou can choose in your settings how you are told of problems.\n`,
  }),
  digest: (lines: readonly string[], count: number) => ({
    subject: count === 1 ? 'One notification about your schedules' : `${count} notifications about your schedules`,
    text: `Hello,\n\n${lines.join('\n\n')}\n\n${lines.length < count ? `The list of notifications has ${count - lines.length} more.\n\n` : ''}You receive this mail once a day, because you chose so in your settings.\n`,
  }),
} as const
