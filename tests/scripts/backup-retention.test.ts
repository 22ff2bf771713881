// `npm run backup -- <folder> --keep <number>`: only complete backups of ours are removed, and only after a success.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveDatabase } from '#drizzle/backup.ts'
import { openDatabase } from '#drizzle/open.ts'
import { removeOlderInBucket, sendBackup } from '#server/backup/bucket-backups.ts'
import { manifestName, parsedManifest, sumName, sumOf } from '#server/backup/manifest.ts'
import { lastBackup, noteBackup } from '#server/backup/last.ts'
import { removeOlderBackups } from '#server/backup/retention.ts'
import { installationOf } from '#server/backup/snapshot-repo.ts'
import { verifyBackup } from '#server/backup/verify.ts'
import { writeBackup } from '#server/backup/write.ts'
import { openBucket } from '#server/storage/bucket.ts'
import { startS3 } from '../../scripts/s3-server.ts'
import { freshDatabase, type FreshDatabase } from '../../scripts/fresh-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'retention-'))
const dataDir = join(folder, 'data')
let home: FreshDatabase
let whole: string
let installation: string
let target: string
beforeAll(async () => {
  home = await freshDatabase(folder)
  await (await openDatabase(home.url)).close()
  installation = await installationOf(home.url)
  mkdirSync(join(dataDir, 'outbox'), { recursive: true })
  writeFileSync(join(dataDir, 'outbox', '1.eml'), 'Subject: Hello')
  whole = await written(folder, new Date('2026-01-01T00:00:00Z'))
})
afterAll(async () => {
  await home[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  target = mkdtempSync(join(folder, 'target-'))
})

async function written(into: string, now: Date): Promise<string> {
  const saving = (place: string) => saveDatabase(home.url, place)
  return (await writeBackup({ dataDir, filesFolder: undefined, target: into, installation, saveDatabase: saving, now })).folder
}

const nameOf = (day: number) => `backup-2026010${day}T000000Z`
/** A complete backup of one day of January. */
function backupOf(day: number): string {
  cpSync(whole, join(target, nameOf(day)), { recursive: true })
  return join(target, nameOf(day))
}
const left = () => readdirSync(target).toSorted()

test('the oldest go, and the newest stay as they were', async () => {
  for (const day of [1, 2, 3, 4]) backupOf(day)
  const newest = backupOf(5)
  expect(await Array.fromAsync(removeOlderBackups(target, { written: newest, installation, keep: 3 }))).toEqual(
    [1, 2].map((day) => join(target, nameOf(day))),
  )
  expect(left()).toEqual([3, 4, 5].map(nameOf))
  for (const name of left()) expect((await verifyBackup(join(target, name))).damages).toEqual([])
})

test('the one just written stays, even where the clock was set back', async () => {
  const [first] = [1, 2, 3].map(backupOf)
  await Array.fromAsync(removeOlderBackups(target, { written: first ?? '', installation, keep: 1 }))
  expect(left()).toEqual([nameOf(1)])
})

test('what is not ours, incomplete or in progress neither counts nor goes', async () => {
  const [cut, listless, short] = [1, 2, 3].map(backupOf)
  rmSync(join(cut ?? '', 'outbox', '1.eml'))
  rmSync(join(listless ?? '', manifestName))
  truncateSync(join(short ?? '', 'outbox', '1.eml'), 3)
  backupOf(4)
  renameSync(join(target, nameOf(4)), join(target, `${nameOf(4)}.partial`))
  for (const name of ['backup-old', 'photos', 'backup-20250101T000000Z']) mkdirSync(join(target, name))
  writeFileSync(join(target, 'backup-20250102T000000Z'), 'a file')
  symlinkSync(whole, join(target, 'backup-20250103T000000Z'))
  const before = left()
  backupOf(5)
  backupOf(6)
  expect(await Array.fromAsync(removeOlderBackups(target, { written: backupOf(7), installation, keep: 2 }))).toEqual([
    join(target, nameOf(5)),
  ])
  expect(left()).toEqual([...before, nameOf(6), nameOf(7)].toSorted())
})

/** Changes the manifest of a backup, with its sum. */
function rewritten(backup: string, change: object): string {
  const manifest = JSON.stringify({ ...JSON.parse(readFileSync(join(backup, manifestName), 'utf8')), ...change })
  writeFileSync(join(backup, manifestName), manifest)
  writeFileSync(join(backup, sumName), sumOf(manifest))
  return backup
}

test('backups of other installations, and of versions that this one cannot read, neither count nor go', async () => {
  rewritten(backupOf(1), { installation: 'another' })
  rewritten(backupOf(2), { installation: undefined })
  rewritten(backupOf(3), { version: 3 })
  backupOf(4)
  const kept = { written: backupOf(5), installation, keep: 1 }
  expect(await Array.fromAsync(removeOlderBackups(target, kept))).toEqual([join(target, nameOf(4))])
  expect(left()).toEqual([1, 2, 3, 5].map(nameOf))
})

test('in a bucket, too', { timeout: 60_000 }, async () => {
  await using storage = await startS3()
  const bucket = await openBucket({ ...storage.place, prefix: 'night/' })
  const send = async (backup: string) => {
    const manifest = parsedManifest(readFileSync(join(backup, manifestName), 'utf8'))
    if (manifest) await sendBackup(bucket, basename(backup), backup, manifest)
  }
  await send(rewritten(backupOf(1), { installation: 'another' }))
  const unreadable = backupOf(2)
  await send(unreadable)
  for (const name of [manifestName, sumName])
    await bucket.put(`${nameOf(2)}/${name}`, readFileSync(join(rewritten(unreadable, { version: 3 }), name)))
  for (const day of [3, 4]) await send(backupOf(day))
  const kept = { written: nameOf(4), installation, keep: 1 }
  expect(await Array.fromAsync(removeOlderInBucket(bucket, kept))).toEqual([nameOf(3)])
  bucket.close()
})

test('what was interrupted goes after a day, with the next backup', () => {
  const [old, recent] = [`${nameOf(1)}.partial`, `${nameOf(2)}.partial`].map((name) => join(target, name))
  for (const one of [old ?? '', recent ?? '', join(target, 'photos.partial')]) mkdirSync(one)
  const before = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  utimesSync(old ?? '', before(25), before(25))
  utimesSync(recent ?? '', before(23), before(23))
  utimesSync(join(target, 'photos.partial'), before(99), before(99))
  expect(run(target).status).toBe(0)
  expect(left()).toEqual([`${nameOf(2)}.partial`, expect.stringMatching(/^backup-\d{8}T\d{6}Z$/), 'photos.partial'])
})

test('verifying one that was interrupted says so', async () => {
  const partial = `${backupOf(1)}.partial`
  renameSync(join(target, nameOf(1)), partial)
  rmSync(join(partial, manifestName))
  expect((await verifyBackup(partial)).damages).toEqual(['it was interrupted, or is still being written'])
})

test('a data folder that nothing has needed yet is made for the note', async () => {
  const bare = join(folder, 'never-needed')
  const at = new Date('2026-01-01T00:00:00Z')
  await noteBackup(bare, at)
  expect(await lastBackup(bare)).toBe(at.toISOString())
})

test('what fails on the way leaves no backup behind', async () => {
  const failing = async () => Promise.reject(new Error('the disk is full'))
  const made = { target, installation, saveDatabase: failing, now: new Date() }
  await expect(writeBackup({ dataDir, filesFolder: undefined, ...made })).rejects.toThrow('the disk is full')
  expect(left()).toEqual([])
})

test('what looks like another place is no folder', () => {
  for (const place of ['S3://office/night', 's3:/office/night', 'file:///srv/backups', '~/backups'])
    expect(run(place)).toMatchObject({ status: 1, stderr: `${place} is neither a folder nor s3://bucket/prefix.\n` })
})

test('an interrupted removal is ended by the next one, and is never taken for a backup', async () => {
  renameSync(backupOf(1), join(target, `${nameOf(1)}.removing`))
  await Array.fromAsync(removeOlderBackups(target, { written: backupOf(2), installation, keep: 9 }))
  expect(left()).toEqual([nameOf(2)])
})

function run(...given: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: home.url, DATA_DIR: dataDir }
  return spawnSync(process.execPath, ['scripts/backup.ts', ...given], { encoding: 'utf8', env })
}

