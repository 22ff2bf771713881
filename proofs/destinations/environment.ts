// Destinations of all kinds, a database, finished exports of two sizes, and workers that deliver them and may be killed.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { eq } from 'drizzle-orm'
import { jobs } from '#drizzle/job-tables.ts'
import { startSandbox } from '#sandbox/start.ts'
import type { Deps } from '#server/deps.ts'
import { createDestination, removeDestination, updateDestination } from '#server/destinations/service.ts'
import { productTask } from '#server/export/product-task.ts'
import { startExport } from '#server/export/service.ts'
import { findJob, type JobWithStores } from '#server/jobs/repo.ts'
import { retryJob } from '#server/jobs/service.ts'
import { findStore, saveStore } from '#server/stores/service.ts'
import { permissions, type Viewer } from '#shared/access.ts'
import { DestinationCreateRequest, DestinationUpdateRequest } from '#shared/destinations.ts'
import { ProductExportRequest } from '#shared/export.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'
import { addPerson } from '../../scripts/people.ts'
import { assembled } from '../assembled.ts'
import type { SourceBug } from '../source-bug.ts'
import { startWorkerProcess, type WorkerProcess } from '../worker-process.ts'
import { Drained, type DeliveryCommand } from './instruction.ts'
import { openPlaces, type ProofPlace } from './places.ts'

/** Of a large file. That for a bucket has two parts of a multipart upload. */
const bytesOf = { s3: 9_000_001, others: 2_000_001 } as const
/** More than any pause before another attempt, and than any lease. */
const laterMs = 30 * 60_000
/** Beyond any delivery. */
const manyPoints = 1_000_000_000
const host = 'deliveries.myshopify.com'
const token = 'shpat_deliveries'
const scopes = ['read_products', 'read_inventory', 'read_locations', 'read_orders', 'read_customers']

export type FileSize = 'small' | 'large'
/** A delivery to a destination of its own. */
export type Trial = { name: string; place: ProofPlace; jobId: string }
/** A worker that delivers what is ready. `work` returns the number of points that it passed, or null where it died. */
export type DeliveryWorker = { work(dieAt?: number | null): Promise<number | null>; kill(): void; [Symbol.asyncDispose](): Promise<void> }

export type DeliveryEnvironment = {
  places: readonly ProofPlace[]
  /** A finished export that waits for its delivery. `secrets`: in place of the right ones. */
  queue(place: ProofPlace, size: FileSize, secrets?: object): Promise<Trial>
  job(trial: Trial): Promise<JobWithStores>
  /** Gives the destination the right secrets, and delivers again. */
  retry(trial: Trial): Promise<void>
  /** Removes the destination, of which there can be few at once. */
  end(trial: Trial): Promise<void>
  /** Lets time pass until whatever waits is due. */
  pass(): void
  startWorker(): Promise<DeliveryWorker>
  /** A worker that is never killed. */
  worker: DeliveryWorker
  [Symbol.asyncDispose](): Promise<void>
}

async function finishedFile(deps: Deps, bytes: Buffer) {
  const part = await deps.files.begin({ key: crypto.randomUUID(), attempt: 1 })
  await part.append(bytes)
  const published = await part.publish()
  await part.close()
  return { name: 'products.csv', rows: 3, ...published }
}

