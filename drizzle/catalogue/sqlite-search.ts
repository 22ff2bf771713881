import { setImmediate } from 'node:timers/promises'
import type { CatalogueCopy, CopyPlace, CopySearch } from '#drizzle/catalogue/copy.ts'
import { plainSearch, type SearchBounds } from '#drizzle/catalogue/rows.ts'
import { ftsQuery, sourcesOf, testsOf, type Condition, type WantedProducts } from '#drizzle/catalogue/sqlite-conditions.ts'
import type { CopyFile, Statements } from '#drizzle/catalogue/sqlite-file.ts'
import { productIdOf, productKey } from '#drizzle/catalogue/sqlite-ids.ts'
import { showProducts } from '#drizzle/catalogue/sqlite-read.ts'
import { columnOf, firstOf, inTurn, mergedWalks, walkIndex, type Placed, type IndexWalk } from '#drizzle/catalogue/sqlite-walk.ts'

/** Rows of a first statement that tests them. */
const testedAtFirst = 100

/** A store of the search. */
type Scope = { number: number; store: string; products: number }

const storeIn = '(select value from json_each(@stores))'

/** The stores of the search that have products, in its order. */
function scopesOf(statements: Statements, storeIds: readonly string[]): Scope[] {
  return statements.all<Scope>(
    `select s.number, s.store, s.products from json_each(@storeIds) wanted join stores s on s.store = wanted.value
     where s.products > 0 order by wanted.key`,
    { storeIds: JSON.stringify(storeIds) },
  )
}

/** The numbers of the stores at their places in the search. Null: a store has no products. */
const placesOf = (scopes: readonly Scope[], storeIds: readonly string[]) =>
  JSON.stringify(storeIds.map((storeId) => scopes.find(({ store }) => store === storeId)?.number ?? null))

const numbersOf = (scopes: readonly Scope[]) => JSON.stringify(scopes.map(({ number }) => number))
const productsOf = (scopes: readonly Scope[]) => scopes.reduce((sum, { products }) => sum + products, 0)
const and = (...conditions: readonly string[]) => conditions.filter((condition) => condition !== '').join(' and ')

/** The first source with few rows. Null: all have many, or there is none. */
function shortSource(statements: Statements, wanted: WantedProducts, scopes: readonly Scope[], sortedAtMost: number): Condition | null {
  const ofStores = { sql: `select id from products where store in ${storeIn}`, given: { stores: numbersOf(scopes) } }
  const isShort = ({ sql, given }: Condition) => {
    const counted = statements.all<{ rows: number }>(`select count(*) as rows from (${sql} limit @most)`, {
      ...given,
      most: sortedAtMost + 1,
    })[0]
    return counted !== undefined && counted.rows <= sortedAtMost
  }
  return sourcesOf(wanted).find(isShort) ?? (productsOf(scopes) <= sortedAtMost ? ofStores : null)
}

/** The place as the tables keep it. */
const behind = (search: CopySearch) =>
  search.after && { value: search.after.value, tie: search.sort === 'store' ? productKey(search.after.tie) : Number(search.after.tie) }

/** Sorts all rows of a short source. */
function sortedPage(statements: Statements, search: CopySearch, source: Condition, scopes: readonly Scope[]): Placed[] {
  const { sort, reverse, limit } = search
  const column = columnOf[sort]
  const [after, tests] = [behind(search), testsOf(search)]
  const [value, tie] = column === null ? ['wanted.key', 'p.key'] : [`p.${column}`, 'p.id']
  const [beyond, direction] = reverse ? ['<', 'desc'] : ['>', 'asc']
  const isFurther =
    after === null
      ? ''
      : after.value === null
        ? `${value} is null and ${tie} ${beyond} @tie`
        : `((${value}, ${tie}) ${beyond} (@value, @tie) or ${value} is null)`
  const place = sort === 'store' ? search.storeIds.indexOf(String(after?.value)) : after?.value
  // A store that is gone meanwhile has no place.
  if (after && place === -1 && sort === 'store') return []
  // Cross joins are carried out in this order, and `+` keeps the store's index out.
  const inStores = sort === 'store' ? 'wanted.value = p.store' : `+p.store in ${storeIn}`
  return statements.all<Placed>(
    `with source as materialized (${source.sql})
     select p.id, ${value} as value, ${tie} as tie from source cross join products p
     ${sort === 'store' ? 'cross join json_each(@places) wanted' : ''}
     where p.id = source.id and ${and(inStores, isFurther, tests.sql)}
     order by ${value} is null, ${value} ${direction}, ${tie} ${direction} limit @limit`,
    {
      ...source.given,
      ...tests.given,
      stores: numbersOf(scopes),
      places: placesOf(scopes, search.storeIds),
      value: place,
      tie: after?.tie,
      limit,
    },
  )
}

/** Each store's list, one after the other. */
function* storeWalks(file: CopyFile, search: CopySearch, scopes: readonly Scope[], walk: IndexWalk): Generator<AsyncGenerator<Placed>> {
  const ordered = search.reverse ? search.storeIds.toReversed() : search.storeIds
  const first = search.after === null ? 0 : ordered.indexOf(String(search.after.value))
  // A store that is gone meanwhile has no place.
  if (first < 0) return
  for (const [index, store] of ordered.slice(first).entries()) {
    const scope = scopes.find((one) => one.store === store)
    if (!scope) continue
    const list = walkIndex(file, { ...walk, store: scope.number, after: index === 0 ? walk.after : null })
    yield (async function* named() {
      for await (const placed of list) yield { ...placed, value: store }
    })()
  }
}

