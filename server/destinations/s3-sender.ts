import type { LookupFunction } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { DeliveryFailureCode, S3Secrets, S3Settings } from '#shared/destinations.ts'
import { DeliveryFailure, networkFailure, statusFailure, untilAborted } from '#server/destinations/failure.ts'
import { freeName, receiptName } from '#server/destinations/file-name.ts'
import { publishing } from '#server/destinations/publishing.ts'
import type { Parcel, Progress, Sender } from '#server/destinations/sender.ts'
import { openBucket, type S3Bucket } from '#server/storage/bucket.ts'
import { isNoUpload, statusOf } from '#server/storage/refusals.ts'

/** At least the 5 MiB that each part but the last must have; S3 takes 10,000 parts. */
const leastPartBytes = 8 * 1024 * 1024
const mostParts = 10_000

/**
 * The chosen name, the place that it was chosen for, and the parts that the bucket has. They are kept before the next call, so that a later
 * attempt goes on with them. `isPublishing`: the object may be there.
 */
const State = z.object({
  name: z.string(),
  place: z.string(),
  isPublishing: z.boolean(),
  upload: z.string().nullable(),
  parts: z.array(z.object({ number: z.int(), etag: z.string() })),
})
type State = z.infer<typeof State>

const failures: Record<string, DeliveryFailureCode> = {
  NoSuchBucket: 'PLACE_MISSING',
  InvalidAccessKeyId: 'ACCESS_KEY_UNKNOWN',
  SignatureDoesNotMatch: 'SECRET_KEY_WRONG',
  InvalidToken: 'CREDENTIALS_REFUSED',
  AccessDenied: 'ACCESS_REFUSED',
  EntityTooLarge: 'TOO_LARGE',
}

/** Programming errors, and the errors of the file that is read, stay as they are. */
function explained(error: unknown): unknown {
  if (!(error instanceof AppError) || error instanceof DeliveryFailure) return error
  const { code, cause } = error
  if (code === 'DISK_FULL') return new DeliveryFailure('FULL', { cause })
  if (code !== 'STORAGE_UNREACHABLE' && code !== 'STORAGE_REFUSED') return error
  const named = cause instanceof Error ? failures[cause.name] : undefined
  const other = code === 'STORAGE_UNREACHABLE' ? 'BUSY' : (statusFailure(statusOf(cause) ?? 400) ?? 'REFUSED')
  return new DeliveryFailure(named ?? networkFailure(cause) ?? other, { cause })
}

async function toBucket<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    throw explained(error)
  })
}

/**
 * Removes the uploads that an attempt has begun and could not note before it died. Those with parts are of others, because parts are sent
 * after the note. A storage that does not let the account see them has to remove them by a rule of its own.
 */