/** @param bug in the workers only. */
export async function openDeliveryEnvironment(bug: SourceBug | null): Promise<DeliveryEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'proof-destinations-'))
  const database = await freshDatabase(folder)
  const places = await openPlaces()
  const shop = { platform: 'shopify', host, name: 'One', currency: 'USD', timezone: 'UTC', products: 12, orders: 0, scopes } as const
  const sandbox = await startSandbox({ shops: [{ ...shop, credentials: { accessToken: token } }] })
  const endpoints = { ...sandbox.endpoints }
  const filesFolder = join(folder, 'exports')
  const options = { databaseUrl: database.url, platformEndpoints: endpoints, dataDir: folder, filesFolder, destinationHosts: ['127.0.0.1'] }
  const deps = await assembled(options)
  const { db } = deps.database
  const userId = await addPerson(deps, {
    email: 'owner@proof.test',
    name: 'Owner',
    password: null,
    assignments: [{ role: 'owner', storeId: null }],
  })
  const viewer: Viewer = { id: userId, grants: [{ storeId: null, level: 100, permissions }] }
  const { id: storeId } = await saveStore(deps, StoreCreateRequest.parse({ name: 'One', platform: 'shopify', domain: host, token }))
  let offsetMs = 0

  async function startWorker(): Promise<DeliveryWorker> {
    const instruction = { databaseUrl: database.url, folder, endpoints, smtpUrl: places.smtpUrl }
    const started: WorkerProcess = await startWorkerProcess('destinations/worker.ts', instruction, { bug })
    const { process: child, gone } = started
    let before = 0
    return {
      async work(dieAt = null) {
        if (!child.stdout) throw new Error('the worker has no output')
        const lines = createInterface(child.stdout)
        const answer = once(lines, 'line').then(([line]) => Drained.parse(JSON.parse(String(line))).points)
        child.stdin?.write(`${JSON.stringify({ offsetMs, dieAt } satisfies DeliveryCommand)}\n`)
        const points = await Promise.race([answer, gone.then(() => null)])
        lines.close()
        if (points === null) return null
        const passed = points - before
        before = points
        return passed
      },
      kill: () => void child.kill('SIGKILL'),
      [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
    }
  }

  async function enqueue(delivery: object): Promise<string> {
    const store = await findStore(deps, storeId)
    if (!store) throw new Error('the store is gone')
    const request = ProductExportRequest.parse({ storeId, config: { fields: ['Product Id', 'Title'] }, ...delivery })
    return (await startExport(deps, viewer, [store], productTask(request))).id
  }
  async function job({ jobId }: Pick<Trial, 'jobId'>) {
    const found = await findJob(db, jobId)
    if (!found) throw new Error('a job is gone')
    return found
  }

  // One export is made by a worker, and lends its receipt to the others.
  const jobId = await enqueue({})
  const worker = await startWorker()
  // From now on, it counts its points.
  await worker.work(manyPoints)
  const { counts, receipt, status } = await job({ jobId })
  if (status !== 'completed') throw new Error('the export came to nothing')
  const files = {
    small: await finishedFile(deps, randomBytes(20_001)),
    large: {
      s3: await finishedFile(deps, randomBytes(bytesOf.s3)),
      others: await finishedFile(deps, randomBytes(bytesOf.others)),
    },
  }
  const destinations = new Map<string, { id: string }>()
  let number = 0

  return {
    places: places.all,
    job,
    async queue(place, size, secrets) {
      const name = `trial-${(number += 1)}`
      const request = await place.open(name)
      const given = { name, kind: place.kind, ...request, ...(secrets ? { secrets } : {}) }
      const { id } = await createDestination(deps, DestinationCreateRequest.parse(given))
      destinations.set(name, { id })
      const trial = { name, place, jobId: await enqueue({ destinationId: id, fileName: 'products', includeReceipt: true }) }
      const written = {
        counts,
        receipt,
        warning: null,
        files: [size === 'small' ? files.small : files.large[place.kind === 's3' ? 's3' : 'others']],
        sheet: null,
        incomplete: null,
      }
      const names = { schedule: 'products', date: '2026-11-27', time: '060000', store: 'One', type: 'products', job: trial.jobId }
      await db
        .update(jobs)
        .set({ checkpoint: { written, names, sent: null } })
        .where(eq(jobs.id, trial.jobId))
        .returning({ id: jobs.id })
      return trial
    },
    async retry({ name, place, jobId: id }) {
      const destination = destinations.get(name)
      if (!destination) throw new Error('a destination is gone')
      const request = { id: destination.id, name, kind: place.kind, ...(await place.open(name)) }
      await updateDestination(deps, DestinationUpdateRequest.parse(request))
      await retryJob(deps, viewer, { id, startOver: false })
    },
    async end({ name }) {
      const destination = destinations.get(name)
      if (destination) await removeDestination(deps, destination.id)
      destinations.delete(name)
    },
    pass: () => void (offsetMs += laterMs),
    startWorker,
    worker,
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]()
      await deps.close()
      await database[Symbol.asyncDispose]()
      await places[Symbol.asyncDispose]()
      await sandbox.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
