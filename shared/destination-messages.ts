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
  ACCESS_KEY_UNKNOWN: 'The storage does not know the access key ID.',
  SECRET_KEY_WRONG: 'The secret access key does not fit the access key ID.',
  MAIL_LOGIN_REFUSED: 'The mail server does not accept the login of this installation. Please contact administrator.',
  SENDER_REFUSED: 'The mail server does not accept the sender of this installation. Please contact administrator.',
  RECIPIENT_REFUSED: 'The mail server does not accept a recipient.',
  ACCESS_REFUSED: 'The destination does not let this account write there.',
  HOST_KEY_UNKNOWN: 'The key of the server is not confirmed yet. Please test the destination and confirm it.',
  HOST_KEY_CHANGED: 'The server shows another key than the confirmed one. Please ask its operator before you confirm the new one.',
  PLACE_MISSING: 'The bucket or folder does not exist.',
  NAMES_TAKEN:
    'The name of the file is taken there, also with a number behind it. Please put {date} and {time} into the file name, or check what the destination contains.',
  NOTHING_KEPT:
    'The address takes what is written to it and does not have it afterwards. Please check that the endpoint is that of a storage with the interface of S3.',
  FULL: 'The destination has no space left.',
  TOO_LARGE: 'The file is too large for the destination.',
  NOT_PUBLIC: 'The host has an address that is not public.',
  CERTIFICATE_REFUSED: 'The certificate of the destination is not accepted: it has expired, is for another name, or nobody vouches for it.',
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
  sheetChosen: 'Each export adds a new sheet to this document.',
  sheetFixed:
    'Exports may only add new sheets to this destination. Whoever manages destinations can allow it to replace and update sheets.',
  deliverHint: 'Delivered by a job in the background. The file stays under My exports, too.',
  deliverSheetHint: 'Written by a job in the background. No file is made.',
  goneChoose: 'This destination was deleted. Please choose another one.',
  patternHint: '{schedule}, {date}, {time}, {store}, {type} and {job} are filled in',
  patternExample: (name: string) => `For example ${name}`,
  receiptHint: 'A second file that says what was exported, with all counts',
  exampleSchedule: 'Mornings',
  exampleStore: 'North',
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
