// Two shops, a database and a worker that may be killed, for histories of schedules that deliver what changed.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createSharedClock } from '#drizzle/shared-clock.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import type { Deps } from '#server/deps.ts'
import { saveStore } from '#server/stores/service.ts'
import { permissions, type Viewer } from '#shared/access.ts'
import type { Platform } from '#shared/platforms.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'
import { addPerson } from '../../scripts/people.ts'
import { assembled } from '../assembled.ts'
import type { SourceBug } from '../source-bug.ts'
import { startWorkerProcess, type WorkerProcess } from '../worker-process.ts'
import type { WorkCommand } from './instruction.ts'

const scopes = ['read_products', 'read_inventory', 'read_locations', 'read_orders', 'read_customers', 'read_all_orders']
const shop = { currency: 'USD', timezone: 'UTC', products: 12, orders: 12, scopes } as const
export const hosts: Record<Platform, string> = { shopify: 'changes.myshopify.com', shopbase: 'changes.onshopbase.com' }

export type ChangesEnvironment = {
  deps: Deps
  viewer: Viewer
  sandbox: Sandbox
  stores: Record<Platform, string>
  /** Lets time pass, for the product and for the shops. */
  pass(ms: number): void
  /** Lets a worker run what is ready. Returns whether it has died. `dieAt`: see `WorkCommand`. */
  work(dieAt: number | null): Promise<boolean>
  [Symbol.asyncDispose](): Promise<void>
}

/** @param bug in the worker only. */
export async function openChangesEnvironment(bug: SourceBug | null): Promise<ChangesEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'proof-changes-'))
  const database = await freshDatabase(folder)
  const { url: databaseUrl } = database
  const sandbox = await startSandbox({
    shops: [
      { ...shop, platform: 'shopify', host: hosts.shopify, name: 'One', credentials: { accessToken: 'shpat_one' } },
      { ...shop, platform: 'shopbase', host: hosts.shopbase, name: 'Two', credentials: { apiKey: 'key', password: 'password' } },
    ],
  })
  sandbox.tune({ costBucket: false, callBucket: false })
  sandbox.sheets.tune({ quota: false })
  const { account, endpoint: sheetsEndpoint, tokenEndpoint } = sandbox.sheets
  const google = { account, sheetsEndpoint, tokenEndpoint }
  const endpoints = { ...sandbox.endpoints }
  let offsetMs = 0
  const now = () => Date.now() + offsetMs
  const kept = await assembled({
    databaseUrl,
    platformEndpoints: endpoints,
    dataDir: folder,
    filesFolder: join(folder, 'exports'),
    google,
    now,
  })
  const deps = { ...kept, sharedClock: createSharedClock(now, now) }
  const userId = await addPerson(deps, {
    email: 'owner@proof.test',
    name: 'Owner',
    password: null,
    assignments: [{ role: 'owner', storeId: null }],
  })
  const connect = async (platform: Platform, secrets: object) =>
    (await saveStore(deps, StoreCreateRequest.parse({ name: platform, platform, domain: hosts[platform], ...secrets }))).id
  const stores = {
    shopify: await connect('shopify', { token: 'shpat_one' }),
    shopbase: await connect('shopbase', { apiKey: 'key', apiPassword: 'password' }),
  }
  const start = () => startWorkerProcess('changes/worker.ts', { databaseUrl, folder, endpoints, google }, { bug })
  let worker: WorkerProcess = await start()
  // The next worker starts while this one works.
  let standby = start()
  let isArmed = false
  return {
    deps,
    viewer: { id: userId, grants: [{ storeId: null, level: 100, permissions }] },
    sandbox,
    stores,
    pass(ms) {
      offsetMs += ms
      for (const host of Object.values(hosts)) sandbox.trade(host).clock.leap(ms)
    },
    async work(dieAt) {
      const { process: child, gone } = worker
      if (!child.stdout) throw new Error('the worker has no output')
      const lines = createInterface(child.stdout)
      const done = once(lines, 'line')
      const command: WorkCommand = { offsetMs, dieAt: isArmed ? null : dieAt }
      isArmed ||= dieAt !== null
      child.stdin?.write(`${JSON.stringify(command)}\n`)
      await Promise.race([done, gone])
      lines.close()
      if (child.signalCode === null) return false
      worker = await standby
      standby = start()
      isArmed = false
      return true
    },
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]()
      await (await standby)[Symbol.asyncDispose]()
      await deps.close()
      await database[Symbol.asyncDispose]()
      await sandbox.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
