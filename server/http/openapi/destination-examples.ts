// Examples of destinations.
const settings = {
  host: 'sftp.example.com',
  port: 22,
  username: 'backcounter',
  folder: 'exports',
  hostKey: 'SHA256:uNiVztksCsDhcc0u9e8BrrJXVGDqWnzw41Yky4NZb9k',
  whenTaken: 'number' as const,
}
const destination = {
  id: 'de_1',
  name: 'Accountant',
  kind: 'sftp' as const,
  settings,
  hasSecret: true,
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
}
const { name, kind } = destination

const bucket = {
  bucket: 'shop-exports',
  folder: 'orders',
  region: 'eu-central-1',
  endpoint: null,
  pathStyle: false,
  accessKeyId: 'AKIAEXAMPLE',
  whenTaken: 'number' as const,
}

export const destinationExamples = {
  S3Settings: bucket,
  SftpSettings: settings,
  Destination: destination,
  DestinationCreateRequest: { name, kind, settings: { ...settings, hostKey: null }, secrets: { password: 'example' } },
  DestinationUpdateRequest: { id: destination.id, name, kind, settings },
  DestinationListResponse: { destinations: [destination] },
  DestinationResponse: { destination },
  DestinationTestResponse: { message: 'Test successful!', failure: null, hostKey: settings.hostKey },
}
