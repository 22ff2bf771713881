// A storage with the interface of S3 in this process, for tests and proofs: s3rver, which checks the signature of each call, with what
// it lacks (scripts/s3-rules.ts) and with faults.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import S3rver, { type Context, type Middleware } from '@20minutes/s3rver'
import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js'
import S3Error from '@20minutes/s3rver/lib/models/error.js'
import type { BucketPlace } from '#server/storage/bucket.ts'
import { s3Rules, unfinishedUploads } from './s3-rules.ts'

/** `cut`: the connection ends within the body of the request, or of the answer to GET. `cut after`: in place of the answer. */
export type S3Fault = {
  method: string
  /** A part of the path with its query. Default: any. */
  path?: string
  kind: { status: number; code: string } | 'cut' | 'cut after'
  times: number
  /** The number of such calls before the first that fails. Default: 0. */
  after?: number
}

export type S3Server = {
  /** The settings of a client. Each server has one bucket. */
  place: BucketPlace
  fail(fault: S3Fault): void
  /** Ends all faults. */
  repair(): void
  /** `PUT /bucket/key?query` of each call so far. */
  calls: string[]
  /** The keys of unfinished multipart uploads. */
  uploads(): Promise<string[]>
  [Symbol.asyncDispose](): Promise<void>
}

const bucket = 'office'
const credentials = { accessKeyId: 'OFFICEKEY', secretAccessKey: 'office-secret-access-key' }

async function cut(ctx: Context, next: () => Promise<unknown>, isAfter: boolean) {
  const { socket } = ctx.req
  if (isAfter) {
    await next()
    socket.destroy()
    return
  }
  if (ctx.method !== 'GET') {
    await once(ctx.req, 'data')
    socket.destroy()
    return
  }
  await next()
  if (ctx.body instanceof Readable) ctx.body.once('data', () => setImmediate(() => socket.destroy()))
}

function faulty(faults: S3Fault[], calls: string[]): Middleware {
  return async (ctx, next) => {
    calls.push(`${ctx.method} ${ctx.url}`)
    const fault = faults.find(({ method, path = '', times }) => times > 0 && method === ctx.method && ctx.url.includes(path))
    if (!fault || (fault.after ?? 0) > 0) {
      if (fault?.after) fault.after -= 1
      await next()
      return
    }
    fault.times -= 1
    if (typeof fault.kind === 'object') throw Object.assign(new S3Error(fault.kind.code, 'a fault'), { status: fault.kind.status })
    await cut(ctx, next, fault.kind === 'cut after')
  }
}

/** Starts a server on a free port of this machine. */
export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  DUMMY_ACCOUNT.createKeyPair(credentials.accessKeyId, credentials.secretAccessKey)
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  })
  const faults: S3Fault[] = []
  const calls: string[] = []
  // In place of its log of calls.
  server.middleware.splice(0, 1, faulty(faults, calls), s3Rules(server.store))
  server.on('error', () => {})
  const { port } = await server.run()
  return {
    place: { bucket, prefix: 'files/', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, forcePathStyle: true, credentials },
    fail: (fault) => void faults.push({ ...fault }),
    repair: () => void faults.splice(0),
    calls,
    uploads: async () => (await unfinishedUploads(server.store, bucket)).map(({ key }) => key),
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.httpServer.close(resolve))
      server.httpServer.closeAllConnections()
      await closed
      await rm(directory, { recursive: true, force: true })
    },
  }
}
