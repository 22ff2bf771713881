// `npm run verify`: every damage of a backup is found and named, without a database.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveDatabase } from '#drizzle/backup.ts'
import { dialect } from '#drizzle/dialect.ts'
import { openDatabase } from '#drizzle/open.ts'
import { settings } from '#drizzle/schema.ts'
import { Manifest, manifestName, sumName, sumOf } from '#server/backup/manifest.ts'
import { verifyBackup } from '#server/backup/verify.ts'
import { writeBackup } from '#server/backup/write.ts'
import { isProving } from '#tests/support/proving.ts'
import { corrupt, corruption, pathsIn } from '../../proofs/integrity/corruption.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'verify-'))
/** A small backup of all kinds of files. */
let whole: string
beforeAll(async () => {
  await using home = await freshDatabase(folder)
  const database = await openDatabase(home.url)
  await database.db.insert(settings).values({ key: 'lines', value: 'tab\tline\nreturn\rseparator\u2028 ü 🙂' })
  await database.close()
  const places = { dataDir: join(folder, 'data'), filesFolder: join(folder, 'data', 'exports') }
  mkdirSync(places.filesFolder, { recursive: true })
  mkdirSync(join(places.dataDir, 'outbox'))
  writeFileSync(join(places.filesFolder, 'one.csv'), 'Title,Price\r\nCup,9.50\r\n')
  writeFileSync(join(places.filesFolder, 'empty.csv'), '')
  writeFileSync(join(places.dataDir, 'outbox', '1.eml'), 'Subject: Hello')
  const saving = (into: string) => saveDatabase(home.url, into)
  whole = (await writeBackup({ ...places, target: folder, saveDatabase: saving, now: new Date(1_800_000_000_000) })).folder
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A damaged copy. The damage gets its folder. */
function damaged(damage: (source: string) => void): string {
  const source = join(mkdtempSync(join(folder, 'damaged-')), 'backup')
  cpSync(whole, source, { recursive: true })
  damage(source)
  return source
}

/** Changes the manifest, with a sum that matches. */
function rewritten(source: string, change: (manifest: Manifest) => Partial<Manifest>) {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(source, manifestName), 'utf8')))
  const text = JSON.stringify({ ...manifest, ...change(manifest) })
  writeFileSync(join(source, manifestName), text)
  writeFileSync(join(source, sumName), sumOf(text))
}

test('a backup as it was written has no damage, and stays as it is', async () => {
  const before = pathsIn(whole)
  expect((await verifyBackup(whole)).damages).toEqual([])
  expect(pathsIn(whole)).toEqual(before)
})

test('every random corruption of a byte or file is found, and its file is named', { timeout: 600_000 }, async () => {
  const found = fc.asyncProperty(corruption, async (how) => {
    let path = ''
    const source = damaged((copy) => {
      path = corrupt(copy, how)
    })
    const { damages } = await verifyBackup(source)
    rmSync(source, { recursive: true })
    expect(damages.join('\n')).toContain(path)
  })
  await fc.assert(found, { numRuns: isProving ? 5_000 : 20, ...(isProving ? {} : { seed: 15 }) })
})

test('all damages are named, not only the first', async () => {
  const source = damaged((copy) => {
    rmSync(join(copy, 'exports', 'one.csv'))
    writeFileSync(join(copy, 'outbox', '1.eml'), 'Subject: Other')
    writeFileSync(join(copy, 'outbox', '2.eml'), '')
    symlinkSync('/dev/null', join(copy, 'outbox', '3.eml'))
    rmSync(join(copy, sumName))
  })
  expect((await verifyBackup(source)).damages).toEqual([
    'manifest.sha256 is missing',
    'exports/one.csv is missing',
    'outbox/1.eml was changed',
    'outbox/2.eml does not belong to it',
    'outbox/3.eml is not a file',
  ])
})

test('a list that disagrees with the database is found, although every sum matches', async () => {
  const source = damaged((copy) =>
    rewritten(copy, ({ database }) => ({
      database: {
        ...database,
        tables: database.tables.map((table) => (table.name === 'roles' ? { ...table, rows: table.rows + 1 } : table)),
      },
    })),
  )
  expect((await verifyBackup(source)).damages).toEqual(['the table roles has 5 rows instead of 6'])
})

test('a database that was damaged before it was listed is found', async () => {
  const file = dialect === 'sqlite' ? 'database/app.db' : 'database/tables/roles.copy'
  const source = damaged((copy) => {
    const bytes = dialect === 'sqlite' ? readFileSync(join(copy, file)).fill(0xff, 40_960, 45_056) : Buffer.from('owner\tOwner\n')
    writeFileSync(join(copy, file), bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    rewritten(copy, ({ files }) => ({ files: files.map((one) => (one.path === file ? { ...one, bytes: bytes.length, sha256 } : one)) }))
  })
  expect((await verifyBackup(source)).damages.join()).toMatch(
    /^the database (is damaged|does not open)|^the table roles has rows with other columns/,
  )
})

test('a backup from before manifests had sums is accepted', async () => {
  const source = damaged((copy) => {
    rewritten(copy, () => ({ version: 1 }))
    rmSync(join(copy, sumName))
  })
  expect((await verifyBackup(source)).damages).toEqual([])
})

test('the command names each damage and ends with 1; it needs no environment', () => {
  const run = (...given: string[]) =>
    spawnSync(process.execPath, ['scripts/verify.ts', ...given], { encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '' } })
  expect(run()).toMatchObject({ status: 2, stderr: expect.stringMatching(/^An argument is missing\./) })
  expect(run(whole)).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/: as of 2027-.* files, \d+ bytes, all as written\n$/),
  })
  const source = damaged((copy) => rmSync(join(copy, 'exports', 'one.csv')))
  expect(run(source)).toMatchObject({ status: 1, stdout: '', stderr: `${source}: exports/one.csv is missing\n` })
  expect(run(source, whole)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining(`${whole}: as of`),
    stderr: `${source}: exports/one.csv is missing\n`,
  })
  expect(run(folder)).toMatchObject({ status: 1, stderr: `${folder}: manifest.json cannot be read\n` })
})
