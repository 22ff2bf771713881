import { createHash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { attemptOf, partOf, type FilePart, type FileStore, type PartName, type PartPosition, type PartUse } from '#server/jobs/files.ts'
import type { S3Bucket, StoredObject } from '#server/storage/bucket.ts'
import { openUpload } from '#server/storage/upload.ts'

/**
 * Keys, for job `job` and its attempt 2:
 * - `job.2.csv`: the published file.
 * - `job.2.part/<writing>/<offset>`: durable pieces of the part, each up to the position of a checkpoint.
 * - `job.2.part/<writing>/upload`: the id of the multipart upload that becomes the published file.
 * S3 can neither append to an object nor read the parts of an unfinished upload. Thus all bytes go into the upload, for the file, and into
 * pieces, for a later attempt. The bytes of a source only go into pieces. Each opening of a part is a writing of its own, so none overwrites an object of another.
 */
const publishedKey = (id: string) => `${id}.csv`
const partFolder = (id: string) => `${id}.part/`
/** The published file of the attempt that a part belongs to. */
const publishedOf = (part: string) => publishedKey(part.slice(0, part.indexOf('.part/')))
const uploadKey = (part: string) => `${part}/upload`
const pieceKey = (part: string, start: number) => `${part}/${String(start).padStart(15, '0')}`

/** More loose bytes than this become a piece without a checkpoint. */
const pieceBytes = 8 * 1024 * 1024
const removalsAtOnce = 8

type JobObject = StoredObject & { attempt: number }

async function objectsOf(bucket: S3Bucket, key: string): Promise<JobObject[]> {
  const found = await Array.fromAsync(bucket.list(`${key}.`))
  return found.flatMap((object) => {
    const attempt = attemptOf(key, object.key.split('/', 1)[0] ?? '')
    return attempt === null ? [] : [{ ...object, attempt }]
  })
}

async function textOf(bucket: S3Bucket, key: string): Promise<string | null> {
  const chunks = await bucket.get(key)
  return chunks && Buffer.concat(await Array.fromAsync(chunks)).toString()
}

/** Removes an object. The upload of a part is aborted before its record is removed. */
async function removeObject(bucket: S3Bucket, key: string) {
  const upload = key.endsWith('/upload') ? await textOf(bucket, key) : null
  if (upload !== null) await bucket.abort(publishedOf(key), upload)
  await bucket.remove(key)
}

async function removeObjects(bucket: S3Bucket, objects: readonly StoredObject[]) {
  for (let index = 0; index < objects.length; index += removalsAtOnce)
    await Promise.all(objects.slice(index, index + removalsAtOnce).map(({ key }) => removeObject(bucket, key)))
}

/** The keys of the pieces with the bytes before a position, in order. null: some of them are missing. */
function piecesBefore({ part, bytes }: PartPosition, objects: readonly JobObject[]): string[] | null {
  const sizes = new Map(objects.map(({ key, bytes: size }) => [key, size]))
  const keys: string[] = []
  for (let start = 0; start < bytes;) {
    const key = pieceKey(part, start)
    const size = sizes.get(key) ?? 0
    if (size === 0) return null
    keys.push(key)
    start += size
  }
  return keys
}

async function* bytesOfPieces(bucket: S3Bucket, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) yield* (await bucket.get(key)) ?? []
}

/** The durable bytes of a position. null: they are gone. */
async function durableBytes(bucket: S3Bucket, position: PartPosition, objects: readonly JobObject[]) {
  const pieces = piecesBefore(position, objects)
  if (pieces) return bytesOfPieces(bucket, pieces)
  // After a crash during publishing, the pieces may have been removed.
  const published = publishedOf(position.part)
  return objects.some(({ key, bytes }) => key === published && bytes >= position.bytes)
    ? bucket.get(published, { start: 0, end: position.bytes })
    : null
}

type OpenPart = FilePart & { sha256(): string }

function openPart(bucket: S3Bucket, id: string, use: PartUse): OpenPart {
  const part = `${partFolder(id)}${crypto.randomUUID()}`
  const onBegun = (uploadId: string) => bucket.put(uploadKey(part), Buffer.from(uploadId))
  const upload = openUpload(bucket, publishedKey(id), { onBegun })
  const clear = async () => removeObjects(bucket, await Array.fromAsync(bucket.list(partFolder(id))))
  const hash = createHash('sha256')
  const sha256 = () => hash.copy().digest('hex')
  let bytes = 0
  let loose: Uint8Array[] = []
  const pieces: string[] = []
  let looseBytes = 0
  async function keepLoose() {
    if (looseBytes === 0) return
    const key = pieceKey(part, bytes - looseBytes)
    await bucket.put(key, Buffer.concat(loose))
    if (use === 'source') pieces.push(key)
    loose = []
    looseBytes = 0
  }
  return {
    sha256,
    async append(more) {
      loose.push(more)
      looseBytes += more.length
      bytes += more.length
      hash.update(more)
      if (use === 'file') await upload.write(more)
      if (looseBytes >= pieceBytes) await keepLoose()
    },
    async keep() {
      await keepLoose()
      return { part, bytes, sha256: sha256() }
    },
    async publish() {
      await upload.finish()
      await clear()
      return { id, bytes, sha256: sha256() }
    },
    async publishConverted(conversion) {
      await keepLoose()
      const made = createHash('sha256')
      let madeBytes = 0
      for await (const chunk of conversion({ bytes, read: () => bytesOfPieces(bucket, pieces) })) {
        made.update(chunk)
        madeBytes += chunk.length
        await upload.write(chunk)
      }
      await upload.finish()
      await clear()
      return { id, bytes: madeBytes, sha256: made.digest('hex') }
    },
    close: async () => {},
  }
}

/** Files in a bucket, which all machines share. It has to show each object as soon as it is written, as Amazon S3 does. */
export function s3Files(bucket: S3Bucket): FileStore {
  return {
    begin: async (name, use = 'file') => openPart(bucket, partOf(name), use),
    async resume(name, position, use = 'file') {
      const objects = await objectsOf(bucket, name.key)
      const isSource = ({ key }: JobObject) => key.startsWith(`${position.part}/`) || key === publishedOf(position.part)
      await removeObjects(
        bucket,
        objects.filter((object) => object.attempt < name.attempt && !isSource(object)),
      )
      const source = await durableBytes(bucket, position, objects)
      if (!source) return null
      const part = openPart(bucket, partOf(name), use)
      for await (const bytes of source) await part.append(bytes)
      return part.sha256() === position.sha256 ? part : null
    },
    async read(id, range) {
      // A range of S3 has at least one byte.
      const isEmpty = range.end <= range.start
      const bytes = isEmpty ? await bucket.size(publishedKey(id)) : await bucket.get(publishedKey(id), range)
      if (bytes === null) throw new AppError('FILE_GONE')
      return typeof bytes === 'number' ? (async function* () {})() : bytes
    },
    async remove(last: PartName) {
      const objects = await objectsOf(bucket, last.key)
      await removeObjects(
        bucket,
        objects.filter(({ attempt }) => attempt <= last.attempt),
      )
    },
  }
}
