// The check of `npm run doctor` on destinations, with real servers: each is tested, nothing stays there, and each problem has its mend.
import { readdir } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DestinationCreateRequest } from '#shared/destinations.ts'
import { createDestination, removeDestination, listDestinations } from '#server/destinations/service.ts'
import { openBucket } from '#server/storage/bucket.ts'
import { newSecret } from '#server/webhooks/signature.ts'
import { permissions, type Viewer } from '#shared/access.ts'
import { examinedIn, linesOf } from '#tests/support/doctor.ts'
import { reactions, startReceiver, type Receiver } from '#tests/support/receiver.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { startMailServer, type MailServer } from '../../scripts/mail-server.ts'
import { startS3, type S3Server } from '../../scripts/s3-server.ts'
import { startSftp, type SftpServer } from '../../scripts/sftp-server.ts'

const servers = new AsyncDisposableStack()
let world: World
let s3: S3Server
let sftp: SftpServer
let mail: MailServer
let receiver: Receiver
beforeAll(async () => {
  world = servers.use(await createWorld())
  s3 = servers.use(await startS3())
  sftp = servers.use(await startSftp())
  mail = servers.use(await startMailServer())
  receiver = servers.use(await startReceiver())
})
const viewer: Viewer = { id: 'owner', grants: [{ storeId: null, level: 100, permissions }] }
afterEach(async () => {
  for (const { id } of await listDestinations(world.deps, viewer)) await removeDestination(world.deps, id)
})
afterAll(() => servers.disposeAsync())

const secretAccessKey = () => s3.place.credentials?.secretAccessKey ?? ''
const make = (name: string, request: object) => createDestination(world.deps, DestinationCreateRequest.parse({ name, ...request }))
function bucket(name: string, change: object = {}, secret = secretAccessKey()) {
  const settings = { bucket: s3.place.bucket, endpoint: s3.place.endpoint, pathStyle: true, accessKeyId: s3.place.credentials?.accessKeyId }
  return make(name, { kind: 's3', settings: { ...settings, ...change }, secrets: { secretAccessKey: secret } })
}
function server(name: string, change: object = {}, password = sftp.account.password) {
  const settings = { host: '127.0.0.1', port: sftp.port, username: sftp.account.username, hostKey: sftp.hostKey, ...change }
  return make(name, { kind: 'sftp', settings, secrets: { password } })
}
const program = (name: string) => make(name, { kind: 'webhook', settings: { url: receiver.url }, secrets: { signingKey: newSecret() } })
const people = (name: string, ...to: string[]) => make(name, { kind: 'email', settings: { to } })
const sheet = (name: string, id: string) =>
  make(name, { kind: 'sheet', settings: { url: `https://docs.google.com/spreadsheets/d/${id}/edit` } })

const examined = (change: Record<string, string> = {}) =>
  examinedIn(world, { APP_URL: 'http://localhost:1', DESTINATION_HOSTS: '127.0.0.1', SMTP_URL: mail.url(), ...change })
const linesWith = async (change?: Record<string, string>) => linesOf(await examined(change), 'destinations')

test('without destinations, the check says so', async () => {
  expect(await linesWith()).toEqual(['ok destinations There are no destinations.'])
})

test('destinations of all kinds are tested, and nothing stays there', async () => {
  await bucket('Archive')
  await server('Accountant')
  await people('Books', 'books@office.test', 'warehouse@office.test')
  await program('Program')
  await sheet('Table', 'demo-exports')
  expect(await linesWith()).toEqual([
    'ok destinations Accountant: a small file can be written and removed.',
    'ok destinations Archive: a small object can be written and removed.',
    'ok destinations Books: the mail server accepts the recipients.',
    'ok destinations Program: the program accepts a signed call.',
    'ok destinations Table: the spreadsheet can be written.',
  ])
  expect(await readdir(sftp.folder)).toEqual([])
  expect(mail.accepted).toEqual([])
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['file.test'])
  const opened = await openBucket({ ...s3.place, prefix: '' })
  expect(await Array.fromAsync(opened.list(''))).toEqual([])
  opened.close()
})

test('each problem is told with its mend, and without a secret', async () => {
  await bucket('Bucket 1', {}, 'a-wrong-secret-access-key')
  await bucket('Bucket 2', { accessKeyId: 'OTHERKEY' })
  await bucket('Bucket 3', { bucket: 'elsewhere' })
  await server('Server 1', {}, 'a-wrong-password')
  await server('Server 2', { hostKey: null })
  await server('Server 3', { port: 9 })
  await people('Books', 'books@office.test', 'gone@office.test')
  await program('Program')
  await sheet('Table', 'nobody-shared-this-document')
  receiver.reactions.push(reactions.status(401))
  mail.refuse({ step: 'recipient', responseCode: 550, address: 'gone@office.test' })
  const said = await linesWith()
  expect(said).toEqual([
    'problem destinations Books: The mail server does not accept a recipient. Correct the addresses of Books under Settings, Destinations.',
    'problem destinations Bucket 1: The secret access key does not fit the access key ID. Enter the credentials of Bucket 1 again under Settings, Destinations, and test it there.',
    'problem destinations Bucket 2: The storage does not know the access key ID. Enter the credentials of Bucket 2 again under Settings, Destinations, and test it there.',
    'problem destinations Bucket 3: The bucket or folder does not exist. Make the bucket or folder, or correct it in Bucket 3 under Settings, Destinations.',
    'problem destinations Program: The destination does not accept the credentials. Enter the credentials of Program again under Settings, Destinations, and test it there.',
    'problem destinations Server 1: The destination does not accept the credentials. Enter the credentials of Server 1 again under Settings, Destinations, and test it there.',
    'problem destinations Server 2: The key of the server is not confirmed yet. Please test the destination and confirm it. Ask the operator for the fingerprint of the key, test Server 2 under Settings, Destinations, and confirm the key.',
    'problem destinations Server 3: The destination refused the connection. Start the server of Server 3, let this machine reach it, or correct its address under Settings, Destinations.',
    expect.stringMatching(/^problem destinations Table: .* Edit Table under Settings, Destinations, and test it there\.$/),
  ])
  for (const secret of ['a-wrong-secret-access-key', secretAccessKey(), 'a-wrong-password']) expect(said.join()).not.toContain(secret)
})

test('the mail server and the rules of the installation are told, too', async () => {
  await people('Books', 'books@office.test')
  expect(await linesWith({ SMTP_URL: 'smtp://127.0.0.1:9' })).toEqual([
    'problem destinations Books: The destination refused the connection. Start the mail server, or correct SMTP_URL.',
  ])
  expect(await linesWith({ SMTP_URL: mail.url().replace('office-password', 'wrong') })).toEqual([
    expect.stringMatching(/does not accept the login of this installation.* Correct the user and password in SMTP_URL\.$/),
  ])
  expect(await linesWith({ SMTP_URL: '' })).toEqual([
    'warning destinations Books: nothing is sent, because SMTP_URL is not set. Set SMTP_URL where people are to receive files.',
  ])
  await server('Server')
  expect((await linesWith({ DESTINATION_HOSTS: '' }))[1]).toMatch(/^problem destinations Server: .* Edit Server under Settings/)
  expect(await linesWith({ APP_SECRET: Buffer.alloc(32, 9).toString('base64') })).toEqual([
    'warning destinations Not checked: APP_SECRET does not open the stored credentials.',
  ])
})