async function abortUnnoted(bucket: S3Bucket, name: string) {
  try {
    for (const upload of await bucket.uploads(name)) if (!(await bucket.hasParts(name, upload))) await bucket.abort(name, upload)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

const isUploadGone = (error: unknown) => error instanceof DeliveryFailure && isNoUpload(error.cause)

async function sendParts(bucket: S3Bucket, { bytes, read }: Parcel, state: State, { keep, signal }: Progress) {
  const partBytes = Math.max(leastPartBytes, Math.ceil(bytes / mostParts))
  const { name } = state
  const upload = state.upload ?? (await toBucket(bucket.begin(name)))
  const parts = [...state.parts]
  if (state.upload === null)
    await keep({ ...state, upload, parts }).catch(async (error: unknown) => {
      // Nobody else knows of this upload.
      await bucket.abort(name, upload).catch(() => {})
      throw error
    })
  for (let start = parts.length * partBytes; start < bytes; start += partBytes) {
    signal.throwIfAborted()
    const part = await buffer(read(start, Math.min(bytes, start + partBytes)))
    parts.push(await toBucket(bucket.uploadPart(name, upload, parts.length + 1, part)))
    await keep({ ...state, upload, parts })
  }
  signal.throwIfAborted()
  await publishing({ ...state, upload, parts }, keep, () => toBucket(bucket.complete(name, upload, parts, bytes)))
}

async function sendTo(bucket: S3Bucket, parcel: Parcel, state: State, progress: Progress) {
  const { bytes, read } = parcel
  if (bytes <= leastPartBytes) {
    const content = await buffer(read(0, bytes))
    return publishing(state, progress.keep, () => toBucket(bucket.put(state.name, content)))
  }
  try {
    await sendParts(bucket, parcel, state, progress)
  } catch (error) {
    if (state.upload === null || !isUploadGone(error)) throw error
    // The storage removed the unfinished upload in the meantime.
    const anew = { ...state, upload: null, parts: [] }
    await progress.keep(anew)
    await sendParts(bucket, parcel, anew, progress)
  }
}

/** Whether an object has exactly this text. A web site may answer 200 to everything, with a page of any length. */
async function holds(bucket: S3Bucket, key: string, text: string): Promise<boolean> {
  let read = ''
  try {
    for await (const bytes of (await bucket.get(key)) ?? []) {
      read += Buffer.from(bytes).toString('latin1')
      if (read.length > text.length) break
    }
  } catch (error) {
    throw explained(error)
  }
  return read === text
}

/** `lookup`: resolves the names of hosts. `answerMs`: how long the storage may be silent. */
type Tools = { lookup: LookupFunction | undefined; answerMs: number }

/** Delivers into a bucket. S3 shows an object only once it is whole. */
export function s3Sender(settings: S3Settings, { secretAccessKey }: S3Secrets, { lookup, answerMs }: Tools): Sender {
  const { bucket: name, folder, region, endpoint, pathStyle, accessKeyId, whenTaken } = settings
  const parts = folder.split('/').filter((part) => part !== '')
  const prefix = parts.map((part) => `${part}/`).join('')
  const here = JSON.stringify([endpoint, name, prefix])

  async function within<T>(signal: AbortSignal, work: (bucket: S3Bucket) => Promise<T>): Promise<T> {
    const place = { bucket: name, prefix, region, endpoint: endpoint ?? undefined, forcePathStyle: pathStyle }
    const allowed = { ...place, credentials: { accessKeyId, secretAccessKey }, ...(lookup ? { lookup } : {}) }
    const bucket = await openBucket(allowed, { silenceMs: answerMs, signal })
    try {
      return await untilAborted(signal, () => work(bucket))
    } finally {
      bucket.close()
    }
  }

  async function begun(bucket: S3Bucket, { name: wanted, extension, bytes, reserve }: Parcel, { from, keep }: Progress): Promise<State> {
    const isTaken = async (candidate: string) => !(await reserve(candidate)) || (await toBucket(bucket.size(candidate))) !== null
    const known = State.safeParse(from).data
    if (known?.place === here) {
      if (known.upload === null && bytes > leastPartBytes) await abortUnnoted(bucket, known.name)
      if (known.isPublishing || whenTaken === 'replace' || !(await isTaken(known.name))) return known
      // Somebody else has put an object there meanwhile, or is about to.
      if (known.upload !== null) await bucket.abort(known.name, known.upload).catch(() => {})
    }
    const chosen = whenTaken === 'replace' ? wanted : await freeName(wanted, extension, isTaken)
    const state = { name: chosen, place: here, isPublishing: false, upload: null, parts: [] }
    await keep(state)
    return state
  }

  return {
    send: (parcel, progress) =>
      within(progress.signal, async (bucket) => {
        const state = await begun(bucket, parcel, progress)
        await sendTo(bucket, parcel, state, progress)
        if (parcel.receipt !== null) await toBucket(bucket.put(receiptName(state.name), Buffer.from(parcel.receipt)))
        return { fileName: state.name, target: `s3://${name}/${prefix}${state.name}` }
      }),
    async discard({ state }, signal) {
      const known = State.safeParse(state).data
      if (known?.place !== here) return
      const { upload, name: key } = known
      await within(signal, (bucket) => (upload === null ? abortUnnoted(bucket, key) : toBucket(bucket.abort(key, upload))))
    },
    test: (signal) =>
      within(signal, async (bucket) => {
        const probe = `.backcounter-test-${crypto.randomUUID()}`
        await toBucket(bucket.put(probe, Buffer.from(probe)))
        try {
          if (!(await holds(bucket, probe, probe))) throw new DeliveryFailure('NOTHING_KEPT')
        } finally {
          await toBucket(bucket.remove(probe))
        }
      }),
  }
}
