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
  bucketInvalid: 'Please enter the name of a bucket',
  hostInvalid: 'Please enter a host name',
  hostKeyInvalid: 'Please enter the SHA256 fingerprint that the test shows',
  folderInvalid: 'Please enter a folder without "." or ".." as a part',
  recipientsNeeded: 'Please enter at least one e-mail address',
  recipientsRepeated: 'An e-mail address is repeated',
  signingKeyInvalid: 'Please enter whsec_ and 24 to 64 bytes as base64',
  kindFixed: 'The kind of a destination cannot be changed. Please create another one.',
  secretsNeeded: 'Please enter the credentials',
  tooMany: (max: number) => `There are ${max} destinations already. Please delete one first.`,
  gone: 'This destination does not exist any more.',
  patternUnknown: (name: string) => `{${name}} is not known in a file name`,
  patternUnclosed: 'A brace in the file name has no counterpart',
  patternSeparator: 'A file name contains no folders',
  tested: 'Test successful!',
} as const
