// Files of jobs in a bucket: what S3 demands and what can go wrong there. tests/server/job-files.test.ts has what all storages share.
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileStore } from '#server/jobs/files.ts'
import { s3Files } from '#server/jobs/s3-files.ts'
import { openBucket, type BucketPlace, type S3Bucket } from '#server/storage/bucket.ts'
import { startS3, type S3Fault, type S3Server } from '../../scripts/s3-server.ts'

const name = { key: 'job', attempt: 1 }
const later = { ...name, attempt: 2 }
const megabyte = 1024 * 1024
/** Two parts of an upload and a rest. */
const large = randomBytes(18 * megabyte)
const bytes = (text: string) => new TextEncoder().encode(text)

let s3: S3Server
let bucket: S3Bucket
let files: FileStore
beforeEach(async () => {
  s3 = await startS3()
  bucket = await openBucket(s3.place)
  files = s3Files(bucket)
})
afterEach(async () => {
  bucket.close()
  await s3[Symbol.asyncDispose]()
})

const keys = async () => (await Array.fromAsync(bucket.list(''))).map(({ key }) => key)
const called = (text: string) => s3.calls.filter((call) => call.includes(text)).length
async function read(id: string, start = 0, end = large.length) {
  return Buffer.concat(await Array.fromAsync(await files.read(id, { start, end })))
}
/** Appends as an export does: by batches of half a megabyte, each made durable. */
async function write(part: Awaited<ReturnType<FileStore['begin']>>, content: Uint8Array) {
  let place = null
  for (let start = 0; start < content.length; start += megabyte / 2) {
    await part.append(content.subarray(start, start + megabyte / 2))
    place = await part.keep()
  }
  if (!place) throw new Error('nothing to write')
  return place
}
async function written(content: Uint8Array) {
  const part = await files.begin(name)
  return { part, place: await write(part, content) }
}

test('a large file is uploaded by parts, appears when it is published, and leaves nothing else', async () => {
  const { part } = await written(large)
  await expect(files.read('job.1', { start: 0, end: 1 })).rejects.toMatchObject({ code: 'FILE_GONE' })
  expect(await part.publish()).toMatchObject({ id: 'job.1', bytes: large.length })
  expect(called('partNumber=')).toBe(3)
  expect(await keys()).toEqual(['job.1.csv'])
  expect((await read('job.1')).equals(large)).toBe(true)
})

test('any range of a file can be read', async () => {
  const { part } = await written(large)
  await part.publish()
  const border = 8 * megabyte
  for (const [start = 0, end = 0] of [
    [0, 1],
    [border - 10, border + 10],
    [large.length - 1, large.length],
    [5, 5],
  ])
    expect((await read('job.1', start, end)).equals(large.subarray(start, end))).toBe(true)
})

test('a later attempt goes on with a file of its own, and the earlier one is not damaged', async () => {
  const half = large.subarray(0, 9 * megabyte)
  const { part, place } = await written(half)
  await part.append(bytes('what the earlier attempt writes on'))
  const heir = await files.resume(later, place)
  expect(heir).not.toBeNull()
  if (heir) await write(heir, large.subarray(half.length))
  await part.keep()
  expect(await heir?.publish()).toMatchObject({ id: 'job.2', bytes: large.length })
  expect((await read('job.2')).equals(large)).toBe(true)
  await part.publish()
  expect((await read('job.1', half.length)).toString()).toBe('what the earlier attempt writes on')
})

test('removal aborts the uploads of earlier attempts, and a worker that still lives cannot go on with them', async () => {
  const { part } = await written(large)
  await files.begin({ key: 'job2', attempt: 1 }).then(async (other) => write(other, bytes('of another job')))
  await files.remove({ key: 'job', attempt: 1 })
  expect((await keys()).filter((key) => key.startsWith('job.'))).toEqual([])
  expect(await keys()).toHaveLength(1)
  await expect(part.publish()).rejects.toMatchObject({ code: 'STORAGE_REFUSED', message: expect.stringContaining('NoSuchUpload') })
  await expect(files.read('job.1', { start: 0, end: 1 })).rejects.toMatchObject({ code: 'FILE_GONE' })
})

