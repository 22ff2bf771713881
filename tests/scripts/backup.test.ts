// The backup of `npm run backup` while the product is in use, and its restoration by `npm run restore`.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDatabase, saveDatabase } from '#drizzle/backup.ts'
import { emptyCatalogue } from '#drizzle/catalogue/emptying.ts'
import { openCatalogue } from '#drizzle/catalogue/open.ts'
import type { Database, Db } from '#drizzle/database.ts'
import { dialect } from '#drizzle/dialect.ts'
import { openDatabase } from '#drizzle/open.ts'
import { settings } from '#drizzle/schema.ts'
import { manifestName, Manifest, sumName, sumOf } from '#server/backup/manifest.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { writeBackup } from '#server/backup/write.ts'
import { createCatalogueKeeper } from '#server/catalogue/keeper.ts'
import { catalogueStates } from '#server/catalogue/states.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { findStores } from '#server/stores/service.ts'
import { createVault } from '#server/stores/vault.ts'
import type { Job } from '#shared/jobs.ts'
import { StartRefused } from '#shared/start-refused.ts'
import { product } from '#tests/support/catalogue-products.ts'
import { earlierDatabase } from '#tests/support/earlier-database.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { secondServer } from '#tests/support/second-server.ts'
import { appSecret, createWorld, password, type Caller, type World } from '#tests/support/world.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-'))
const target = join(folder, 'backups')
const invited = 'new@world.test'
let world: World
let owner: Caller
let done: Job
let waiting: Job
let file: string
let whole: string
/** A machine that stays empty until a restore. */
let bare: Bare

const jobIn = (body: unknown) => (body as { data: { job: Job } }).data.job
async function exported(): Promise<Job> {
  const config = { fields: ['Product Id', 'Title', 'Price'] }
  return jobIn((await owner.rest('POST', '/products/export', { storeId: world.stores.north, config })).body)
}

beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  done = await exported()
  await world.work()
  const { files } = jobIn((await owner.rest('GET', `/jobs/${done.id}`)).body)
  file = (await owner.rest('GET', String(files[0]?.url).replace('/api/v1', ''))).text
  await owner.rest('POST', '/users/invite', { email: invited, full_name: 'Nia New', role_id: 'viewer', store_ids: [world.stores.north] })
  await mailsTo(world.folder, invited)
  waiting = await exported()
  whole = await backedUp()
  bare = await bareMachine()
})
afterAll(async () => {
  await bare[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const now = () => new Date(world.clock.now)

/** Advances the clock, because backups of the same second would share a name. */
async function backedUp(): Promise<string> {
  world.clock.now += 1_000
  const saving = (into: string) => saveDatabase(world.databaseUrl, into)
  const places = { dataDir: world.folder, filesFolder: world.exports }
  return (await writeBackup({ ...places, target, saveDatabase: saving, now: now() })).folder
}

type Bare = { url: string; dataDir: string; filesFolder: string; [Symbol.asyncDispose](): Promise<void> }

/** A machine without database and files. */
async function bareMachine(): Promise<Bare> {
  const dataDir = mkdtempSync(join(folder, 'bare-'))
  const fresh = await freshDatabase(dataDir)
  return Object.assign(fresh, { dataDir, filesFolder: join(dataDir, 'exports') })
}

function restored(source: string, { url, ...places }: Bare, secret = appSecret) {
  const vault = createVault({ appSecret: secret })
  return restoreBackup({
    ...places,
    source,
    vault,
    loadDatabase: (loading) => loadDatabase(url, loading),
    emptyCatalogue: () => emptyCatalogue({ url, dataDir: places.dataDir }),
    now: now(),
  })
}

test('on a bare machine, all is there again; nobody is signed in, and no export goes on by itself', async () => {
  await using machine = await bareMachine()
  expect(await restored(whole, machine)).toMatchObject({ endedJobs: 1, missingFiles: [] })
  await using server = await secondServer({ ...world, databaseUrl: machine.url, folder: machine.dataDir, exports: machine.filesFolder })
  const call = async (method: 'GET' | 'POST', path: string, token: string) =>
    server.app.inject({ method, url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } })

  expect((await call('GET', '/stores', owner.token)).statusCode).toBe(401)
  const payload = { email: 'owner-1@world.test', password }
  const { token } = (await server.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload })).json<{ token: string }>()
  expect((await call('GET', '/stores', token)).json<{ data: unknown }>().data).toEqual(
    ((await owner.rest('GET', '/stores')).body as { data: unknown }).data,
  )
  expect((await call('POST', `/stores/${world.stores.north}/test-connection`, token)).statusCode).toBe(200)
  const { files } = jobIn((await call('GET', `/jobs/${done.id}`, token)).json())
  expect((await call('GET', String(files[0]?.url).replace('/api/v1', ''), token)).body).toBe(file)
  expect(await mailsTo(machine.dataDir, invited)).toEqual(await mailsTo(world.folder, invited))

  const ended = jobIn((await call('GET', `/jobs/${waiting.id}`, token)).json())
  expect(ended).toMatchObject({ status: 'failed', error: { code: 'JOB_INTERRUPTED' }, canRetry: true })
  await call('POST', `/jobs/${waiting.id}/retry`, token)
  await createWorker(server.deps, { handlers: createJobHandlers(server.deps) }).drain()
  const again = jobIn((await call('GET', `/jobs/${waiting.id}`, token)).json())
  expect((await call('GET', String(again.files[0]?.url).replace('/api/v1', ''), token)).body).toBe(file)
})

