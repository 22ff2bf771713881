/** Sentences of the page for operators. */
export const systemMessages = {
  explained: 'What this installation is doing. The figures refresh every 10 seconds.',
  loadFailed: 'Failed to load the state of the system',
  unavailable: 'Not available just now',
  databaseDown: 'The database does not answer. What is read from it is not available just now.',
  checkExplained:
    'Makes the checks of the command doctor: environment, database, folders, clocks, mail, address, Google and every shop. What they write as a try, they remove.',
  checkFailed: 'Failed to check the system',
  checking: 'Checking. This may take up to a minute.',
  allWell: 'All checks are fine.',
  found: (problems: number, warnings: number) => {
    const parts = [
      problems > 0 && `${problems} ${problems === 1 ? 'problem' : 'problems'}`,
      warnings > 0 && `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
    ]
    return `Found ${parts.filter(Boolean).join(' and ')}.`
  },
  noWorker: 'No worker is running: exports wait.',
  noShops: 'No stores are connected.',
  noFailures: 'No export failed within 24 hours.',
  heldBack: 'Calls are held back, because the shop did not answer several in a row',
  noAnswerYet: 'None since the start of this process',
  notTold: 'Not told by the shop yet',
  pendingMigrations: (count: number) => `${count} pending: the next start applies them`,
  mailFolder: 'Mails are written into a folder, because SMTP_URL is not set',
  noBackup: 'None with this data folder',
  noGoogleKey: 'No key: exports into Google Sheets are off',
  googleFrom: { settings: 'Saved in the settings', environment: "From the server's environment" },
  guides: 'How to run, back up and update the product',
} as const
