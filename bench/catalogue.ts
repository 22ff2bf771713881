// The bench of the copy of all stores' catalogues on one database: the one in DATABASE_URL, or a SQLite file. Arguments: the numbers of products,
// of stores, and of calls for each figure.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copySorts, type CatalogueCopy, type CopyFilters, type CopySearch, type CopySort } from '#drizzle/catalogue/copy.ts'
import { openCatalogue } from '#drizzle/catalogue/open.ts'
import { dialect } from '#drizzle/dialect.ts'
import { withClient } from '#drizzle/postgres-connection.ts'
import { freshDatabase } from '../scripts/fresh-database.ts'
import { benchProduct, codeOf, rareVendor, wordOfHalf } from './catalogue-products.ts'
import { figure, setting, table, type Finding } from './report.ts'

const [products = 1_000_000, stores = 50, calls = 100] = process.argv.slice(2).map(Number)
const atOnce = 500
const storeIds = Array.from({ length: stores }, (_, index) => `store-${index}`)

/** Writes the stores in turn, as several are read from their shops at the same time. */
async function fill(copy: CatalogueCopy): Promise<number> {
  const begun = performance.now()
  let made = 0
  for (let batch = 0; made < products; batch += 1) {
    const ofBatch = Array.from({ length: Math.min(atOnce, products - made) }, (_, index) => benchProduct(made + index, products))
    await copy.write(storeIds[batch % stores] ?? '', ofBatch, Date.now())
    made += ofBatch.length
  }
  return products / ((performance.now() - begun) / 1_000)
}

async function timed(what: string, call: (turn: number) => Promise<unknown>): Promise<Finding> {
  await call(0)
  const samples: number[] = []
  for (let turn = 1; turn <= calls; turn += 1) {
    const begun = performance.now()
    await call(turn)
    samples.push(performance.now() - begun)
  }
  const sorted = samples.toSorted((one, other) => one - other)
  const at = (part: number) => (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(1)
  return figure(what, `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
}

const lists: readonly (readonly [string, CopyFilters])[] = [
  ['all', {}],
  ['active with stock', { status: 'active', stock: 'in' }],
  ['of a rare vendor', { vendor: [rareVendor] }],
  ['of a tag', { tag: ['sale'] }],
]

const searches: readonly (readonly [string, (turn: number) => string[]])[] = [
  ['a rare word', (turn) => [codeOf((turn * 7_919) % products)]],
  ['a word of half', () => [wordOfHalf]],
  ['a word of none', () => ['zzyzx']],
  ['two words of many', () => [wordOfHalf, 'navy']],
  ['a common and a rare word', (turn) => [wordOfHalf, codeOf((turn * 7_919) % products).slice(0, 8)]],
  ['three words', () => [wordOfHalf, 'blue', 'lamp']],
  ['three words, one short', () => [wordOfHalf, 'lamp', '9']],
]

const base = { words: [], filters: {}, limit: 50, after: null, storeIds }

const one = (turn: number) => [storeIds[turn % stores] ?? '']

async function measure(copy: CatalogueCopy): Promise<Finding[]> {
  const findings: Finding[] = []
  const add = async (what: string, searchOf: (turn: number) => Omit<CopySearch, 'sort' | 'reverse'>, sort: CopySort) =>
    findings.push(await timed(`${what}, by ${sort}`, (turn) => copy.search({ ...searchOf(turn), sort, reverse: turn % 2 === 0 })))
  for (const sort of copySorts) {
    for (const [name, filters] of lists) await add(`List ${name}`, () => ({ ...base, filters }), sort)
    await add('List of one store', (turn) => ({ ...base, storeIds: one(turn) }), sort)
    await add('List of five stores', (turn) => ({ ...base, storeIds: [0, 1, 2, 3, 4].flatMap((step) => one(turn + step)) }), sort)
  }
  for (const sort of ['created', 'title', 'price', 'store'] as const)
    for (const [name, words] of searches) await add(`Search ${name}`, (turn) => ({ ...base, words: words(turn) }), sort)
  for (const [name, words] of searches)
    findings.push(await timed(`Count ${name}`, (turn) => copy.count({ ...base, words: words(turn) }, 10_000)))
  for (const [name, filters] of lists) findings.push(await timed(`Count ${name}`, () => copy.count({ ...base, filters }, 10_000)))
  findings.push(
    await timed('The same products of others', (turn) => {
      const index = (turn * 7_919) % products
      return copy.same(
        { storeId: storeIds[Math.floor(index / atOnce) % stores] ?? '', productId: benchProduct(index, products).productId },
        storeIds,
        20,
      )
    }),
  )
  return findings
}

const folder = await mkdtemp(join(tmpdir(), 'bench-catalogue-'))
const database = await freshDatabase(folder)
const copy = await openCatalogue({ url: database.url, dataDir: folder })
const rate = await fill(copy)
// What Postgres does by itself some time after so many rows.
if (dialect === 'postgres')
  await withClient(database.url, (client) => client.query('vacuum (analyze) catalogue.products, catalogue.variants'))
const findings = [
  figure(`Filling with ${products} products of ${stores} stores, products a second`, rate.toFixed(0)),
  figure('Bytes on the disk, a product', ((await copy.bytes()) / products).toFixed(0)),
  ...(await measure(copy)),
]
await copy.close()
await database[Symbol.asyncDispose]()
await rm(folder, { recursive: true, force: true })
console.log(`${dialect === 'sqlite' ? 'SQLite' : 'Postgres'}, ${setting()}\n\n${table(findings)}\n`)
