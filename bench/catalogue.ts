// The bench of the copy of all stores' catalogues on one database: the one in DATABASE_URL, or a SQLite file. Arguments: the numbers of products, of
// stores, of calls for each figure, and of lists a second.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { openCatalogue } from '#drizzle/catalogue/open.ts'
import { catalogueStores } from '#drizzle/catalogue-tables.ts'
import { dialect } from '#drizzle/dialect.ts'
import { withClient } from '#drizzle/postgres-connection.ts'
import type { ShopSettings } from '#sandbox/settings.ts'
import type { Deps } from '#server/deps.ts'
import { freshDatabase } from '../scripts/fresh-database.ts'
import { benchProduct } from './catalogue-products.ts'
import { clashFinding, listsOverHttp, searchesOverHttp } from './catalogue-calls.ts'
import { measuredCopy } from './catalogue-figures.ts'
import { figure, goal, setting, table, type Finding } from './report.ts'
import { startServer } from './server.ts'
import { accessToken } from './shops.ts'

const [products = 1_000_000, stores = 50, calls = 100, perSecond = 1_000] = process.argv.slice(2).map(Number)
const atOnce = 500
const bytesWanted = 1_536
const people = 100

const shopOf = (index: number): ShopSettings => ({
  platform: 'shopify',
  host: `bench-${index}.myshopify.com`,
  name: `Bench ${index}`,
  currency: 'USD',
  timezone: 'UTC',
  products: 0,
  scopes: ['read_products'],
  credentials: { accessToken },
})
const shops = Object.fromEntries(Array.from({ length: stores }, (_, index) => [`shop-${index}`, shopOf(index)]))

/** Writes the stores in turn, as several are read from their shops at the same time. Returns the products a second. */
async function fill(copy: CatalogueCopy, storeIds: readonly string[]): Promise<number> {
  const begun = performance.now()
  let made = 0
  for (let batch = 0; made < products; batch += 1) {
    const ofBatch = Array.from({ length: Math.min(atOnce, products - made) }, (_, index) => benchProduct(made + index, products))
    await copy.write(storeIds[batch % stores] ?? '', ofBatch, Date.now(), { isFirst: true })
    made += ofBatch.length
  }
  return products / ((performance.now() - begun) / 1_000)
}

/** Has the stores count as read, and keeps the keepers of the server away from them. */
async function markRead({ database, catalogue }: Deps, storeIds: readonly string[]) {
  const now = new Date()
  const later = new Date(now.getTime() + 365 * 86_400_000)
  const filledInto = await catalogue.identity()
  const rows = storeIds.map((storeId) => ({ storeId, isOn: true, filledAt: now, checkedAt: now, filledInto, dueAt: later, failures: 0 }))
  await database.db.insert(catalogueStores).values(rows)
}

const findings: Finding[] = []

async function prepare(deps: Deps, ids: Readonly<Record<string, string>>, catalogue: CatalogueCopy, url: string) {
  const storeIds = Object.values(ids)
  const rate = await fill(catalogue, storeIds)
  await markRead(deps, storeIds)
  const begun = performance.now()
  const currencies = new Map(storeIds.map((id) => [id, 'USD']))
  while (await catalogue.judge(currencies));
  const judgedMs = performance.now() - begun
  // What Postgres does by itself some time after so many rows.
  if (dialect === 'postgres') await withClient(url, (client) => client.query('vacuum (analyze) catalogue.products, catalogue.variants'))
  const bytes = (await catalogue.bytes()) / products
  findings.push(
    figure(`Filling with ${products} products of ${stores} stores, products a second`, rate.toFixed(0)),
    figure('Comparing the codes of all of them', `${(judgedMs / 1_000).toFixed(1)} s`),
    goal('Bytes on the disk, a product', bytes.toFixed(0), `at most ${bytesWanted}`, bytes <= bytesWanted),
    ...(await measuredCopy(catalogue, { storeIds, products, atOnce, calls })),
  )
}

const folder = await mkdtemp(join(tmpdir(), 'bench-catalogue-'))
const database = await freshDatabase(folder)
{
  const ofServer = dialect === 'postgres' ? { databaseUrl: database.url } : {}
  // Not the one of the server, which keeps what it was asked for.
  const copyIn = (dataDir: string) => openCatalogue({ url: database.url, dataDir })
  await using server = await startServer({}, shops, {
    people,
    ...ofServer,
    copies: true,
    async prepare(deps, ids, dataDir) {
      const copy = await copyIn(dataDir)
      await prepare(deps, ids, copy, database.url)
      await copy.close()
    },
  })
  const copy = await copyIn(server.dataDir)
  findings.push(
    await clashFinding(server, products),
    ...(await searchesOverHttp(server, products, calls)),
    ...(await listsOverHttp(server, copy, perSecond)),
  )
  await copy.close()
}
await database[Symbol.asyncDispose]()
await rm(folder, { recursive: true, force: true })
process.exitCode = findings.some(({ isMet }) => isMet === false) ? 1 : 0
console.log(`${dialect === 'sqlite' ? 'SQLite' : 'Postgres'}, ${setting()}\n\n${table(findings)}\n`)
