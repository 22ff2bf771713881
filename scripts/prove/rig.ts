// A shop, a database and workers that can be killed, for the proofs.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { assemble } from '#server/assemble.ts'
import { productTask } from '#server/export/product-task.ts'
import { startExport } from '#server/export/service.ts'
import type { ExportTask } from '#server/export/task.ts'
import { find, type SeenJob } from '#server/jobs/repo.ts'
import { createLogger } from '#server/logging.ts'
import { createStore, findStore } from '#server/stores/service.ts'
import { permissions, type Viewer } from '#shared/access.ts'
import { ProductExportRequest } from '#shared/export.ts'
import { isSettled } from '#shared/jobs.ts'
import { productFields } from '#shared/product-fields.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import { addPerson } from '../people.ts'
import { appSecret, type Mutant, type Order } from './order.ts'

const host = 'proof.myshopify.com'
const token = 'shpat_proof'
const scopes = ['read_products', 'read_inventory', 'read_orders', 'read_customers', 'read_all_orders']

/** `task`: what is exported of the store; all products with all fields where it is left out. */
export type RigOptions = {
  databaseUrl?: string | undefined
  products: number
  orders?: number
  task?: (storeId: string) => ExportTask
}
export type Rig = {
  sandbox: Sandbox
  /** Makes a job of what is exported. */
  order(): Promise<string>
  job(id: string): Promise<SeenJob>
  fileOf(job: SeenJob): Promise<Buffer>
  /** A worker that waits to be told to begin. */
  hire(change?: { mutant?: Mutant; dieAt?: number | null }): Promise<Hired>
  [Symbol.asyncDispose](): Promise<void>
}
export type Hired = { process: ChildProcess; begin(): void; gone: Promise<unknown> }

async function hireWorker(order: Order): Promise<Hired> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'kill-worker.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: order.databaseUrl, ORDER: JSON.stringify(order) },
  })
  const gone = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), gone])
  return { process: child, gone, begin: () => child.stdin.write('begin\n') }
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

const allProducts = (storeId: string) => productTask(ProductExportRequest.parse({ storeId, config: { fields: productFields } }))

/** The database's own folder is used where no address is given. Files lie in the database where it is Postgres. */
export async function createRig({ databaseUrl, products, orders, task = allProducts }: RigOptions): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'proof-'))
  const url = databaseUrl ?? `file:${folder}/app.db`
  const filesFolder = databaseUrl === undefined ? join(folder, 'exports') : undefined
  const shop = { platform: 'shopify', host, name: 'Proof', currency: 'USD', timezone: 'UTC', products, orders, scopes } as const
  const sandbox = await startSandbox({ shops: [{ ...shop, credentials: { accessToken: token } }] })
  sandbox.tune({ costBucket: false })
  const endpoints = { ...sandbox.endpoints }
  const settings = {
    databaseUrl: url,
    appSecret,
    appUrl: 'http://localhost:3000',
    passwordMinLength: 6,
    platformEndpoints: endpoints,
    dataDir: folder,
    mail: { smtpUrl: null, from: 'proof@localhost' },
  }
  const deps = await assemble({ ...settings, filesFolder, now: () => Date.now(), log: createLogger('error') })
  const userId = await addPerson(deps, {
    email: `${crypto.randomUUID()}@proof.test`,
    name: 'Proof',
    password: 'proof-password',
    assignments: [{ role: 'owner', storeId: null }],
  })
  const created = StoreCreateRequest.parse({ name: crypto.randomUUID(), platform: 'shopify', domain: host, token })
  const { id: storeId } = await createStore(deps, created)
  const viewer: Viewer = { id: userId, grants: [{ storeId: null, level: 100, permissions }] }
  return {
    sandbox,
    async order() {
      const store = await findStore(deps, storeId)
      if (!store) throw new Error('the store is gone')
      return (await startExport(deps, viewer, [store], task(storeId))).id
    },
    async job(id) {
      const job = await find(deps.database.db, id)
      if (!job) throw new Error('the job is gone')
      return job
    },
    async fileOf({ files: [file] }) {
      if (!file) throw new Error('the job left no file')
      return bytesOf(await deps.files.read(file.id, { start: 0, end: file.bytes }))
    },
    hire: ({ mutant = 'none', dieAt = null } = {}) => hireWorker({ databaseUrl: url, filesFolder, endpoints, mutant, dieAt }),
    async [Symbol.asyncDispose]() {
      await deps.close()
      await sandbox.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const pollMs = 15
const rest = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** Waits until the job is over, or the time is. */
export async function settledWithin(rig: Rig, id: string, ms: number): Promise<SeenJob | null> {
  for (const end = performance.now() + ms; ; await rest(pollMs)) {
    const job = await rig.job(id)
    if (isSettled(job)) return job
    if (performance.now() >= end) return null
  }
}

/** Waits until a worker has taken the job once more, or it was over before. */
export async function takenAfter(rig: Rig, id: string, attempts: number) {
  for (;;) {
    const job = await rig.job(id)
    if (job.attempts > attempts || isSettled(job)) return
    await rest(pollMs)
  }
}
