// The four kinds of destinations of the proof, each with a real server behind a relay.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { openBucket } from '#server/storage/bucket.ts'
import { newSecret } from '#server/webhooks/signature.ts'
import type { DeliveryFailureCode } from '#shared/destinations.ts'
import { startFaultyRelay, type FaultyRelay } from '../../scripts/faulty-relay.ts'
import { attachmentsIn, startMailServer, type MailServer } from '../../scripts/mail-server.ts'
import { hasOpenSsh, startOpenSsh } from '../../scripts/openssh-server.ts'
import { startS3, type S3Server } from '../../scripts/s3-server.ts'
import { startSftp } from '../../scripts/sftp-server.ts'
import { startVerifyingReceiver } from './verifying-receiver.ts'

/** What lies at a destination. `isTemporary`: nobody reads it. */
export type Found = { name: string; isTemporary: boolean; bytes: Buffer }

/** What is bad for a while, and the failure that it must become. */
export type ProofFault = { begin: () => Promise<void> | void; end: () => Promise<void> | void; failure: DeliveryFailureCode }

export type ProofPlace = {
  kind: 's3' | 'sftp' | 'email' | 'webhook'
  /** The program behind it. */
  server: string
  relay: FaultyRelay
  /** Makes the place of a trial, and the request for a destination there. */
  open(trial: string): Promise<{ settings: object; secrets?: object }>
  /** Everything that lies there, with the name of its trial. */
  found(trial: string): Promise<Found[]>
  /** Of the server. null: it has no such state. */
  faults: { full: ProofFault; busy: ProofFault | null; credentials: ProofFault }
  /** Secrets that the server refuses. undefined: the fault does. */
  wrongSecrets?: object
  [Symbol.asyncDispose](): Promise<void>
}

/** The fault is in the secrets. */
const refusedAs = (failure: DeliveryFailureCode): ProofFault => ({ begin: () => {}, end: () => {}, failure })
/** Beyond the tries of any client. */
const always = 1_000
async function closeAll(...all: readonly AsyncDisposable[]) {
  for (const one of all) await one[Symbol.asyncDispose]()
}

async function bucketPlace(): Promise<ProofPlace> {
  const s3: S3Server = await startS3()
  const { place } = s3
  const relay = await startFaultyRelay(Number(new URL(place.endpoint ?? '').port))
  const { accessKeyId = '', secretAccessKey = '' } = place.credentials ?? {}
  const refusing = (status: number, code: string, failure: DeliveryFailureCode): ProofFault => ({
    begin: () => s3.fail({ method: 'PUT', kind: { status, code }, times: always }),
    end: () => s3.repair(),
    failure,
  })
  return {
    kind: 's3',
    server: 's3rver',
    relay,
    async open(trial) {
      const settings = { bucket: place.bucket, folder: trial, endpoint: `http://127.0.0.1:${relay.port}`, pathStyle: true, accessKeyId }
      return { settings, secrets: { secretAccessKey } }
    },
    async found(trial) {
      const bucket = await openBucket({ ...place, prefix: `${trial}/` })
      const objects: Found[] = []
      for await (const { key } of bucket.list(''))
        objects.push({ name: key, isTemporary: false, bytes: await buffer((await bucket.get(key)) ?? Readable.from([])) })
      bucket.close()
      const uploads = (await s3.uploads()).filter((key) => key.startsWith(`${trial}/`))
      return [...objects, ...uploads.map((name) => ({ name, isTemporary: true, bytes: Buffer.alloc(0) }))]
    },
    faults: {
      full: refusing(507, 'InsufficientStorage', 'FULL'),
      busy: refusing(503, 'SlowDown', 'BUSY'),
      credentials: refusedAs('SECRET_KEY_WRONG'),
    },
    wrongSecrets: { secretAccessKey: 'another-secret' },
    [Symbol.asyncDispose]: () => closeAll(relay, s3),
  }
}

const isHidden = (name: string) => name.startsWith('.')
async function filesIn(folder: string): Promise<Found[]> {
  const names = await readdir(folder)
  return Promise.all(names.map(async (name) => ({ name, isTemporary: isHidden(name), bytes: await readFile(join(folder, name)) })))
}

