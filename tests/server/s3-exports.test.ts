// Exports whose files are in a bucket, from the request to the download.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDatabase, saveDatabase } from '#drizzle/backup.ts'
import { emptyCatalogue } from '#drizzle/catalogue/emptying.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { writeBackup } from '#server/backup/write.ts'
import { createVault } from '#server/stores/vault.ts'
import type { Job } from '#shared/jobs.ts'
import { removeExpiredFiles } from '#server/jobs/retention.ts'
import { openBucket, type S3Bucket } from '#server/storage/bucket.ts'
import { appSecret, createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'
import { startS3, type S3Server } from '../../scripts/s3-server.ts'

let s3: S3Server
let bucket: S3Bucket
let world: World
let owner: Caller
beforeAll(async () => {
  s3 = await startS3()
  bucket = await openBucket(s3.place)
  const shops = { ...testShops, north: { ...testShops.north, products: 700 } }
  world = await createWorld({ shops, filesBucket: s3.place })
  world.plant('S3 secret', s3.place.credentials?.secretAccessKey ?? '')
  owner = await world.signedIn('owner')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  bucket.close()
  await s3[Symbol.asyncDispose]()
})

const jobIn = (body: unknown) => (body as { data: { job: Job } }).data.job
const jobOf = async (id: string) => jobIn((await owner.rest('GET', `/jobs/${id}`)).body)
const keys = async (id: string) => (await Array.fromAsync(bucket.list(id))).map(({ key }) => key.slice(id.length))
async function requested(): Promise<string> {
  const config = { fields: ['Product Id', 'Title', 'Body (HTML)', 'Variant Price'] }
  return jobIn((await owner.rest('POST', '/products/export', { storeId: world.stores.north, config })).body).id
}
const fileOf = (id: string, headers: Record<string, string> = {}, attempt = 1) =>
  owner.rest('GET', `/jobs/${id}/files/${id}.${attempt}`, undefined, headers)
let whole = ''
const later = () => {
  world.clock.now += 60_000
}

test('an export is downloaded whole, and by ranges', async () => {
  const id = await requested()
  await world.work()
  expect(await jobOf(id)).toMatchObject({ status: 'completed' })
  const { status, headers, text } = await fileOf(id)
  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': String(Buffer.byteLength(text)) })
  whole = text
  const bytes = Buffer.from(text)
  expect(await fileOf(id, { range: 'bytes=0-0' })).toMatchObject({ status: 206, text: bytes.subarray(0, 1).toString() })
  const end = await fileOf(id, { range: 'bytes=-100' })
  expect(end).toMatchObject({ status: 206, text: bytes.subarray(-100).toString() })
  expect(end.headers).toMatchObject({ 'content-range': `bytes ${bytes.length - 100}-${bytes.length - 1}/${bytes.length}` })
  expect(await keys(id)).toEqual(['.1.csv'])
})

test('while the storage fails, the export waits, and then goes on where it was', async () => {
  const id = await requested()
  // The second piece of the file, and all tries after it.
  s3.fail({ method: 'PUT', path: '.part/', after: 1, kind: { status: 503, code: 'SlowDown' }, times: 4 })
  await world.work()
  expect(await jobOf(id)).toMatchObject({
    status: 'pending',
    waitingFor: 'The file storage could not be reached. Please try again in a moment.',
  })
  expect((await jobOf(id)).counts.written).toBeGreaterThan(0)
  later()
  await world.work()
  expect(await jobOf(id)).toMatchObject({ status: 'completed', attempts: 2 })
  expect((await fileOf(id, {}, 2)).text).toBe(whole)
  expect(await keys(id)).toEqual(['.2.csv'])
})

test('where the storage refuses, the export fails with that reason, and a retry goes on', async () => {
  const id = await requested()
  s3.fail({ method: 'PUT', path: '.part/', after: 1, kind: { status: 403, code: 'AccessDenied' }, times: 1 })
  await world.work()
  expect(await jobOf(id)).toMatchObject({
    status: 'failed',
    error: { code: 'STORAGE_REFUSED', message: 'The file storage refuses the server: AccessDenied. Please contact administrator.' },
    canRetry: true,
  })
  await owner.rest('POST', `/jobs/${id}/retry`)
  await world.work()
  expect(await jobOf(id)).toMatchObject({ status: 'completed', attempts: 2 })
  expect((await fileOf(id, {}, 2)).text).toBe(whole)
})

test('a full storage fails the export, which leaves nothing behind', async () => {
  const id = await requested()
  s3.fail({ method: 'PUT', path: '.part/', after: 1, kind: { status: 507, code: 'XMinioStorageFull' }, times: 1 })
  await world.work()
  expect(await jobOf(id)).toMatchObject({ status: 'failed', error: { code: 'DISK_FULL' } })
  expect(await keys(id)).toEqual([])
})

test('a cancelled export leaves nothing behind', async () => {
  const id = await requested()
  s3.fail({ method: 'PUT', path: '.part/', after: 1, kind: { status: 503, code: 'SlowDown' }, times: 4 })
  await world.work()
  expect(await keys(id)).not.toEqual([])
  await owner.rest('POST', `/jobs/${id}/cancel`)
  later()
  await world.work()
  expect(await jobOf(id)).toMatchObject({ status: 'failed', error: { code: 'JOB_CANCELLED' } })
  expect(await keys(id)).toEqual([])
})

test('an export that lost its part begins again', async () => {
  const id = await requested()
  s3.fail({ method: 'PUT', path: '.part/', after: 1, kind: { status: 503, code: 'SlowDown' }, times: 4 })
  await world.work()
  for (const key of await keys(id)) await bucket.remove(id + key)
  later()
  await world.work()
  expect((await fileOf(id, {}, 2)).text).toBe(whole)
})

test('a download says whether the storage fails or the file is gone; the server stays ready', async () => {
  const id = await requested()
  await world.work()
  s3.fail({ method: 'GET', path: '.csv', kind: { status: 503, code: 'SlowDown' }, times: 4 })
  expect(await fileOf(id)).toMatchObject({ status: 502, body: { error: { code: 'STORAGE_UNREACHABLE' } } })
  expect((await fileOf(id)).text).toBe(whole)
  const answer = await world.app.inject({ url: '/readyz' })
  await bucket.remove(`${id}.1.csv`)
  expect(await fileOf(id)).toMatchObject({ status: 410, body: { error: { code: 'FILE_GONE' } } })
  expect((await world.app.inject({ url: '/readyz' })).statusCode).toBe(answer.statusCode)
})

test('a backup has the finished files of the bucket, and restores them into another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 's3-backup-'))
  const id = await requested()
  await world.work()
  // The part of an attempt that is under way.
  await bucket.put('other.1.part/writing/000000000000000', Buffer.from('part'))
  const saving = (into: string) => saveDatabase(world.databaseUrl, into)
  const places = { dataDir: world.folder, filesFolder: undefined, filesBucket: bucket }
  const now = new Date(world.clock.now)
  const { folder: source } = await writeBackup({
    ...places,
    target: join(folder, 'backups'),
    installation: 'here',
    saveDatabase: saving,
    now,
  })
  const empty = await openBucket({ ...s3.place, prefix: 'restored/' })
  const machine = await freshDatabase(folder)
  const vault = createVault({ appSecret })
  const restored = await restoreBackup({
    ...places,
    dataDir: folder,
    filesBucket: empty,
    source,
    vault,
    loadDatabase: (loading) => loadDatabase(machine.url, loading),
    emptyCatalogue: () => emptyCatalogue({ url: machine.url, dataDir: folder }),
    now,
  })
  // The file that an earlier test removed.
  expect(restored.missingFiles).toHaveLength(1)
  const names = (await Array.fromAsync(empty.list(''))).map(({ key }) => key)
  expect(names).toContain(`${id}.1.csv`)
  expect(names.filter((name) => !name.endsWith('.csv'))).toEqual([])
  const bytes = await Array.fromAsync((await empty.get(`${id}.1.csv`)) ?? [])
  expect(Buffer.concat(bytes).toString()).toBe(whole)
  for (const name of names) await empty.remove(name)
  await bucket.remove('other.1.part/writing/000000000000000')
  empty.close()
  await machine[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

test('files are removed when they expire', async () => {
  const id = await requested()
  await world.work()
  world.clock.now += 31 * 24 * 3_600_000
  owner = await world.signedIn('owner')
  await removeExpiredFiles(world.deps, 30)
  expect(await fileOf(id)).toMatchObject({ status: 410, body: { error: { code: 'FILE_EXPIRED' } } })
  expect(await Array.fromAsync(bucket.list(''))).toEqual([])
})