const keys = ['left', 'right']

/** Two values that the same transaction changes. */
async function setBoth({ batch }: Database, value: number) {
  await batch((db) => keys.map((key) => db.update(settings).set({ value }).where(eq(settings.key, key))))
}
async function valuesIn(db: Db): Promise<unknown[]> {
  const rows = await Promise.all(keys.map((key) => db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))))
  return rows.map(([row]) => row?.value)
}

test('while others write, each backup holds one moment', async () => {
  const { database } = world.deps
  for (const key of keys) await database.db.insert(settings).values({ key, value: 0 })
  const over = new AbortController()
  async function writeOn() {
    for (let value = 1; !over.signal.aborted; value += 1) {
      await setBoth(database, value)
      await nextTurn()
    }
  }
  const writing = writeOn()
  const sources: string[] = []
  for (let turn = 0; turn < 3; turn += 1) sources.push(await backedUp())
  over.abort()
  await writing
  let before = -1
  for (const source of sources) {
    await using machine = await bareMachine()
    await restored(source, machine)
    const opened = await openDatabase(machine.url)
    const [left, right] = await valuesIn(opened.db)
    await opened.close()
    expect(left).toBe(right)
    expect(Number(left)).toBeGreaterThanOrEqual(before)
    before = Number(left)
  }
})

