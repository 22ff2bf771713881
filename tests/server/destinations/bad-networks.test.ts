// Deliveries over a network that refuses, resets and stalls: each ends soon, in a sentence, and arrives whole at the next attempt.
import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { S3Settings, SftpSettings } from '#shared/destinations.ts'
import { deliveryFailures } from '#shared/destination-messages.ts'
import { emailSender } from '#server/destinations/email-sender.ts'
import { s3Sender } from '#server/destinations/s3-sender.ts'
import type { Sender } from '#server/destinations/sender.ts'
import { sftpSender } from '#server/destinations/sftp-sender.ts'
import { webhookSender } from '#server/destinations/webhook-sender.ts'
import { createCarrier } from '#server/mail/carriers.ts'
import { machineClock } from '#server/platforms/clock.ts'
import { machineLookup } from '#server/platforms/guard.ts'
import { openBucket } from '#server/storage/bucket.ts'
import { createOutbound } from '#server/webhooks/outbound.ts'
import { newSecret } from '#server/webhooks/signature.ts'
import { startFaultyRelay, type FaultyRelay } from '../../../scripts/faulty-relay.ts'
import { attachmentsIn, startMailServer } from '../../../scripts/mail-server.ts'
import { startS3 } from '../../../scripts/s3-server.ts'
import { startSftp } from '../../../scripts/sftp-server.ts'
import { parcelOf, progressOf } from '../../support/parcel.ts'
import { startReceiver } from '../../support/receiver.ts'

/** `whole`: what a file has become at the destination, all of it. `connections`: the most that one attempt opens. */
type Stage = { relay: FaultyRelay; sender: Sender; bytes: number; connections: number; whole: () => Promise<Buffer[]> }
const kinds = ['s3', 'sftp', 'email', 'webhook'] as const

const answerMs = 700
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const large = 9_000_001
const stages = new Map<string, Stage>()
const servers = new AsyncDisposableStack()

async function s3Stage(): Promise<Stage> {
  const { place } = servers.use(await startS3())
  const relay = servers.use(await startFaultyRelay(Number(new URL(place.endpoint ?? '').port)))
  const { accessKeyId = '', secretAccessKey = '' } = place.credentials ?? {}
  const settings = { bucket: place.bucket, endpoint: `http://127.0.0.1:${relay.port}`, pathStyle: true, accessKeyId }
  async function whole() {
    const bucket = await openBucket({ ...place, prefix: '' })
    const keys = (await Array.fromAsync(bucket.list(''))).map(({ key }) => key)
    const found = await Promise.all(keys.map(async (key) => buffer((await bucket.get(key)) ?? Readable.from([]))))
    for (const key of keys) await bucket.remove(key)
    bucket.close()
    return found
  }
  const sender = s3Sender(S3Settings.parse(settings), { secretAccessKey }, { lookup: undefined, answerMs })
  return { relay, sender, bytes: large, connections: 4, whole }
}

async function sftpStage(): Promise<Stage> {
  const { port, folder, account, hostKey } = servers.use(await startSftp())
  const relay = servers.use(await startFaultyRelay(port))
  const settings = SftpSettings.parse({ host: '127.0.0.1', port: relay.port, username: account.username, hostKey, whenTaken: 'replace' })
  const sender = sftpSender({ ...settings, secrets: { password: account.password }, lookup: undefined, answerMs })
  async function whole() {
    const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
    const found = await Promise.all(names.map((name) => readFile(join(folder, name))))
    for (const name of names) await rm(join(folder, name))
    return found
  }
  return { relay, sender, bytes: large, connections: 1, whole }
}

