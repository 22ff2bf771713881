// `npm run migrate`: pending migrations are listed, tried without a change, and applied.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { dialect } from '#drizzle/dialect.ts'
import { openInspection, pendingMigrations } from '#drizzle/inspection.ts'
import { migrationsFolder, openDatabase } from '#drizzle/open.ts'
import { roles } from '#drizzle/schema.ts'
import { carryOut } from '#tests/support/carry-out.ts'
import { earlierDatabase } from '#tests/support/earlier-database.ts'
import { freshDatabase, type FreshDatabase } from '../../scripts/fresh-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'migrate-'))
afterAll(() => rmSync(folder, { recursive: true }))
const known = readdirSync(migrationsFolder).toSorted()
const last = known.at(-1) ?? ''

let home: FreshDatabase & { dataDir: string }
beforeEach(async () => {
  const dataDir = mkdtempSync(join(folder, 'home-'))
  home = Object.assign(await freshDatabase(dataDir), { dataDir })
  return () => home[Symbol.asyncDispose]()
})

const applied = async () => (await openInspection()).applied(home.url)

/** A database that has the first so many migrations, by default all but the last two. */
async function earlier(change?: ReturnType<typeof sql>, count = known.length - 2) {
  const database = await earlierDatabase(home, count)
  if (change) await carryOut(database, change)
  await database.close()
}

function run(...given: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: home.url, DATA_DIR: home.dataDir, TMPDIR: home.dataDir }
  return spawnSync(process.execPath, ['scripts/migrate.ts', ...given], { encoding: 'utf8', env })
}

test('a dry run lists the pending ones with their SQL, tries them, and changes nothing', async () => {
  await earlier()
  const before = readdirSync(home.dataDir)
  const { status, stdout, stderr } = run('--dry-run')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  for (const { name, statements } of await pendingMigrations(home.url)) expect(stdout).toContain(`-- ${name}\n${statements.join('\n')}`)
  expect(stdout).toMatch(
    /\nTried 2 (on a copy|in a transaction that was rolled back) in \d+\.\d s: all succeed\. The database is as it was\.\n$/,
  )
  expect(await applied()).toEqual(known.slice(0, -2))
  expect(readdirSync(home.dataDir)).toEqual(before)
})

test('without it they are applied as by a start; then none are pending', async () => {
  await earlier()
  expect(run()).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/\nApplied 2 in \d+\.\d s\.\n$/) })
  expect(await applied()).toEqual(known)
  expect(run()).toMatchObject({ status: 0, stdout: 'No migrations are pending.\n' })
  const opened = await openDatabase(home.url)
  expect(await opened.db.$count(roles)).toBeGreaterThan(0)
  await opened.close()
})

test('one that fails is told by the dry run and by the command, and the database stays as it was', async () => {
  // The last migration that makes a table finds that table there.
  const made = (await pendingMigrations(home.url)).map(({ statements }) => /create table [`"](\w+)[`"]/i.exec(statements.join('\n'))?.[1])
  const count = made.findLastIndex((table) => table !== undefined)
  await earlier(sql`create table ${sql.identifier(made[count] ?? '')} (taken integer)`, count)
  for (const given of [['--dry-run'], []]) {
    const { status, stdout, stderr } = run(...given)
    expect(status).toBe(1)
    expect(stdout).toContain(`-- ${last}`)
    expect(stderr).toMatch(/^Failed after \d+\.\d s: .*already exists\. The database is as it was\.\n$/)
    expect(await applied()).toEqual(known.slice(0, count))
  }
})

test('a new database lists all, and its dry run makes none', async () => {
  expect(run('--dry-run')).toMatchObject({ status: 0, stdout: expect.stringContaining(`Tried ${known.length} `) })
  expect(await applied()).toEqual([])
})

test('a database of a newer version is refused', async () => {
  const database = await openDatabase(home.url)
  const listed = dialect === 'sqlite' ? sql`__drizzle_migrations` : sql`drizzle.__drizzle_migrations`
  await carryOut(database, sql`insert into ${listed} (hash, created_at, name) values ('f', 4070908800000, '20990101000000_future')`)
  await database.close()
  expect(run('--dry-run')).toMatchObject({ status: 1, stderr: expect.stringContaining('20990101000000_future') })
})