const damages: [string, (source: string) => void][] = [
  ['a byte of a file was changed', (source) => flipByte(join(source, 'outbox', readdirSync(join(source, 'outbox'))[0] ?? ''))],
  ['a byte of the database was changed', (source) => flipByte(databaseFile(source))],
  ['a file is missing', (source) => rmSync(databaseFile(source))],
  ['a file grew', (source) => appendFileSync(databaseFile(source), ' ')],
  ['a file came in addition', (source) => writeFileSync(join(source, 'exports', 'more.csv'), 'more')],
  ['its list is cut off', (source) => writeFileSync(join(source, manifestName), readFileSync(join(source, manifestName)).subarray(0, 100))],
  [
    'it is of the other kind of database',
    (source) => rewrite(source, ({ database }) => ({ database: { ...database, dialect: otherDialect } })),
  ],
  [
    'it is of a later version',
    (source) => rewrite(source, ({ database }) => ({ database: { ...database, migrations: ['20990101000000_later'] } })),
  ],
  ['its list is missing', (source) => rmSync(join(source, manifestName))],
]
const databaseFile = (source: string) => {
  const path = dialect === 'sqlite' ? 'app.db' : join('tables', 'users.copy')
  return join(source, 'database', path)
}
const otherDialect = dialect === 'sqlite' ? 'postgres' : 'sqlite'
function rewrite(source: string, change: (manifest: Manifest) => Partial<Manifest>) {
  const path = join(source, manifestName)
  const manifest = Manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
  const text = JSON.stringify({ ...manifest, ...change(manifest) })
  writeFileSync(path, text)
  writeFileSync(join(source, sumName), sumOf(text))
}
function flipByte(path: string) {
  const bytes = readFileSync(path)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

test('a copy of the catalogues from after the backup is emptied, and every store is read anew', async () => {
  await createCatalogueKeeper(world.deps).drain()
  const source = await backedUp()
  await using machine = await bareMachine()
  const left = await openCatalogue({ url: machine.url, dataDir: machine.dataDir })
  // Of the store, as of a shop that it pointed at later, and of one that the backup does not know.
  for (const id of [world.stores.north, 'later']) await left.write(id, [product('1', { title: 'Later' })], world.clock.now + 1)
  await left.close()
  await restored(source, machine)
  await using server = await secondServer({ ...world, databaseUrl: machine.url, folder: machine.dataDir, exports: machine.filesFolder })
  expect(await server.deps.catalogue.stores()).toEqual([])
  const state = async () => (await catalogueStates(server.deps, await findStores(server.deps, [world.stores.north])))[0]
  expect(await state()).toMatchObject({ state: 'waiting', products: 0, filledAt: null })
  await createCatalogueKeeper(server.deps).drain()
  expect(await state()).toMatchObject({ state: 'ready', products: 60 })
  expect(await server.deps.catalogue.find(world.stores.north, '1')).toBeNull()
})

test.each(damages)('where %s, nothing is restored', async (_, damage) => {
  const source = join(mkdtempSync(join(folder, 'damaged-')), 'backup')
  cpSync(whole, source, { recursive: true })
  damage(source)
  await expect(restored(source, bare)).rejects.toThrow(StartRefused)
  expect(existsSync(bare.filesFolder)).toBe(false)
})

test('nothing is restored under another APP_SECRET, or over a database that is there', async () => {
  await using machine = await bareMachine()
  await expect(restored(whole, machine, Buffer.alloc(32, 8).toString('base64'))).rejects.toThrow('APP_SECRET is not the one')
  expect(readdirSync(machine.dataDir)).toEqual([])
  await restored(whole, machine)
  await expect(restored(whole, machine)).rejects.toThrow(/There is a database already|The database has tables already/)
})

test('the backup of an earlier version is brought up to date', async () => {
  await using old = await bareMachine()
  await (await earlierDatabase(old, 3)).close()
  const into = mkdtempSync(join(folder, 'old-'))
  const snapshot = await saveDatabase(old.url, into)
  expect(snapshot.migrations).toHaveLength(3)
  await using machine = await bareMachine()
  await loadDatabase(machine.url, { folder: into, snapshot, settle: async () => {} })
  const opened = await openDatabase(machine.url)
  await opened.close()
})

test('what fails on the way leaves no backup behind', async () => {
  const own = join(folder, 'failed')
  const places = { dataDir: world.folder, filesFolder: world.exports }
  const failing = async () => Promise.reject(new Error('the disk is full'))
  await expect(writeBackup({ ...places, target: own, saveDatabase: failing, now: now() })).rejects.toThrow('the disk is full')
  expect(readdirSync(own)).toEqual([])
})

const environment = () => ({
  ...process.env,
  DATABASE_URL: world.databaseUrl,
  DATA_DIR: world.folder,
  EXPORT_FOLDER: world.exports,
  APP_SECRET: appSecret,
})

test('the commands do both; without a folder, the usage says what to give', { timeout: 120_000 }, async () => {
  const own = join(folder, 'by-command')
  const run = (command: string, given: string[], env: NodeJS.ProcessEnv = {}) =>
    spawnSync(process.execPath, [`scripts/${command}.ts`, ...given], { encoding: 'utf8', env: { ...environment(), ...env } })
  expect(run('backup', [])).toMatchObject({ status: 2, stderr: expect.stringMatching(/^An argument is missing\./) })
  expect(run('restore', [])).toMatchObject({ status: 2, stderr: expect.stringMatching(/^An argument is missing\./) })
  expect(run('backup', [own])).toMatchObject({ status: 0, stdout: expect.stringContaining('read back and compared') })
  await using machine = await bareMachine()
  const [name = ''] = readdirSync(own)
  const env = { DATABASE_URL: machine.url, DATA_DIR: machine.dataDir, EXPORT_FOLDER: machine.filesFolder }
  expect(run('restore', [join(own, name)], env)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Restored as of .*Z: /) })
  expect(readdirSync(machine.filesFolder)).toEqual(readdirSync(world.exports))
})

/** Every folder with the name of a backup can be restored. */
async function expectWholeOnly(own: string) {
  for (const name of readdirSync(own).filter((one) => !one.endsWith('.partial'))) {
    await using machine = await bareMachine()
    await restored(join(own, name), machine)
  }
}

test('killed at any moment, it leaves no backup that is not whole', { retry: 0, timeout: 120_000 }, async () => {
  const own = join(folder, 'killed')
  const isBegun = () => existsSync(own) && readdirSync(own).length > 0
  for (const afterMs of [0, 2, 10, 40]) {
    rmSync(own, { recursive: true, force: true })
    const child = spawn(process.execPath, ['scripts/backup.ts', own], { stdio: 'ignore', env: environment() })
    while (child.exitCode === null && !isBegun()) await pause(1)
    await pause(afterMs)
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await expectWholeOnly(own)
  }
})