async function emailStage(): Promise<Stage> {
  const server = servers.use(await startMailServer())
  const relay = servers.use(await startFaultyRelay(server.port))
  const timeouts = { connectionTimeout: answerMs, greetingTimeout: answerMs, socketTimeout: answerMs }
  const mail = createCarrier({ smtpUrl: server.url(relay.port), from: 'no-reply@office.test', dataDir: '', now: Date.now, timeouts })
  const sender = emailSender({ to: ['books@office.test'] }, { mail, appUrl: 'https://office.test' })
  return {
    relay,
    sender,
    bytes: large,
    connections: 1,
    whole: async () => server.accepted.splice(0).flatMap(({ mail: one }) => attachmentsIn(one)),
  }
}

async function webhookStage(): Promise<Stage> {
  const receiver = servers.use(await startReceiver())
  const relay = servers.use(await startFaultyRelay(Number(new URL(receiver.url).port)))
  const outbound = createOutbound({ trustedHosts: ['127.0.0.1'], lookup: machineLookup, clock: machineClock })
  servers.defer(() => outbound.close())
  const tools = { outbound, clock: machineClock, now: Date.now, answerMs }
  const sender = webhookSender({ url: `http://127.0.0.1:${relay.port}/` }, { signingKey: newSecret() }, tools)
  // The receiver gets the name of the file in place of its bytes.
  return { relay, sender, bytes: 0, connections: 1, whole: async () => receiver.received.splice(0).map(() => Buffer.alloc(0)) }
}

beforeAll(async () => {
  const [s3, sftp, email, webhook] = await Promise.all([s3Stage(), sftpStage(), emailStage(), webhookStage()])
  for (const [kind, stage] of Object.entries({ s3, sftp, email, webhook })) stages.set(kind, stage)
})
afterAll(() => servers.disposeAsync())

function stageOf(kind: string): Stage {
  const stage = stages.get(kind)
  if (!stage) throw new Error('no such kind')
  return stage
}

/** The same delivery again, once the network is good. */
async function expectWhole({ relay, sender, whole }: Stage, parcel: ReturnType<typeof parcelOf>, progress: ReturnType<typeof progressOf>) {
  await relay.accept()
  await sender.send({ ...parcel, attempt: 2 }, progress)
  expect((await whole()).map(hash)).toEqual([hash(parcel.content)])
}

describe.each(kinds)('a delivery by %s', (kind) => {
  test.each([
    ['reset', 'CONNECTION_LOST'],
    ['stall', 'LATE'],
  ] as const)('whose connection meets a %s, at its beginning or within the file, says so and goes on', async (fault, failure) => {
    const stage = stageOf(kind)
    const { relay, sender, bytes, connections, whole } = stage
    for (const after of [0, ...(bytes > 0 ? [600_000] : [])]) {
      const [parcel, progress] = [parcelOf(bytes), progressOf()]
      relay.fail({ kind: fault, after, times: connections })
      const sent = sender.send(parcel, progress)
      await expect(sent).rejects.toMatchObject({ failure, code: 'DESTINATION_UNREACHABLE', message: deliveryFailures[failure] })
      expect(await whole()).toEqual([])
      await expectWhole(stage, parcel, progress)
    }
  })

  test('that is refused says so and goes on', async () => {
    const stage = stageOf(kind)
    const [parcel, progress] = [parcelOf(stage.bytes), progressOf()]
    await stage.relay.refuse()
    const sent = stage.sender.send(parcel, progress)
    await expect(sent).rejects.toMatchObject({ failure: 'CONNECTION_REFUSED', code: 'DESTINATION_UNREACHABLE' })
    await expectWhole(stage, parcel, progress)
  })

  test('that is cancelled while its connection stalls ends soon', async () => {
    const { relay, sender, bytes } = stageOf(kind)
    relay.fail({ kind: 'stall', after: 0, times: 1 })
    const cancelled = new AbortController()
    const sent = sender.send(parcelOf(bytes), { ...progressOf(), from: null, signal: cancelled.signal })
    setTimeout(() => cancelled.abort(new Error('cancelled')), 50)
    await expect(sent).rejects.toThrow('cancelled')
    await relay.accept()
  })
})
