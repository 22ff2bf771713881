/** Messages about the key of the Google service account, and what Google answers about it. */
export const googleMessages = {
  explained: 'Exports write into spreadsheets as a Google service account. Whoever exports shares the spreadsheet with its address.',
  help: 'The guide: Google Sheets',
  none: 'To export into Google Sheets, save the key of a service account.',
  fromEnvironment: "The key is from the server's environment (GOOGLE_SERVICE_ACCOUNT). A key that you save here is used instead.",
  saved: (when: string) => `The key was saved here on ${when}.`,
  savedOver: (email: string) => `It is used instead of the key in the server's environment (${email}).`,
  shareAs: 'Address to share spreadsheets with, as an editor',
  savedNow: 'Google key saved.',
  removedNow: 'Google key removed.',
  loadFailed: 'Failed to load the Google key',
  saveFailed: 'Failed to save the key',
  removeFailed: 'Failed to remove the key',
  testFailed: 'Failed to test the spreadsheet',
  replaceHint: 'The new key is used at once, also by running exports. With another address, spreadsheets must be shared anew.',
  removeConfirm: (environmentEmail: string | null) =>
    environmentEmail === null
      ? 'Are you sure you want to remove the key? Exports into Google Sheets fail until another one is saved, also those that are running.'
      : `Are you sure you want to remove the key? From then on, exports write as ${environmentEmail}, with the key in the server's environment. Spreadsheets must be shared with that address.`,
  testHint: 'Writes a new sheet into the spreadsheet, reads it back, and removes it again.',
  guide: {
    title: 'How to get the key',
    steps: [
      'Open console.cloud.google.com, and choose or create a project.',
      'Under APIs & Services, Library, find the Google Sheets API and press Enable.',
      'Under IAM & Admin, Service Accounts, press Create service account, enter a name, and press Done. It needs no roles.',
      'Open the account, and under Keys press Add key, Create new key, JSON. The browser downloads a file.',
      'Open the file in a text editor, and paste all of it below.',
    ],
    after:
      'If Google says that keys are not allowed, the policy iam.disableServiceAccountKeyCreation of your organization forbids them: its administrator can make an exception for the project. The file opens all spreadsheets that are shared with the account, so delete it after saving.',
  },
  mistakes: {
    empty: 'Please paste the content of the JSON key file',
    tooLong: 'This is too long for a key file. Please paste only the content of the JSON file.',
    notJson: 'This is not JSON. Please open the downloaded file in a text editor and paste all of it, with the outer braces.',
    apiKey: 'This is an API key. Exports need the JSON key file of a service account.',
    onlyPrivateKey: 'This is only the private key. Please paste the whole JSON file around it.',
    oauthClient:
      'This is the file of an OAuth client. Please make a key of a service account instead: IAM & Admin, Service Accounts, Keys, Add key.',
    ofPerson: 'These are the credentials of a person. Please make a key of a service account instead.',
    federated: 'This file has no key: it is for workload identity federation. Please make a JSON key of a service account instead.',
    otherFile: 'This is not the key file of a service account: its "type" must be "service_account".',
    noPrivateKey: 'The file has no "private_key". Please download a new JSON key, as Google shows each one only once.',
    privateKeyBroken: 'The "private_key" is incomplete. Please copy the whole file again, without changes.',
    privateKeyUnreadable: 'The "private_key" cannot be read as an RSA key. Please copy the whole file again, without changes.',
    noEmail: 'The file has no "client_email". Please download a new JSON key.',
    emailInvalid: 'The "client_email" is not an email address. Please copy the whole file again, without changes.',
  },
  apiOff:
    'The Google Sheets API is off in the Google Cloud project of the service account. Please enable it there under APIs & Services, wait a few minutes, and try again.',
  keyRevoked:
    'Google does not accept the key of the service account: it was deleted or disabled. An owner can save a new key in Settings, Google Sheets.',
  accountGone:
    'Google does not know the service account: it was deleted or disabled. Please enable it again in Google Cloud, or let an owner save the key of another one in Settings, Google Sheets.',
  clockWrong: 'Google does not accept the time of this server. Please let its administrator correct the clock, and try again.',
  viewerOnly: (email: string) =>
    `${email} may only view this spreadsheet. Please change its access to Editor in the spreadsheet, under Share.`,
  officeFile:
    'This is an Excel file in Google Drive, which the Google Sheets API cannot write. Please open it, choose File, Save as Google Sheets, and use the address of the copy.',
  readDiffers: 'Google returned another value than the one that was written. Please try again.',
  tabLeft: (tab: string, why: string) => `The sheet "${tab}" could not be removed: ${why} Please look for it, and delete it by hand.`,
  tested: (title: string) => `It works: a sheet was written into "${title}", read, and removed again.`,
} as const
