// Two web machines and two worker machines, started together on one empty Postgres: the processes of `npm start`, with the environment of
// docs/deployment.md for several machines.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import type { Job } from '#shared/jobs.ts'
import { productFields } from '#shared/product-fields.ts'
import { remoteAt, startMachine, type Machine, type Remote } from '../../scripts/machine.ts'
import { appSecret, storeRequest, testShops } from '#tests/support/world.ts'
import { startPostgres, type PostgresServer } from '../../scripts/postgres-server.ts'

const email = 'owner@machines.test'
const password = 'correct horse 1'
const closing = new AsyncDisposableStack()
let postgres: PostgresServer
let sandbox: Sandbox
let start: (role: 'web' | 'worker', more?: Record<string, string>) => Promise<Machine>
let webs: Machine[]
let workers: Machine[]
let calls: [Remote, Remote]
let storeId: string
const setupCode = 'set up by the machines'
let token: string

type Answer = { token: string; data: { store: { id: string }; job: Job } }
const answered = (answer: { data: unknown }) => answer.data as Answer
const firstWeb: Remote = (...call) => calls[0](...call)

beforeAll(async () => {
  postgres = closing.use(await startPostgres())
  sandbox = await startSandbox({ shops: [{ ...testShops.north, products: 1_200 }] })
  closing.defer(() => sandbox.close())
  sandbox.tune({ costBucket: false })
  start = async (role, more = {}) => {
    // Machines share only the database.
    const folder = await mkdtemp(join(tmpdir(), 'machine-'))
    const env = {
      NODE_ENV: 'production',
      ALLOW_SANDBOX: '1',
      ROLE: role,
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      APP_SECRET: appSecret,
      OWNER_SETUP_CODE: setupCode,
      APP_URL: 'https://office.test',
    }
    const machine = await startMachine({ ...env, PLATFORM_ENDPOINTS: JSON.stringify(sandbox.endpoints), ...more })
    closing.defer(() => rm(folder, { recursive: true, force: true }))
    return closing.use(machine)
  }
  const machines = await Promise.all([start('web'), start('web'), start('worker'), start('worker')])
  webs = machines.slice(0, 2)
  workers = machines.slice(2)
  const [first, second] = webs.map(({ url }) => remoteAt(url, null)) as [Remote, Remote]
  await first('POST', '/api/auth/sign-up/email', { email, password, setup_code: setupCode })
  token = answered(await second('POST', '/api/auth/sign-in/email', { email, password })).token
  calls = webs.map(({ url }) => remoteAt(url, token)) as typeof calls
  storeId = answered(await firstWeb('POST', '/api/v1/stores', storeRequest('north'))).data.store.id
})
afterAll(() => closing.disposeAsync())

const request = (config: object = {}) => ({ storeId, config: { fields: productFields, ...config } })
async function order(call: Remote, config: object = {}): Promise<string> {
  const answer = await call('POST', '/api/v1/products/export', request(config))
  expect(answer).toMatchObject({ status: 201 })
  return answered(answer).data.job.id
}
const get = async (id: string) => answered(await firstWeb('GET', `/api/v1/jobs/${id}`)).data.job
async function completed(id: string): Promise<Job> {
  await expect.poll(async () => (await get(id)).status, { timeout: 60_000 }).toBe('completed')
  return get(id)
}

test('started at once on an empty database, they migrated it once and agree', { retry: 0 }, async () => {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query('select name from drizzle.__drizzle_migrations')
  await client.end()
  expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length)
  const ready = await Promise.all([...webs, ...workers].map(({ url }) => remoteAt(url, null)('GET', '/readyz')))
  expect(ready.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test('each job is done once, whoever ordered it, and its file can be had at every machine', async () => {
  const sizes = [1, 2, 3, 4, 5, 6, 7, 8]
  const ids = await Promise.all(sizes.map((size) => order(calls[size % 2] ?? firstWeb, { maxItemsPerFile: size })))
  for (const [index, id] of ids.entries()) {
    const job = await completed(id)
    expect(job).toMatchObject({ attempts: 1, counts: { fetched: sizes[index] } })
    const files = await Promise.all(calls.map((call) => call('GET', String(job.files[0]?.url))))
    const direct = await firstWeb('POST', '/api/v1/products/export/csv', request({ maxItemsPerFile: sizes[index] }))
    expect(files.map(({ text }) => text)).toEqual([direct.text, direct.text])
  }
})

test('a machine that is stopped gives its job to another one, and the file is that of an undisturbed run', async () => {
  const undisturbed = await completed(await order(firstWeb))
  const [idle, busy] = workers as [Machine, Machine]
  idle.kill('SIGTERM')
  expect(await idle.gone).toEqual({ code: 0 })
  sandbox.tune({ latencyMs: 300 })
  const id = await order(firstWeb)
  await expect.poll(async () => (await get(id)).counts.fetched, { timeout: 30_000 }).toBeGreaterThan(0)
  busy.kill('SIGTERM')
  expect(await busy.gone).toEqual({ code: 0 })
  expect(await get(id)).toMatchObject({ status: 'waiting', attempts: 1 })
  sandbox.tune({ latencyMs: 0 })
  workers = [await start('worker')]
  const job = await completed(id)
  expect(job.attempts).toBe(2)
  expect(job.files[0]?.sha256).toBe(undisturbed.files[0]?.sha256)
})

test('when the database breaks all connections, machines go on with new ones', async () => {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = $1', [
    'client backend',
  ])
  await client.end()
  expect(await completed(await order(firstWeb, { maxItemsPerFile: 1 }))).toMatchObject({ attempts: 1 })
})

test('in a folder that machines share, files lie as well', async () => {
  for (const worker of workers) await worker[Symbol.asyncDispose]()
  const folder = await mkdtemp(join(tmpdir(), 'shared-'))
  closing.defer(() => rm(folder, { recursive: true, force: true }))
  const [first, second] = await Promise.all([start('web', { EXPORT_FOLDER: folder }), start('web', { EXPORT_FOLDER: folder })])
  await start('worker', { EXPORT_FOLDER: folder })
  const job = await completed(await order(remoteAt(first.url, token), { maxItemsPerFile: 5 }))
  expect(await readdir(folder)).toEqual([`${job.files[0]?.id}.csv`])
  const url = String(job.files[0]?.url)
  const [one, other] = await Promise.all([first, second].map((web) => remoteAt(web.url, token)('GET', url)))
  expect(one?.status).toBe(200)
  expect(other?.text).toBe(one?.text)
})
