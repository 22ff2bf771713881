// `npm run backup -- <folder> --keep <number>`: only complete backups of ours are removed, and only after a success.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveDatabase } from '#drizzle/backup.ts'
import { openDatabase } from '#drizzle/open.ts'
import { manifestName } from '#server/backup/manifest.ts'
import { removeOlderBackups } from '#server/backup/retention.ts'
import { verifyBackup } from '#server/backup/verify.ts'
import { writeBackup } from '#server/backup/write.ts'
import { freshDatabase, type FreshDatabase } from '../../scripts/fresh-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'retention-'))
const dataDir = join(folder, 'data')
let home: FreshDatabase
let whole: string
let target: string
beforeAll(async () => {
  home = await freshDatabase(folder)
  await (await openDatabase(home.url)).close()
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
  return (await writeBackup({ dataDir, filesFolder: undefined, target: into, saveDatabase: saving, now })).folder
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
  expect(await Array.fromAsync(removeOlderBackups(newest, target, 3))).toEqual([1, 2].map((day) => join(target, nameOf(day))))
  expect(left()).toEqual([3, 4, 5].map(nameOf))
  for (const name of left()) expect((await verifyBackup(join(target, name))).damages).toEqual([])
})

test('the one just written stays, even where the clock was set back', async () => {
  const [first] = [1, 2, 3].map(backupOf)
  await Array.fromAsync(removeOlderBackups(first ?? '', target, 1))
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
  expect(await Array.fromAsync(removeOlderBackups(backupOf(7), target, 2))).toEqual([join(target, nameOf(5))])
  expect(left()).toEqual([...before, nameOf(6), nameOf(7)].toSorted())
})

test('an interrupted removal is ended by the next one, and is never taken for a backup', async () => {
  renameSync(backupOf(1), join(target, `${nameOf(1)}.removing`))
  await Array.fromAsync(removeOlderBackups(backupOf(2), target, 9))
  expect(left()).toEqual([nameOf(2)])
})

function run(...given: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: home.url, DATA_DIR: dataDir }
  return spawnSync(process.execPath, ['scripts/backup.ts', ...given], { encoding: 'utf8', env })
}

test('the command removes after its backup, and nothing where that fails', { timeout: 120_000 }, async () => {
  for (const day of [1, 2, 3]) backupOf(day)
  const refused = { status: 2, stderr: expect.stringMatching(/^--keep takes the number of backups/) }
  for (const keep of ['0', '-1', 'all', '1.5', '']) expect(run(target, `--keep=${keep}`)).toMatchObject(refused)
  expect(run(target, '--kept', '2')).toMatchObject({ status: 2, stderr: expect.stringMatching(/^Unknown option '--kept'/) })
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
