/** Messages about Google Sheets; part of `messages`. */
export const sheetMessages = {
  urlInvalid: 'Invalid spreadsheet URL. It looks like this: https://docs.google.com/spreadsheets/d/...',
  urlNeeded: 'Please enter a spreadsheet URL',
  urlOfCsv: 'A CSV file needs no spreadsheet URL',
  validUrl: 'Valid URL with write access',
  newSheet: 'A new sheet will be created',
  share: (email: string) => `Please share the spreadsheet with ${email}`,
  notShared: (email: string) => `The spreadsheet is not shared for writing. Please share it with ${email} as an editor.`,
  notFound: (email: string) => `Spreadsheet not found. Please check the URL and share the spreadsheet with ${email} as an editor.`,
  verifyFailed: 'Unable to verify Google Sheets access',
  noAccess: 'Unable to access Google Sheets',
  validateFailed: 'Failed to validate URL',
  noPermission: 'Invalid URL or no permission',
  tooManyCells: (needed: number, free: number) =>
    `The export needs at least ${needed} cells, but only ${free} are free in this spreadsheet (Google allows 10 million). Please use an empty one, fewer columns or a CSV file.`,
  full: 'The spreadsheet is full: Google allows 10 million cells. Please use an empty one, fewer columns or a CSV file.',
  refused: (why: string) => `Google Sheets refused the request: ${why}`,
  waitingForQuota: 'The rate limit of Google Sheets is reached (60 writes per minute)',
  waitingForGoogle: 'Google Sheets asked us to slow down or did not answer',
  tabLost: 'The sheet was deleted or renamed during the export.',
  cellsCut: (count: number) => `${count} ${count === 1 ? 'cell was' : 'cells were'} longer than 50000 characters and cut`,
} as const
