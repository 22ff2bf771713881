import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import type { _Object as Listed, S3Client } from '@aws-sdk/client-s3'
import { flowing } from '#server/storage/flowing.ts'
import { explained, isMissing, isNoUpload, isRefusal } from '#server/storage/refusals.ts'

/** Where objects are kept: a bucket of Amazon S3, or of a storage with the same interface. */
export type BucketPlace = {
  bucket: string
  /** All keys begin with it. Empty, or with a slash at its end. */
  prefix: string
  region: string
  /** The address of the storage. undefined: that of Amazon S3 in the region. */
  endpoint: string | undefined
  /** Whether the bucket is the first part of the path rather than of the host name. */
  forcePathStyle: boolean
  /** undefined: the usual sources of AWS programs, such as the role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  /** The beginning of the names of the variables that lead to it. undefined: no variables do. */
  variables?: string | undefined
  /** Resolves the names of hosts. Default: as the machine does. */
  lookup?: LookupFunction
}

/** `silenceMs`: the maximum time without a byte in either direction. `signal`: ends all calls. */
export type BucketCalls = { silenceMs?: number; signal?: AbortSignal }

/** `bytes`: the size of the object. */
export type StoredObject = { key: string; bytes: number }
export type UploadedPart = { number: number; etag: string }

/**
 * Objects in a bucket, by keys without the prefix. Calls that may succeed later are tried again a few times. Throws DISK_FULL,
 * STORAGE_UNREACHABLE and STORAGE_REFUSED.
 */
export type S3Bucket = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes from `start` (inclusive) to `end` (exclusive), by default all. null: there is no such object. */
  get(key: string, range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | null>
  /** null: there is no such object. */
  size(key: string): Promise<number | null>
  list(prefix: string): AsyncIterable<StoredObject>
  /** Does nothing where there is no such object. */
  remove(key: string): Promise<void>
  /** Begins a multipart upload. Returns its id. */
  begin(key: string): Promise<string>
  uploadPart(key: string, upload: string, number: number, bytes: Uint8Array): Promise<UploadedPart>
  /** Makes the object of the given parts. `bytes`: their sum. */
  complete(key: string, upload: string, parts: readonly UploadedPart[], bytes: number): Promise<void>
  /** The unfinished multipart uploads of an object. */
  uploads(key: string): Promise<string[]>
  /** Whether an unfinished upload has parts. false where it has ended. */
  hasParts(key: string, upload: string): Promise<boolean>
  /** Removes an upload with its parts. Does nothing where it has ended. */
  abort(key: string, upload: string): Promise<void>
  close(): void
}

const tries = 4
const connectionMs = 5_000
/** The maximum time until the answer to a call begins: a part of 8 MiB is sent over a line of 1 Mbit/s in 70 seconds. */
const answerMs = 180_000
/** A large object is put together in this time. */
const longestSilenceMs = 60_000
/** Each slow download holds a connection. */
const connections = 200

async function connect({ region, endpoint, forcePathStyle, credentials, lookup }: BucketPlace, silenceMs: number) {
  // Loaded here, so that installations without a bucket save its memory and its time to load.
  const sdk = await import('@aws-sdk/client-s3')
  const agent = { keepAlive: true, maxSockets: connections, ...(lookup ? { lookup } : {}) }
  const client: S3Client = new sdk.S3Client({
    region,
    forcePathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials ? { credentials } : {}),
    maxAttempts: tries,
    // Each call is signed with the hash of its body. Not every storage knows the further checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // With that header, the SDK uses connections of its own, which would resolve names as the machine does.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: connectionMs,
      requestTimeout: answerMs,
      socketTimeout: silenceMs,
      throwOnRequestTimeout: true,
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
    },
  })
  return { sdk, client }
}

