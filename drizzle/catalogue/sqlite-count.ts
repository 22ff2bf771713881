import { setImmediate } from 'node:timers/promises'
import type { CatalogueCopy, CopySearch } from '#drizzle/catalogue/copy.ts'
import { plainSearch, type CopyBounds } from '#drizzle/catalogue/rows.ts'
import { and, testsOf, type Condition } from '#drizzle/catalogue/sqlite-conditions.ts'
import type { CopyFile, Statements } from '#drizzle/catalogue/sqlite-file.ts'
import { numbersOf, productsOf, scopesOf, storeIn, type Scope } from '#drizzle/catalogue/sqlite-scopes.ts'
import { idsOf, sourcesOf, type CopySource, type ShortSource } from '#drizzle/catalogue/sqlite-sources.ts'

type Wanted = Pick<CopySearch, 'words' | 'filters'>
/** What a statement has looked at: the rows, those that are wanted, and the last one. */
type Looked = { rows: number; found: number; last: number | string | null }

/** Stores with no more of them are counted without the lists of the search, which are of all stores. */
const fewProducts = 10_000

const nothing: Looked = { rows: 0, found: 0, last: null }

/** The count that is kept with every write. Null: none is kept of these filters. */
function keptCount(statements: Statements, scopes: readonly Scope[], { words, filters }: Wanted): number | null {
  const { status, stock, vendor, productType, tag } = filters
  if (words.length > 0 || vendor || productType || tag) return null
  const numbers = { in: 'products - out', out: 'out' }
  const [row] = statements.all<{ count: number }>(
    `select coalesce(sum(${stock ? numbers[stock] : 'products'}), 0) as count from counts
     where store in ${storeIn} ${status === undefined ? '' : 'and status in (select value from json_each(@statuses))'}`,
    { stores: numbersOf(scopes), statuses: JSON.stringify(status ?? []) },
  )
  return row?.count ?? 0
}

type Counting = { file: CopyFile; tests: Condition; scopes: readonly Scope[]; bounds: CopyBounds }

/** Among the rows of a source. */
async function* amongSource({ file, tests, scopes, bounds }: Counting, source: CopySource): AsyncGenerator<number> {
  const { rowsAtOnce, entriesAtOnce: idsAtOnce } = bounds
  const sql = `select count(*) as found from json_each(@ids) w cross join products p
    where p.id = w.value and +p.store in ${storeIn} and ${tests.sql}`
  const given = { ...tests.given, stores: numbersOf(scopes) }
  for await (const ids of idsOf({ file, idsAtOnce }, source))
    for (let from = 0; from < ids.length; from += rowsAtOnce) {
      const some = JSON.stringify(ids.slice(from, from + rowsAtOnce))
      const [row] = await file.read((statements) => statements.all<{ found: number }>(sql, { ...given, ids: some }))
      yield row?.found ?? 0
    }
}

/** Among all products of each store. */
async function* amongStores({ file, tests, scopes, bounds }: Counting): AsyncGenerator<number> {
  for (const { number } of scopes)
    for (let seen: Looked = { ...nothing, rows: bounds.rowsAtOnce }; seen.rows === bounds.rowsAtOnce;) {
      const { last } = seen
      const sql = `select count(*) as rows, coalesce(sum(isFound), 0) as found, max(key) as last from (
        select p.key, coalesce(${tests.sql}, 0) as isFound from products p indexed by products_of_store
        where ${and('p.store = @store', last === null ? '' : 'p.key > @after')} order by p.key limit @most)`
      const given = { ...tests.given, store: number, after: last, most: bounds.rowsAtOnce }
      seen = await file.read((statements) => statements.all<Looked>(sql, given)[0] ?? nothing)
      yield seen.found
    }
}

/** Adds up what is found bit by bit, and lets others run in between. */
async function sumUpTo(some: AsyncIterable<number>, atMost: number): Promise<number> {
  let sum = 0
  for await (const found of some) {
    sum += found
    if (sum >= atMost) return atMost
    await setImmediate()
  }
  return sum
}

/** How many products a search has, at most so many. */
export const sqliteCount =
  (file: CopyFile, bounds: CopyBounds, shortSource: ShortSource): CatalogueCopy['count'] =>
  async (asked, atMost) => {
    const wanted = plainSearch(asked)
    if (wanted === null) return 0
    const tests = testsOf(wanted)
    const { scopes, count } = await file.read((statements) => {
      const stores = scopesOf(statements, wanted.storeIds)
      if (stores.length === 0) return { scopes: stores, count: 0 }
      if (tests.sql === '') return { scopes: stores, count: productsOf(stores) }
      const kept = keptCount(statements, stores, wanted)
      if (kept !== null) return { scopes: stores, count: kept }
      const source = shortSource(statements, wanted, stores)
      if (!source) return { scopes: stores, count: null }
      const [row] = statements.all<{ rows: number }>(
        `with source as materialized (${source.sql}) select count(*) as rows from (select 1 from source cross join products p
         where p.id = source.id and +p.store in ${storeIn} and ${tests.sql} limit @atMost)`,
        { ...source.given, ...tests.given, stores: numbersOf(stores), atMost },
      )
      return { scopes: stores, count: row?.rows ?? 0 }
    })
    if (count !== null) return Math.min(count, atMost)
    const source = productsOf(scopes) > fewProducts ? sourcesOf(wanted)[0] : undefined
    const counting = { file, tests, scopes, bounds }
    return sumUpTo(source ? amongSource(counting, source) : amongStores(counting), atMost)
  }
