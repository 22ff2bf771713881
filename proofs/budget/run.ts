// Processes share two shops, one of each platform, that refuse what exceeds their rate limits. The shops count it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startSandbox } from '#sandbox/start.ts'
import type { ShopSettings } from '#sandbox/settings.ts'
import { productTask } from '#server/export/product-task.ts'
import { startExport } from '#server/export/service.ts'
import { listJobs } from '#server/jobs/service.ts'
import { findStore, saveStore } from '#server/stores/service.ts'
import { permissions, type Viewer } from '#shared/access.ts'
import { ProductExportRequest } from '#shared/export.ts'
import { isSettled } from '#shared/jobs.ts'
import { productFields } from '#shared/product-fields.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'
import { addPerson } from '../../scripts/people.ts'
import { assembled } from '../assembled.ts'
import type { SourceBug } from '../source-bug.ts'
import { startWorkerProcess } from '../worker-process.ts'
import { OpenedList, type BudgetInstruction } from './instruction.ts'

const common = { currency: 'USD', timezone: 'UTC', scopes: ['read_products', 'read_inventory', 'read_locations', 'read_orders'] }
const shops = {
  shopify: {
    ...common,
    platform: 'shopify',
    host: 'proof.myshopify.com',
    name: 'Proof',
    products: 3_000,
    credentials: { accessToken: 'shpat_proof' },
  },
  shopbase: {
    ...common,
    platform: 'shopbase',
    host: 'proof.onshopbase.com',
    name: 'Proof',
    products: 8_000,
    credentials: { apiKey: 'proof-key', password: 'proof-password' },
  },
} satisfies Record<string, ShopSettings>
type Kind = keyof typeof shops
const secrets = { shopify: { token: 'shpat_proof' }, shopbase: { apiKey: 'proof-key', apiPassword: 'proof-password' } }
/** As over a network. */
const latencyMs = 80
/** The open exports of each shop. Two of them run at a time. */
const openExports = 4
const lookMs = 1_000

/** What happened at one shop. `used`: the part of what its rate limit allowed in the time. `longestWaitMs`: of a list, for the rate limit. */
export type BudgetVerdict = {
  shop: Kind
  refused: number
  used: number
  lists: number
  failed: number
  longestWaitMs: number
  medianMs: number
}

export type BudgetRun = {
  seconds: number
  roles: readonly BudgetInstruction['role'][]
  /** Before the measurement: what was left in the shops' buckets is used up. */
  warmUpSeconds: number
  bug?: SourceBug | null
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

export async function runBudget({ seconds, roles, warmUpSeconds, bug = null }: BudgetRun): Promise<BudgetVerdict[]> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'proof-budget-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const database = stack.use(await freshDatabase(folder))
  const sandbox = await startSandbox({ shops: Object.values(shops) })
  stack.defer(() => sandbox.close())
  await sandbox.warmUp()
  sandbox.tune({ latencyMs })
  const { endpoints } = sandbox
  const deps = await assembled({ databaseUrl: database.url, platformEndpoints: endpoints, dataDir: folder })
  stack.defer(() => deps.close())

  /** Keeps exports of a shop queued, of a person of their own. */
  async function prepare(kind: Kind) {
    const { host: domain, platform } = shops[kind]
    const created = StoreCreateRequest.parse({ name: kind, platform, domain, ...secrets[kind] })
    const { id: storeId } = await saveStore(deps, created)
    const person = { email: `${kind}@proof.test`, name: kind, password: null, assignments: [{ role: 'owner', storeId: null }] } as const
    const viewer: Viewer = { id: await addPerson(deps, person), grants: [{ storeId: null, level: 100, permissions }] }
    const task = productTask(ProductExportRequest.parse({ storeId, config: { fields: productFields } }))
    return async () => {
      const { jobs } = await listJobs(deps, viewer, { storeId, limit: 20 })
      const store = await findStore(deps, storeId)
      if (!store) throw new Error('the store is gone')
      for (let open = jobs.filter((job) => !isSettled(job)).length; open < openExports; open++)
        await startExport(deps, viewer, [store], task)
    }
  }
  const kinds: readonly Kind[] = ['shopify', 'shopbase']
  const fills = await Promise.all(kinds.map(prepare))
  const isRush = !roles.includes('worker')
  const over = new AbortController()
  const lists: OpenedList[] = []
  let isMeasured = false

  async function keepExporting() {
    if (isRush) return
    while (!over.signal.aborted) {
      for (const fill of fills) await fill()
      await pause(lookMs)
    }
  }
  for (const [index, role] of roles.entries()) {
    const instruction: BudgetInstruction = { databaseUrl: database.url, endpoints, folder, role, seed: index + 1 }
    const onLine = (line: string) => {
      if (isMeasured) lists.push(OpenedList.parse(JSON.parse(line)))
    }
    const child = stack.use(await startWorkerProcess('budget/process.ts', instruction, { bug, onLine }))
    child.begin()
  }
  const exporting = keepExporting()
  await pause(warmUpSeconds * 1_000)
  isMeasured = true
  const buckets = kinds.map((kind) => sandbox.bucket(shops[kind].host))
  const before = buckets.map((bucket) => bucket.spent())
  const begun = performance.now()
  await pause(seconds * 1_000)
  const elapsed = (performance.now() - begun) / 1_000
  const verdicts = kinds.map((shop, index): BudgetVerdict => {
    const bucket = buckets[index]
    if (!bucket) throw new Error('a shop has no bucket')
    const own = lists.filter((list) => list.shop === shops[shop].host)
    return {
      shop,
      refused: bucket.refused(),
      used: (bucket.spent() - (before[index] ?? 0)) / (bucket.rate * elapsed),
      lists: own.length,
      failed: own.filter(({ error }) => error !== null).length,
      longestWaitMs: Math.round(Math.max(0, ...own.map(({ waitedMs }) => waitedMs))),
      medianMs: Math.round(median(own.map(({ ms }) => ms))),
    }
  })
  over.abort()
  await exporting
  return verdicts
}