/** Opens a bucket without calling it. */
export async function openBucket(place: BucketPlace, { silenceMs = longestSilenceMs, signal }: BucketCalls = {}): Promise<S3Bucket> {
  const { sdk, client } = await connect(place, silenceMs)
  const told = (error: unknown) =>
    explained(error, place.variables && `the bucket ${place.bucket}, which the variables ${place.variables}_… lead to`)
  const thrown = (error: unknown): never => {
    throw told(error)
  }
  const call = signal ? { abortSignal: signal } : {}
  const at = (key: string) => ({ Bucket: place.bucket, Key: place.prefix + key })
  const storedOf = ({ Key, Size }: Listed): StoredObject => ({ key: (Key ?? '').slice(place.prefix.length), bytes: Size ?? 0 })
  /** Why a storage refuses HEAD: its answer has no body. */
  async function reasonOf(key: string, refusal: unknown): Promise<unknown> {
    try {
      const { Body } = await client.send(new sdk.GetObjectCommand({ ...at(key), Range: 'bytes=0-0' }), call)
      if (Body instanceof Readable) Body.destroy()
      return refusal
    } catch (reason) {
      return reason
    }
  }
  async function size(key: string) {
    try {
      return (await client.send(new sdk.HeadObjectCommand(at(key)), call)).ContentLength ?? 0
    } catch (error) {
      if (isMissing(error)) return null
      throw told(isRefusal(error) ? await reasonOf(key, error) : error)
    }
  }
  return {
    size,
    async put(key, bytes) {
      await client.send(new sdk.PutObjectCommand({ ...at(key), Body: bytes }), call).catch(thrown)
    },
    async get(key, range) {
      const Range = range && `bytes=${range.start}-${range.end - 1}`
      try {
        const { Body, ContentLength = 0, ContentRange } = await client.send(new sdk.GetObjectCommand({ ...at(key), Range }), call)
        if (!(Body instanceof Readable)) throw new TypeError('an object without a stream')
        if (range && !ContentRange?.startsWith(`bytes ${range.start}-`)) throw new TypeError('a storage that does not know Range')
        return flowing(Body, range ? Math.min(range.end - range.start, ContentLength) : ContentLength)
      } catch (error) {
        if (isMissing(error)) return null
        throw told(error)
      }
    },
    async *list(prefix) {
      const from = { Bucket: place.bucket, Prefix: place.prefix + prefix }
      for (let token: string | undefined; ;) {
        const page = await client.send(new sdk.ListObjectsV2Command({ ...from, ContinuationToken: token }), call).catch(thrown)
        yield* (page.Contents ?? []).map(storedOf)
        token = page.NextContinuationToken
        if (token === undefined) return
      }
    },
    async remove(key) {
      await client.send(new sdk.DeleteObjectCommand(at(key)), call).catch(thrown)
    },
    async begin(key) {
      const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(at(key)), call).catch(thrown)
      if (UploadId === undefined) throw new TypeError('an upload without an id')
      return UploadId
    },
    async uploadPart(key, UploadId, PartNumber, bytes) {
      const part = new sdk.UploadPartCommand({ ...at(key), UploadId, PartNumber, Body: bytes })
      const { ETag } = await client.send(part, call).catch(thrown)
      if (ETag === undefined) throw new TypeError('a part without an ETag')
      return { number: PartNumber, etag: ETag }
    },
    async complete(key, UploadId, parts, bytes) {
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
      try {
        await client.send(new sdk.CompleteMultipartUploadCommand({ ...at(key), UploadId, MultipartUpload: { Parts } }), call)
      } catch (error) {
        // An earlier try may have completed it, though its answer was lost.
        if (!isNoUpload(error) || (await size(key)) !== bytes) throw told(error)
      }
    },
    async uploads(key) {
      const { Bucket, Key } = at(key)
      const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: Key }), call).catch(thrown)
      return Uploads.flatMap((one) => (one.Key === Key && one.UploadId !== undefined ? one.UploadId : []))
    },
    async hasParts(key, UploadId) {
      try {
        const { Parts = [] } = await client.send(new sdk.ListPartsCommand({ ...at(key), UploadId, MaxParts: 1 }), call)
        return Parts.length > 0
      } catch (error) {
        if (isNoUpload(error)) return false
        throw told(error)
      }
    },
    async abort(key, UploadId) {
      await client.send(new sdk.AbortMultipartUploadCommand({ ...at(key), UploadId }), call).catch((error: unknown) => {
        if (!isNoUpload(error)) throw told(error)
      })
    },
    close: () => client.destroy(),
  }
}
