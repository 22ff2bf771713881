import type { DestinationKind } from '#shared/delivery.ts'

/** The kinds of destinations in words. */
export const destinationKindLabels: Record<DestinationKind, string> = {
  s3: 'Bucket of S3',
  sftp: 'Server with SFTP',
  email: 'E-mail',
  webhook: 'Signed call',
  sheet: 'Google spreadsheet',
}

/** What a test has shown where it succeeded. */
export const destinationTested: Record<DestinationKind, string> = {
  s3: 'Test successful: a small object was written and removed.',
  sftp: 'Test successful: a small file was written and removed.',
  email: 'Test successful: a mail was sent to every address.',
  webhook: 'Test successful: the program accepted a signed call.',
  sheet: 'Test successful: the spreadsheet can be written.',
}

/** Why a test or a delivery failed, by code. One sentence each. */
export const deliveryFailures = {
  CREDENTIALS_REFUSED: 'The destination does not accept the credentials.',
  ACCESS_REFUSED: 'The destination does not let this account write there.',
  HOST_KEY_UNKNOWN: 'The key of the server is not confirmed yet. Please test the destination and confirm it.',
  HOST_KEY_CHANGED: 'The server shows another key than the confirmed one. Please ask its operator before you confirm the new one.',
  PLACE_MISSING: 'The bucket or folder does not exist.',
  FULL: 'The destination has no space left.',
  TOO_LARGE: 'The file is too large for the destination.',
  NOT_PUBLIC: 'The host has an address that is not public.',
  HOST_UNKNOWN: 'The host name is unknown.',
  CONNECTION_REFUSED: 'The destination refused the connection.',
  CONNECTION_LOST: 'The connection to the destination broke off.',
  LATE: 'The destination did not answer in time.',
  BUSY: 'The destination is not available at the moment.',
  REFUSED: 'The destination refused the file.',
} as const

/** What calls about destinations say. */
export const destinationMessages = {
  nameNeeded: 'Please enter a name',
  nameTaken: 'Another destination has this name.',
  loadFailed: 'Destinations could not be loaded',
  saveFailed: 'The destination could not be saved',
  saved: 'Destination saved',
  deleteConfirm: (name: string) =>
    `Delete ${name}? Exports that are on their way to it will fail. Their files stay with the exports until they expire.`,
  schedulesPause: 'These schedules deliver to it. They pause when they are due next:',
  deleteFailed: 'The destination could not be deleted',
  deleted: 'Destination deleted',
  testFailed: 'The destination could not be tested',
  explained: 'Places that finished files are delivered to. Everybody who may export can choose them, by name.',
  help: 'How to set up each kind',
  none: 'Exports and schedules can send their files to a bucket, a server with SFTP, mailboxes or a program, instead of waiting to be fetched.',
  keepHint: 'Leave empty to keep the saved one',
  secretsAgain: 'Please enter it again, because the address has changed',
  endpointHint: 'Only for a storage other than Amazon S3',
  pathStyleHint: 'For storages without a host name for each bucket, such as MinIO',
  privateKeyHint: 'In the form of OpenSSH or PEM',
  hostKeyAhead: 'After saving, test the destination: it shows the key of the server, which somebody has to confirm.',
  hostKeyQuestion: 'Is this the key of the server?',
  hostKeyCompare: 'Ask the operator of the server for the fingerprint, and compare. Nothing is delivered before the key is confirmed.',
  hostKeyChanged: 'The server shows another key than the confirmed one',
  hostKeyAsk: 'It may be another server. Please ask its operator before you confirm the new key. Nothing is delivered until then.',
  emailHint: 'One on each line. Files of up to 10 MiB are attached, and larger ones come as a link for people who may export.',
  webhookHint: 'It is told of each file, and downloads it with an API key.',
  signingKeyHint: 'The program checks signatures with the same key. It is never shown again.',
  sheetHint: 'Each export writes a new sheet of this document. It must be shared with the account of the Google key.',
  bucketInvalid: 'Please enter the name of a bucket',
  hostInvalid: 'Please enter a host name',
  regionInvalid: 'Please enter a region such as eu-central-1',
  accessKeyNeeded: 'Please enter the access key ID',
  usernameNeeded: 'Please enter the user name',
  portInvalid: 'Please enter a port from 1 to 65535',
  recipientInvalid: 'Please enter valid e-mail addresses',
  hostKeyInvalid: 'Please enter the SHA256 fingerprint that the test shows',
  folderInvalid: 'Please enter a folder without "." or ".." as a part',
  recipientsNeeded: 'Please enter at least one e-mail address',
  recipientsRepeated: 'An e-mail address is repeated',
  signingKeyInvalid: 'Please enter whsec_ and 24 to 64 bytes as base64',
  kindFixed: 'The kind of a destination cannot be changed. Please create another one.',
  secretsNeeded: 'Please enter the credentials',
  tooMany: (max: number) => `There are ${max} destinations already. Please delete one first.`,
  destinationNeeded: 'Please choose a destination',
  sheetOrDestination: 'Please choose a spreadsheet or a destination, not both',
  onlyJobs: 'Only jobs deliver files',
  gone: 'This destination does not exist any more.',
  patternUnknown: (name: string) => `{${name}} is not known in a file name`,
  patternUnclosed: 'A brace in the file name has no counterpart',
  patternSeparator: 'A file name contains no folders',
  tested: 'Test successful!',
} as const
