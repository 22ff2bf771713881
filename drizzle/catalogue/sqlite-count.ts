import { setImmediate } from 'node:timers/promises'
import type { CatalogueCopy, CopySearch } from '#drizzle/catalogue/copy.ts'
import { plainSearch } from '#drizzle/catalogue/rows.ts'
import { and, testsOf, type Condition } from '#drizzle/catalogue/sqlite-conditions.ts'
import type { CopyFile, Statements } from '#drizzle/catalogue/sqlite-file.ts'
import { numbersOf, productsOf, scopesOf, storeIn, type Scope } from '#drizzle/catalogue/sqlite-scopes.ts'
import { sourcesOf, type ShortSource } from '#drizzle/catalogue/sqlite-sources.ts'

type Wanted = Pick<CopySearch, 'words' | 'filters'>
/** What a statement has looked at: the rows, those that are wanted, and the last one. */
type Looked = { rows: number; found: number; last: number | string | null }
/** Looks at the next rows, so many at most. `after`: the last one of the statement before. */
type Look = (statements: Statements, after: Looked['last'], atMost: number) => Looked

/** Stores with no more of them are counted without the lists of the search, which are of all stores. */
const fewProducts = 10_000

const looked = 'count(*) as rows, coalesce(sum(isFound), 0) as found'
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

/** Among the rows of a part of a source. */
function amongSource(source: Condition, tests: Condition, scopes: readonly Scope[]): Look {
  const sql = `select ${looked}, max(id) as last from (
    select w.id, coalesce(+p.store in ${storeIn} and ${tests.sql}, 0) as isFound
    from (select id from (${source.sql}) where id > @after order by id limit @most) w
    left join products p on p.id = w.id)`
  const given = { ...source.given, ...tests.given, stores: numbersOf(scopes) }
  return (statements, after, most) => statements.all<Looked>(sql, { ...given, after: after ?? 0, most })[0] ?? nothing
}

/** Among all products of a store. */
function amongProducts(tests: Condition, { number }: Scope): Look {
  const sqlAfter = (isFirst: boolean) => `select ${looked}, max(key) as last from (
    select p.key, coalesce(${tests.sql}, 0) as isFound from products p indexed by products_of_store
    where ${and('p.store = @store', isFirst ? '' : 'p.key > @after')} order by p.key limit @most)`
  const given = { ...tests.given, store: number }
  return (statements, after, most) => statements.all<Looked>(sqlAfter(after === null), { ...given, after, most })[0] ?? nothing
}

/** Carries out looks one after the other, and lets others run in between. */
async function counted(file: CopyFile, looks: readonly Look[], atMost: number, atOnce: number): Promise<number> {
  let found = 0
  for (const look of looks) {
    let seen = { ...nothing, rows: atOnce }
    while (seen.rows === atOnce) {
      const { last } = seen
      seen = await file.read((statements) => look(statements, last, atOnce))
      found += seen.found
      if (found >= atMost) return atMost
      await setImmediate()
    }
  }
  return found
}

/** How many products a search has, at most so many. */
export const sqliteCount =
  (file: CopyFile, rowsAtOnce: number, shortSource: ShortSource): CatalogueCopy['count'] =>
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
    const looks = source ? source.parts.map((part) => amongSource(part, tests, scopes)) : scopes.map((scope) => amongProducts(tests, scope))
    return counted(file, looks, atMost, rowsAtOnce)
  }
