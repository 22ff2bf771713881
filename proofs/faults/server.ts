// The product as one of the proof's servers: real sockets, a separate database, and a clock that may run fast.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '#server/http/app.ts'
import type { Google } from '#server/boot/assemble-work.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { createLogger } from '#server/boot/logging.ts'
import { machineClock } from '#server/platforms/clock.ts'
import { saveStore } from '#server/stores/service.ts'
import type { ShopSettings } from '#sandbox/settings.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'
import { addPerson } from '../../scripts/people.ts'
import { assembled } from '../assembled.ts'
import { callerAt, type Answer, type Method } from './caller.ts'

export type ProofServer = {
  /** Calls `/api/v1` as the owner. */
  call(method: Method, path: string, body?: object): Promise<Answer>
  /** The store of a shop, by the shop's host. */
  storeOf(host: string): string
  /** Sets its clock forward. A negative value sets it back. */
  leap(ms: number): void
  /** Advances its steady clock past the pause after which a failed shop is called again. */
  forgetOutages(): void
  /** Milliseconds since 1970 by its own clock. */
  now(): number
  logged: readonly string[]
  [Symbol.asyncDispose](): Promise<void>
}
export type ProofServerOptions = {
  shops: readonly ShopSettings[]
  endpoints: Record<string, string>
  google?: Google
  /** Its seconds per real second. */
  speed?: number
  bulkAfterMs?: number
}

const owner = { email: 'owner@proof.test', password: 'proof-password' }
/** Limits that let dozens of jobs run at once, so that none waits in the queue. */
const crowd = { atOnce: 24, caps: { perStore: 24, perUser: 200, scheduledPerUser: 200 }, leaseMs: 24 * 3_600_000, pollMs: 50 }

function secretsOf({ credentials }: ShopSettings): object {
  if ('accessToken' in credentials) return { token: credentials.accessToken }
  if ('clientId' in credentials) return credentials
  return { apiKey: credentials.apiKey, apiPassword: credentials.password }
}

/** The request that creates a store for a shop. */
export function storeRequestOf(shop: ShopSettings) {
  const { platform, host: domain, name, currency, timezone } = shop
  return { platform, domain, name, currency, timezone, ...secretsOf(shop) }
}

/** A call needs enough real time, however fast the clock runs, because this machine runs all parallel workers. */
const shortestDeadlineMs = 2_000

/** Longer than the open time of a shop's circuit breaker. */
const OUTAGE_MS = 60_000

/** A clock that runs `speed` times as fast as the machine's. Sleeps and deadlines are shortened accordingly. */
function clockAt(speed: number) {
  const [began, start] = [machineClock.date(), machineClock.now()]
  let leapt = 0
  let passed = 0
  return {
    now: () => machineClock.now() * speed + passed,
    date: () => began + (machineClock.now() - start) * speed + leapt,
    sleep: (ms: number, signal?: AbortSignal) => machineClock.sleep(ms / speed, signal),
    deadline: (ms: number) => machineClock.deadline(speed === 1 ? ms : Math.max(shortestDeadlineMs, ms / speed)),
    leap: (ms: number) => void (leapt += ms),
    forgetOutages: () => void (passed += OUTAGE_MS),
  }
}

export async function openProofServer({
  shops,
  endpoints,
  google,
  speed = 1,
  bulkAfterMs = Infinity,
}: ProofServerOptions): Promise<ProofServer> {
  const folder = await mkdtemp(join(tmpdir(), 'server-'))
  const database = await freshDatabase(folder)
  const logged: string[] = []
  const log = createLogger('info', { write: (line) => void logged.push(line) })
  const { leap, forgetOutages, ...clock } = clockAt(speed)
  const deps = await assembled({
    databaseUrl: database.url,
    dataDir: folder,
    filesFolder: join(folder, 'exports'),
    platformEndpoints: endpoints,
    ...(google ? { google } : {}),
    bulkAfterMs,
    now: clock.date,
    waiting: clock,
    log,
  })
  const { appUrl } = deps
  const app = await buildApp(deps, { log, proxies: 0, appUrl, corsOrigins: [], pictureOrigins: [], passwordMinLength: 6 })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await addPerson(deps, { ...owner, name: 'Owner', assignments: [{ role: 'owner', storeId: null }] })
  const stores = new Map<string, string>()
  for (const shop of shops) {
    stores.set(shop.host, (await saveStore(deps, StoreCreateRequest.parse(storeRequestOf(shop)))).id)
  }
  const worker = createWorker(deps, { handlers: createJobHandlers(deps), ...crowd })
  worker.start()
  const { call } = callerAt(url, owner)
  return {
    call,
    leap,
    forgetOutages,
    now: clock.date,
    logged,
    storeOf(host) {
      const id = stores.get(host)
      if (id === undefined) throw new Error(`no store of ${host}`)
      return id
    },
    async [Symbol.asyncDispose]() {
      await worker.stop()
      await app.close()
      await deps.close()
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
