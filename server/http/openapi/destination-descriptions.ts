// Descriptions of the schemas of destinations.
import type { Descriptions } from './description.ts'

export const destinationDescriptions = {
  Destination: 'A place that finished files are delivered to. settings is null for callers who may not change it.',
  DestinationCreateRequest: 'The destination to save. The secrets are never shown again.',
  DestinationUpdateRequest: 'The new name and settings. Secrets that are left out stay, unless the address changes.',
  DestinationListResponse: 'Destinations, by name.',
  DestinationResponse: 'One destination.',
  S3Settings: [
    'A bucket, at Amazon or at a storage that speaks the same language.',
    {
      folder: 'The folder in the bucket; empty for none.',
      endpoint: 'The address of the storage; null for Amazon S3.',
      pathStyle: 'Whether the bucket is the first part of the path rather than of the host name.',
      whenTaken: 'number: a file whose name is taken gets a number. replace: it takes the place of the other file.',
    },
  ],
  SftpSettings: [
    'A folder on a server with SFTP.',
    {
      folder: 'Below the home of the account; a leading slash means the root of the server.',
      hostKey: 'The confirmed SHA256 fingerprint of the key of the server. null: the test shows it, and nothing is delivered yet.',
      whenTaken: 'number: a file whose name is taken gets a number. replace: it takes the place of the other file.',
    },
  ],
  DestinationTestResponse: [
    'How a test went.',
    { failure: 'Why it is not usable; null after a success.', hostKey: 'The fingerprint that a server with SFTP showed.' },
  ],
} as const satisfies Partial<Descriptions>