type Walked = { file: CopyFile; search: CopySearch; scopes: readonly Scope[]; all: number; bounds: SearchBounds }

/** Walks the indexes of the sort until the page is full. */
function walked({ file, search, scopes, all, bounds }: Walked): AsyncGenerator<Placed> {
  const { rowsAtOnce, rowsOfOneStore } = bounds
  const tests = testsOf(search)
  const size = tests.sql === '' ? search.limit : testedAtFirst
  const walk: IndexWalk = {
    store: null,
    column: columnOf[search.sort],
    reverse: search.reverse,
    tests,
    after: behind(search),
    size,
    rowsAtOnce,
  }
  if (walk.column === null) return inTurn(storeWalks(file, search, scopes, walk))
  // Of the products in the index of all, only this part is of the stores.
  const rowsToRead = (search.limit * all) / productsOf(scopes)
  if (rowsToRead - search.limit > scopes.length * rowsOfOneStore) {
    const share = Math.max(10, Math.ceil(size / scopes.length))
    return mergedWalks(
      scopes.map(({ number }) => walkIndex(file, { ...walk, store: number, size: share })),
      search.reverse,
    )
  }
  const ofStores = productsOf(scopes) === all ? '' : `p.store in ${storeIn}`
  return walkIndex(file, {
    ...walk,
    tests: { sql: and(ofStores, tests.sql), given: { ...tests.given, stores: numbersOf(scopes) } },
    size: Math.ceil(Math.min(2 * Math.max(rowsToRead, size), 1_000)),
  })
}

const allProducts = (statements: Statements) =>
  statements.all<{ products: number }>('select coalesce(sum(products), 0) as products from stores')[0]?.products ?? 0

const placeOf = ({ value, tie }: Placed, search: CopySearch): CopyPlace =>
  search.sort === 'store'
    ? { value: typeof value === 'number' ? (search.storeIds[value] ?? null) : value, tie: productIdOf(tie) }
    : { value, tie: String(tie) }

/** Counts what passes the tests among the rows of a query of FTS5, some at a time. */
async function countMatches(
  file: CopyFile,
  query: string,
  tests: Condition,
  stores: string,
  atMost: number,
  atOnce: number,
): Promise<number> {
  let [count, after] = [0, 0]
  for (;;) {
    const from = after
    const rows = await file.read((statements) =>
      statements.all<{ id: number; isFound: number }>(
        `select w.id, coalesce(+p.store in ${storeIn}${tests.sql === '' ? '' : ` and ${tests.sql}`}, 0) as isFound
         from (select rowid as id from words where words match @query and rowid > @from order by rowid limit @most) w
         left join products p on p.id = w.id order by w.id`,
        { ...tests.given, stores, query, from, most: atOnce },
      ),
    )
    count += rows.filter(({ isFound }) => isFound === 1).length
    const last = rows.at(-1)
    if (count >= atMost || !last || rows.length < atOnce) return Math.min(count, atMost)
    after = last.id
    await setImmediate()
  }
}

export const sqliteSearch = (file: CopyFile, bounds: SearchBounds): Pick<CatalogueCopy, 'search' | 'count'> => ({
  async search(asked) {
    const plain = plainSearch(asked)
    if (plain === null) return { found: [], next: null }
    // One more tells whether there is a next page.
    const search = { ...plain, limit: plain.limit + 1 }
    const { scopes, all, page } = await file.read((statements) => {
      const stores = scopesOf(statements, search.storeIds)
      const isTested = testsOf(search).sql !== ''
      const source = stores.length > 0 && isTested ? shortSource(statements, search, stores, bounds.sortedAtMost) : null
      return {
        scopes: stores,
        all: allProducts(statements),
        page: source && sortedPage(statements, search, source, stores),
      }
    })
    if (scopes.length === 0) return { found: [], next: null }
    const placed = page ?? (await firstOf(walked({ file, search, scopes, all, bounds }), search.limit))
    const [shown, last] = [placed.slice(0, plain.limit), placed[plain.limit - 1]]
    const found = await file.read((statements) =>
      showProducts(
        statements,
        shown.map(({ id }) => id),
      ),
    )
    return { found, next: placed.length > plain.limit && last ? placeOf(last, search) : null }
  },

  async count(asked, atMost) {
    const wanted = plainSearch(asked)
    if (wanted === null) return 0
    const tests = testsOf(wanted)
    const { scopes, count } = await file.read((statements) => {
      const stores = scopesOf(statements, wanted.storeIds)
      if (stores.length === 0) return { scopes: stores, count: 0 }
      if (tests.sql === '') return { scopes: stores, count: Math.min(productsOf(stores), atMost) }
      const source = shortSource(statements, wanted, stores, bounds.sortedAtMost)
      if (!source) return { scopes: stores, count: null }
      const counted = statements.all<{ rows: number }>(
        `with source as materialized (${source.sql}) select count(*) as rows from (select 1 from source cross join products p
         where p.id = source.id and +p.store in ${storeIn} and ${tests.sql} limit @atMost)`,
        { ...source.given, ...tests.given, stores: numbersOf(stores), atMost },
      )[0]
      return { scopes: stores, count: counted?.rows ?? 0 }
    })
    if (count !== null) return count
    const query = ftsQuery(wanted)
    if (query !== null) return countMatches(file, query, tests, numbersOf(scopes), atMost, bounds.rowsAtOnce)
    const search: CopySearch = { ...wanted, sort: 'store', reverse: false, limit: bounds.rowsAtOnce, after: null }
    return (await firstOf(walked({ file, search, scopes, all: 0, bounds }), atMost)).length
  },
})