test('the command removes after its backup, and nothing where that fails', { timeout: 120_000 }, async () => {
  for (const day of [1, 2, 3]) backupOf(day)
  const refused = (why: RegExp) => ({ status: 2, stdout: '', stderr: expect.stringMatching(why) })
  for (const keep of ['0', '-1', 'all', '1.5', ''])
    expect(run(target, `--keep=${keep}`)).toMatchObject(refused(/^--keep takes the number of backups/))
  expect(run(target, '--kept', '2')).toMatchObject(refused(/^Unknown option '--kept'/))
  expect(
    spawnSync(process.execPath, ['scripts/backup.ts', target, '--keep', '1'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: home.url.replace(/[^/]+$/, 'missing'), DATA_DIR: dataDir },
    }).status,
  ).toBe(1)
  expect(left()).toEqual([1, 2, 3].map(nameOf))
  const { status, stdout } = run(target, '--keep', '2')
  expect(status).toBe(0)
  expect(stdout).toContain(`Removed ${join(target, nameOf(1))}\nRemoved ${join(target, nameOf(2))}\n`)
  expect(left()).toEqual([nameOf(3), expect.stringMatching(/^backup-\d{8}T\d{6}Z$/)])
})

test('where one cannot be removed, the command tells of its backup and of the failure', () => {
  for (const day of [1, 2, 3]) backupOf(day)
  const obstacle = join(target, `${nameOf(2)}.removing`)
  writeFileSync(obstacle, 'a file')
  const { status, stdout, stderr } = run(target, '--keep', '2')
  expect(status).toBe(1)
  expect(stdout).toMatch(/read back and compared\n/)
  expect(stdout).toContain(`Removed ${join(target, nameOf(1))}\n`)
  expect(stderr).toMatch(/^The backup is complete, but older ones could not be removed: .+\n$/)
  rmSync(obstacle)
  expect(left()).toEqual([nameOf(2), nameOf(3), expect.stringMatching(/^backup-\d{8}T\d{6}Z$/)])
})