/** With OpenSSH where it is installed. */
async function serverPlace(): Promise<ProofPlace> {
  const own = hasOpenSsh() ? null : await startSftp()
  const openSsh = own ? null : await startOpenSsh()
  const { port, folder, hostKey } = own ?? openSsh ?? { port: 0, folder: '', hostKey: '' }
  const { username } = (own ?? openSsh)?.account ?? { username: '' }
  const secrets = own ? { password: own.account.password } : { privateKey: openSsh?.account.privateKey }
  const relay = await startFaultyRelay(port)
  const full: ProofFault = {
    async begin() {
      for (let times = 0; times < always; times += 1) own?.fail({ call: 'WRITE', kind: 4 })
      await openSsh?.limitFiles(100_000)
    },
    async end() {
      own?.repair()
      await openSsh?.limitFiles(null)
    },
    failure: 'FULL',
  }
  return {
    kind: 'sftp',
    server: own ? 'ssh2' : 'OpenSSH',
    relay,
    async open(trial) {
      await mkdir(join(folder, trial), { recursive: true })
      // The library's server has its folder as the root.
      const at = own ? trial : join(folder, trial)
      return { settings: { host: '127.0.0.1', port: relay.port, username, hostKey, folder: at }, secrets }
    },
    found: (trial) => filesIn(join(folder, trial)),
    faults: { full, busy: null, credentials: refusedAs('CREDENTIALS_REFUSED') },
    wrongSecrets: { password: 'another-password' },
    async [Symbol.asyncDispose]() {
      await closeAll(relay)
      await rm(folder, { recursive: true, force: true })
      if (own) await closeAll(own)
      if (openSsh) await closeAll(openSsh)
    },
  }
}

const address = (trial: string) => `${trial}@office.test`
const attachmentNames = (mail: string) => [...mail.matchAll(/Content-Disposition: attachment; filename=(\S+)\r\n/g)].map(([, name]) => name)

async function mailPlace(server: MailServer, relay: FaultyRelay): Promise<ProofPlace> {
  const refusing = (step: 'data' | 'login', responseCode: number, failure: DeliveryFailureCode): ProofFault => ({
    begin() {
      for (let times = 0; times < always; times += 1) server.refuse({ step, responseCode })
    },
    end: () => server.repair(),
    failure,
  })
  return {
    kind: 'email',
    server: 'smtp-server',
    relay,
    open: async (trial) => ({ settings: { to: [address(trial)] } }),
    async found(trial) {
      const mails = server.accepted.filter(({ to }) => to.includes(address(trial)))
      return mails.flatMap(({ mail }) => {
        const id = /^Message-ID: (.*)\r$/m.exec(mail)?.[1]
        const names = attachmentNames(mail)
        return attachmentsIn(mail).map((bytes, index) => ({ name: `${id} ${names[index]}`, isTemporary: false, bytes }))
      })
    },
    faults: {
      full: refusing('data', 452, 'FULL'),
      busy: refusing('data', 451, 'BUSY'),
      credentials: refusing('login', 535, 'MAIL_LOGIN_REFUSED'),
    },
    [Symbol.asyncDispose]: () => closeAll(relay, server),
  }
}

/** What a program is told of a file, without its address and the time. */
const Told = z.object({
  type: z.literal('file.ready'),
  data: z.object({
    exportType: z.string(),
    file: z.object({ name: z.string(), bytes: z.int(), rows: z.int(), sha256: z.string() }),
    receipt: z.unknown(),
  }),
})

async function programPlace(): Promise<ProofPlace> {
  const signingKey = newSecret()
  const receiver = await startVerifyingReceiver(signingKey)
  const relay = await startFaultyRelay(receiver.port)
  const answering = (status: number, failure: DeliveryFailureCode): ProofFault => ({
    begin: () => receiver.answer(status),
    end: () => receiver.answer(null),
    failure,
  })
  return {
    kind: 'webhook',
    server: 'node:http',
    relay,
    open: async (trial) => ({ settings: { url: `http://127.0.0.1:${relay.port}/${trial}` }, secrets: { signingKey } }),
    async found(trial) {
      const calls = receiver.accepted.filter(({ path }) => path === `/${trial}`)
      // A repetition must be the same call, to its last byte.
      const first = calls[0]?.body
      return calls.map(({ id, body }) => ({
        name: body === first ? id : `${id}, changed`,
        isTemporary: false,
        bytes: Buffer.from(JSON.stringify(Told.parse(JSON.parse(body)))),
      }))
    },
    faults: {
      full: answering(507, 'FULL'),
      busy: answering(503, 'BUSY'),
      credentials: refusedAs('CREDENTIALS_REFUSED'),
    },
    wrongSecrets: { signingKey: newSecret() },
    [Symbol.asyncDispose]: () => closeAll(relay, receiver),
  }
}

/** `smtpUrl`: of the mail server's relay. */
export type ProofPlaces = { all: readonly ProofPlace[]; smtpUrl: string; [Symbol.asyncDispose](): Promise<void> }

export async function openPlaces(): Promise<ProofPlaces> {
  const server = await startMailServer()
  const relay = await startFaultyRelay(server.port)
  const all = [await bucketPlace(), await serverPlace(), await mailPlace(server, relay), await programPlace()]
  return { all, smtpUrl: server.url(relay.port), [Symbol.asyncDispose]: () => closeAll(...all) }
}
