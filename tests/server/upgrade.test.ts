// Databases of released versions are upgraded, and then read as their own version read them.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadDatabase, saveDatabase } from '#drizzle/backup.ts'
import { dialect } from '#drizzle/dialect.ts'
import { migrationsFolder } from '#drizzle/open.ts'
import { Manifest, manifestName } from '#server/backup/manifest.ts'
import { verifyBackup } from '#server/backup/verify.ts'
import { verifyAudit } from '#server/seals/verify.ts'
import { testActiveStores } from '#server/stores/test-all.ts'
import { startSandbox } from '#sandbox/start.ts'
import { productVersion } from '#shared/brand.ts'
import { answersFor } from '#tests/fixtures/upgraded-answers.ts'
import { secondServer } from '#tests/support/second-server.ts'
import { password, testShops, type Caller } from '#tests/support/world.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'

const databases = 'tests/fixtures/databases'
const versions = readdirSync(databases).toSorted()
const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
afterAll(() => rmSync(folder, { recursive: true }))

function parsed(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

test('there are databases of this version', () => {
  expect(versions).toContain(productVersion)
})

/** The numbers of rows in tables that the upgrade leaves alone. The start adds settings and roles. */
const counts = ({ database }: Pick<Manifest, 'database'>) =>
  Object.fromEntries(database.tables.flatMap(({ name, rows }) => (['settings', 'roles'].includes(name) ? [] : [[name, rows]])))

test.each(versions)('the database of %s is upgraded without a loss, and read as it was', async (version) => {
  const source = join(databases, version, dialect)
  expect((await verifyBackup(source)).damages).toEqual([])
  const manifest = Manifest.parse(parsed(join(source, manifestName)))
  const home = mkdtempSync(join(folder, 'home-'))
  await using fresh = await freshDatabase(home)
  const loading = { folder: join(source, 'database'), snapshot: manifest.database, settle: async () => {} }
  await loadDatabase(fresh.url, loading)
  const upgraded = await saveDatabase(fresh.url, mkdtempSync(join(folder, 'saved-')))
  expect(upgraded.migrations).toEqual(readdirSync(migrationsFolder).toSorted())
  expect(counts({ database: upgraded })).toMatchObject(counts(manifest))

  cpSync(join(source, 'exports'), join(home, 'exports'), { recursive: true })
  const sandbox = await startSandbox({ shops: Object.values(testShops) })
  const clock = { now: Date.parse(manifest.createdAt) }
  const installation = { databaseUrl: fresh.url, folder: home, exports: join(home, 'exports'), clock, logged: [], sandbox }
  await using server = await secondServer(installation)
  const { app, deps } = server
  const payload = { email: 'owner@fixture.test', password }
  const { token } = (await app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload })).json<{ token: string }>()
  const get = (path: string) => app.inject({ method: 'GET', url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } })
  const rest = async (_: string, path: string) => {
    const answer = await get(path)
    return { status: answer.statusCode, body: answer.json<unknown>() }
  }
  const answers = await answersFor({ rest: rest as Caller['rest'] })
  expect(answers).toMatchObject(parsed(`${source}.answers.json`) as object)

  const jobs = (answers['/jobs'] as { jobs: { files: { url: string; rows: number }[] }[] }).jobs
  const [file] = jobs.flatMap(({ files }) => files)
  expect((await get(String(file?.url).replace('/api/v1', ''))).body).toContain('Title')
  // What the secrets of that version had sealed still opens.
  expect((await testActiveStores(deps, AbortSignal.timeout(60_000))).map(({ failure }) => failure)).toEqual([null, null, null])
  expect(await verifyAudit(deps)).toMatchObject({ minutes: 1, difference: null })
  await sandbox.close()
})
