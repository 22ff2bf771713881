// A shop, a database and killable workers, for the proofs.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialect } from '#drizzle/dialect.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { productTask } from '#server/export/product-task.ts'
import { startExport } from '#server/export/service.ts'
import type { ExportTask } from '#server/export/task.ts'
import type { BucketPlace } from '#server/storage/bucket.ts'
import { findJob, type JobWithStores } from '#server/jobs/repo.ts'
import { saveStore, findStore } from '#server/stores/service.ts'
import { permissions, type Viewer } from '#shared/access.ts'
import { ProductExportRequest } from '#shared/export.ts'
import type { ExportFormat } from '#shared/export-format.ts'
import { isSettled } from '#shared/jobs.ts'
import { productFields } from '#shared/product-fields.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import { freshDatabase } from '../scripts/fresh-database.ts'
import { addPerson } from '../scripts/people.ts'
import { assembled } from './assembled.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'
import { timing, type Mutant } from './instruction.ts'

const host = 'proof.myshopify.com'
const token = 'shpat_proof'
const scopes = ['read_products', 'read_inventory', 'read_locations', 'read_orders', 'read_customers', 'read_all_orders']

/** `task`: the export. Default: all products with all fields as CSV. `filesBucket`: the bucket for its files. */
export type EnvironmentOptions = { products: number; orders?: number; task?: (storeId: string) => ExportTask; filesBucket?: BucketPlace }
export type ExportEnvironment = {
  sandbox: Sandbox
  /** The folder of all data except a server's database. */
  folder: string
  databaseUrl: string
  /** The owner's sign-in. */
  owner: { email: string; password: string }
  /** Queues the export as a job. */
  enqueue(): Promise<string>
  job(id: string): Promise<JobWithStores>
  fileOf(job: JobWithStores): Promise<Buffer>
  /** A worker that waits for the start instruction. */
  startWorker(change?: { mutant?: Mutant; dieAt?: number | null; leaseMs?: number }): Promise<WorkerProcess>
  [Symbol.asyncDispose](): Promise<void>
}
async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/** All products with all fields, as a file of this format. */
export const allProducts = (format: ExportFormat) => (storeId: string) =>
  productTask(ProductExportRequest.parse({ storeId, config: { fields: productFields }, format }))

/** An environment with a separate database. Without a bucket, files are in a folder, and on Postgres in the database. */
export async function openExportEnvironment({
  products,
  orders,
  task = allProducts('csv'),
  filesBucket,
}: EnvironmentOptions): Promise<ExportEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'proof-'))
  const database = await freshDatabase(folder)
  const { url } = database
  const filesFolder = dialect === 'sqlite' && !filesBucket ? join(folder, 'exports') : undefined
  const shop = { platform: 'shopify', host, name: 'Proof', currency: 'USD', timezone: 'UTC', products, orders, scopes } as const
  const sandbox = await startSandbox({ shops: [{ ...shop, credentials: { accessToken: token } }] })
  sandbox.tune({ costBucket: false })
  const endpoints = { ...sandbox.endpoints }
  const deps = await assembled({ databaseUrl: url, platformEndpoints: endpoints, dataDir: folder, filesFolder, filesBucket })
  const owner = { email: `${crypto.randomUUID()}@proof.test`, password: 'proof-password' }
  const userId = await addPerson(deps, {
    ...owner,
    name: 'Proof',
    assignments: [{ role: 'owner', storeId: null }],
  })
  const created = StoreCreateRequest.parse({ name: crypto.randomUUID(), platform: 'shopify', domain: host, token })
  const { id: storeId } = await saveStore(deps, created)
  const viewer: Viewer = { id: userId, grants: [{ storeId: null, level: 100, permissions }] }
  return {
    sandbox,
    folder,
    databaseUrl: url,
    owner,
    async enqueue() {
      const store = await findStore(deps, storeId)
      if (!store) throw new Error('the store is gone')
      return (await startExport(deps, viewer, [store], task(storeId))).id
    },
    async job(id) {
      const job = await findJob(deps.database.db, id)
      if (!job) throw new Error('the job is gone')
      return job
    },
    async fileOf({ files: [file] }) {
      if (!file) throw new Error('the job left no file')
      return bytesOf(await deps.files.read(file.id, { start: 0, end: file.bytes }))
    },
    startWorker: ({ mutant = 'none', dieAt = null, leaseMs = timing.leaseMs } = {}) =>
      startWorkerProcess('kill-worker.ts', { databaseUrl: url, filesFolder, filesBucket, endpoints, mutant, dieAt, leaseMs }),
    async [Symbol.asyncDispose]() {
      await deps.close()
      await database[Symbol.asyncDispose]()
      await sandbox.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const pollMs = 15
const rest = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** Waits until the job has ended or the time is over. */
export async function settledWithin(environment: ExportEnvironment, id: string, ms: number): Promise<JobWithStores | null> {
  for (const end = performance.now() + ms; ; await rest(pollMs)) {
    const job = await environment.job(id)
    if (isSettled(job)) return job
    if (performance.now() >= end) return null
  }
}

/** Waits until part of the job is done or the time is over. */
export async function reachedWithin(environment: ExportEnvironment, id: string, ms: number) {
  for (const end = performance.now() + ms; performance.now() < end; await rest(pollMs)) {
    const { counts, checkpoint } = await environment.job(id)
    if (counts.fetched > 0 && checkpoint !== null) return
  }
}

/** Waits until a worker has taken the job again, or the job has ended. Returns whether it happened in time. */
export async function isTakenWithin(environment: ExportEnvironment, id: string, attempts: number, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await rest(pollMs)) {
    const job = await environment.job(id)
    if (job.attempts > attempts || isSettled(job)) return true
  }
  return false
}
