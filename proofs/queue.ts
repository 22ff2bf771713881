// The queue alone, with small jobs: each is done once, and concurrent actions on a job get truthful answers.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { like } from 'drizzle-orm'
import { settings } from '#drizzle/schema.ts'
import { permissions, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { isSettled, type Job } from '#shared/jobs.ts'
import { cancelJob, enqueue, getJob, retryJob } from '#server/jobs/service.ts'
import { freshDatabase } from '../scripts/fresh-database.ts'
import { assembled } from './assembled.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'
import type { QueueInstruction } from './instruction.ts'

const pollMs = 15
/** Long enough that a slow worker does not lose its job. */
const longLeaseMs = 60_000
/** Enough that each person's share of a thousand jobs is within the limit of queued jobs. */
const users = 25

export type Queue = {
  /** Adds a small job of one of several users, each with a store. */
  add(user?: number): Promise<string>
  get(id: string): Promise<Job>
  settled(id: string): Promise<Job>
  /** Whether the job was cancelled (or restarted). false: the answer was that it could not be. */
  cancel(id: string): Promise<boolean>
  retry(id: string): Promise<boolean>
  /** The completed attempts of a job, or of all jobs: `<job> <attempt>`. */
  runs(id?: string): Promise<string[]>
  hire(change?: Partial<QueueInstruction>): Promise<WorkerProcess>
  [Symbol.asyncDispose](): Promise<void>
}

/** false for a conflict, which is a valid answer. */
async function told(act: Promise<unknown>): Promise<boolean> {
  try {
    await act
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONFLICT') return false
    throw error
  }
}

const viewer = (user: number): Viewer => ({ id: `user-${user}`, grants: [{ storeId: null, level: 100, permissions }] })

export async function createQueue(): Promise<Queue> {
  const folder = await mkdtemp(join(tmpdir(), 'queue-'))
  const database = await freshDatabase(folder)
  const deps = await assembled({ databaseUrl: database.url })
  const anybody = viewer(0)
  const get = (id: string) => getJob(deps, anybody, id)
  return {
    add: async (user = 0) => (await enqueue(deps, viewer(user), { type: 'product_export', payload: {}, storeIds: [`store-${user}`] })).id,
    get,
    async settled(id) {
      for (;;) {
        const job = await get(id)
        if (isSettled(job)) return job
        await rest(pollMs)
      }
    },
    cancel: (id) => told(cancelJob(deps, anybody, id)),
    retry: (id) => told(retryJob(deps, anybody, { id, startOver: false })),
    runs: async (id = '') =>
      (
        await deps.database.db
          .select({ key: settings.key })
          .from(settings)
          .where(like(settings.key, `${id}% %`))
      ).map(({ key }) => key),
    hire: (change = {}) =>
      startWorkerProcess('queue-worker.ts', { databaseUrl: database.url, leaseMs: longLeaseMs, isPoison: false, ...change }),
    async [Symbol.asyncDispose]() {
      await deps.close()
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isOnce = ({ status, attempts }: Job) => status === 'completed' && attempts === 1

/** Workers share jobs. Returns how many jobs were done exactly once, by one attempt. */
export async function sharedOut(workers: number, jobs: number): Promise<{ once: number; runs: number }> {
  await using queue = await createQueue()
  const ids: string[] = []
  for (let index = 0; index < jobs; index += 1) ids.push(await queue.add(index % users))
  await using stack = new AsyncDisposableStack()
  const started = await Promise.all(Array.from({ length: workers }, async () => stack.use(await queue.hire())))
  for (const worker of started) worker.begin()
  const done = []
  for (const id of ids) done.push(await queue.settled(id))
  return { once: done.filter(isOnce).length, runs: (await queue.runs()).length }
}

export type Race = { times: number; cancelled: number; retried: number; untrue: string[] }

/**
 * Completes, cancels and restarts jobs at the same moment. A cancelled attempt must not complete its job, only a failed job is restarted,
 * and no answer confirms an action that did not happen.
 */
export async function races(times: number): Promise<Race> {
  await using queue = await createQueue()
  await using worker = await queue.hire()
  worker.begin()
  const race: Race = { times, cancelled: 0, retried: 0, untrue: [] }
  for (let index = 0; index < times; index += 1) {
    const id = await queue.add(index % users)
    await rest(Math.random() * 2 * pollMs)
    const retry = rest(Math.random() * pollMs).then(() => queue.retry(id))
    const [cancelled, retried] = await Promise.all([queue.cancel(id), retry])
    const job = await queue.settled(id)
    const expected = cancelled && !retried ? 'failed' : 'completed'
    const isTrue =
      job.status === expected && (cancelled || !retried) && job.error?.code === (expected === 'failed' ? 'JOB_CANCELLED' : undefined)
    const isRun = job.status !== 'completed' || (await queue.runs(id)).includes(`${id} ${job.attempts}`)
    if (!isTrue || !isRun) race.untrue.push(`${id}: cancelled ${cancelled}, retried ${retried}, ended ${job.status} (${job.error?.code})`)
    race.cancelled += Number(cancelled)
    race.retried += Number(retried)
  }
  return race
}

/** A job that kills its worker's process: its end, and the number of workers it killed. */
export async function poisoned(): Promise<{ job: Job; lost: number }> {
  await using queue = await createQueue()
  const id = await queue.add()
  for (let lost = 0; ; lost += 1) {
    await using worker = await queue.hire({ isPoison: true, leaseMs: 300 })
    worker.begin()
    const job = await Promise.race([queue.settled(id), worker.gone.then(() => null)])
    if (job) return { job, lost }
  }
}