test('an attempt goes on after a crash between the publishing and its record', async () => {
  const { part, place } = await written(bytes('firm '))
  await part.append(bytes('loose'))
  await part.publish()
  const heir = await files.resume(later, place)
  await heir?.append(bytes('whole'))
  const published = await heir?.publish()
  expect((await read(published?.id ?? '')).toString()).toBe('firm whole')
})

test('where a piece of the part is missing or changed, nothing goes on from it', async () => {
  const { place } = await written(large.subarray(0, 2 * megabyte))
  const [, second = ''] = await keys()
  await bucket.put(second, randomBytes(megabyte / 2))
  expect(await files.resume(later, place)).toBeNull()
  await bucket.remove(second)
  expect(await files.resume({ ...name, attempt: 3 }, place)).toBeNull()
})

const passing: [string, Omit<S3Fault, 'times'>][] = [
  ['the storage is busy', { method: 'PUT', kind: { status: 503, code: 'SlowDown' } }],
  ['the storage fails', { method: 'PUT', kind: { status: 500, code: 'InternalError' } }],
  ['the connection ends within a part', { method: 'PUT', path: 'partNumber=2', kind: 'cut' }],
]
test.each(passing)('where %s for a moment, nothing is lost', async (_, fault) => {
  s3.fail({ ...fault, times: 2 })
  const { part } = await written(large)
  await part.publish()
  expect((await read('job.1')).equals(large)).toBe(true)
})

test.each(passing)('where %s for longer, the attempt fails for now', async (_, fault) => {
  s3.fail({ ...fault, times: 99 })
  await expect(written(large)).rejects.toMatchObject({ code: 'STORAGE_UNREACHABLE' })
})

test('the completion of an upload whose answer is lost counts', async () => {
  const { part } = await written(large)
  s3.fail({ method: 'POST', path: 'uploadId=', kind: 'cut after', times: 1 })
  await part.publish()
  expect((await read('job.1')).equals(large)).toBe(true)
})

test.each(['XMinioStorageFull', 'QuotaExceeded'])('a full storage (%s) is a full disk', async (code) => {
  s3.fail({ method: 'PUT', kind: { status: code === 'QuotaExceeded' ? 403 : 507, code }, times: 99 })
  await expect(written(bytes('one'))).rejects.toMatchObject({ code: 'DISK_FULL', message: expect.stringContaining('storage is full') })
})

test('a download that breaks off is an error, not a short file', async () => {
  const { part } = await written(large)
  await part.publish()
  s3.fail({ method: 'GET', path: 'job.1.csv', kind: 'cut', times: 1 })
  await expect(read('job.1')).rejects.toMatchObject({ code: 'STORAGE_UNREACHABLE' })
})

const refused: [string, Partial<BucketPlace>, string][] = [
  ['a wrong secret', { credentials: { accessKeyId: 'OFFICEKEY', secretAccessKey: 'wrong' } }, 'SignatureDoesNotMatch'],
  ['an unknown key', { credentials: { accessKeyId: 'NOKEY', secretAccessKey: 'wrong' } }, 'InvalidAccessKeyId'],
  ['a bucket that does not exist', { bucket: 'elsewhere' }, 'NoSuchBucket'],
]
test.each(refused)('%s is told in a sentence without secrets', async (_, change, code) => {
  const other = await openBucket({ ...s3.place, ...change })
  const failure = await s3Files(other)
    .begin(name)
    .then(async (part) => write(part, bytes('one')))
    .catch((error: unknown) => error)
  other.close()
  expect(failure).toMatchObject({
    code: 'STORAGE_REFUSED',
    message: `The file storage refuses the server: ${code}. Please contact administrator.`,
  })
})

test('a storage that is not there is unreachable', async () => {
  await s3[Symbol.asyncDispose]()
  await expect(written(bytes('one'))).rejects.toMatchObject({ code: 'STORAGE_UNREACHABLE' })
  s3 = await startS3()
})

test('the server of these tests takes only signed calls', async () => {
  const { endpoint = '', bucket: at } = s3.place
  const answer = await fetch(`${endpoint}/${at}/files/job.1.csv`, { method: 'PUT', body: 'one' })
  expect(answer.status).toBe(403)
  expect(await keys()).toEqual([])
})
