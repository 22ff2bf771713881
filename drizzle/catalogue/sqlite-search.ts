import { setImmediate } from 'node:timers/promises'
import type { CatalogueCopy, CopyPlace, CopySearch } from '#drizzle/catalogue/copy.ts'
import { plainSearch, type CopyBounds } from '#drizzle/catalogue/rows.ts'
import { and, sourcesOf, spanOf, testsOf, type Condition } from '#drizzle/catalogue/sqlite-conditions.ts'
import { sqliteCount } from '#drizzle/catalogue/sqlite-count.ts'
import type { CopyFile } from '#drizzle/catalogue/sqlite-file.ts'
import { productIdOf } from '#drizzle/catalogue/sqlite-ids.ts'
import { showProducts } from '#drizzle/catalogue/sqlite-read.ts'
import { allProducts, numbersOf, productsOf, scopesOf, storeIn, type Scope } from '#drizzle/catalogue/sqlite-scopes.ts'
import { behind, shortSources, sortedPage, sortedSlices, type Scan } from '#drizzle/catalogue/sqlite-sources.ts'
import {
  columnOf,
  firstOf,
  firstRows,
  inTurn,
  mergedWalks,
  walkIndex,
  type Groups,
  type Placed,
  type IndexWalk,
} from '#drizzle/catalogue/sqlite-walk.ts'

/** Each store's list, one after the other. */
function* storeWalks(file: CopyFile, search: CopySearch, scopes: readonly Scope[], walk: IndexWalk): Generator<Groups> {
  const ordered = search.reverse ? search.storeIds.toReversed() : search.storeIds
  const first = search.after === null ? 0 : ordered.indexOf(String(search.after.value))
  // A store that is gone meanwhile has no place.
  if (first < 0) return
  for (const [index, store] of ordered.slice(first).entries()) {
    if (walk.signal.aborted) return
    const scope = scopes.find((one) => one.store === store)
    if (!scope) continue
    const list = walkIndex(file, { ...walk, store: scope.number, after: index === 0 ? walk.after : null })
    yield (async function* named() {
      for await (const group of list) yield group.map((placed) => ({ ...placed, value: store }))
    })()
  }
}

type Walked = { file: CopyFile; search: CopySearch; scopes: readonly Scope[]; all: number; bounds: CopyBounds; signal: AbortSignal }

/** Walks the indexes of the sort until the page is full. */
function walked({ file, search, scopes, all, bounds, signal }: Walked): Groups {
  const { rowsAtOnce, rowsOfOneStore } = bounds
  const tests = testsOf(search)
  const size = tests.sql === '' ? search.limit : firstRows
  const column = columnOf[search.sort]
  const walk: IndexWalk = {
    store: null,
    column,
    wanted: search.limit,
    reverse: search.reverse,
    span: spanOf(column, search.filters),
    tests,
    after: behind(search),
    size,
    rowsAtOnce,
    signal,
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
  // Where every product is wanted, so many rows are a page. Else some are spread unevenly.
  const spread = tests.sql === '' && rowsToRead === search.limit ? 1 : 2
  return walkIndex(file, {
    ...walk,
    // Also where these are all stores: another one may get its first products meanwhile.
    tests: { sql: and(`p.store in ${storeIn}`, tests.sql), given: { ...tests.given, stores: numbersOf(scopes) } },
    size: Math.ceil(Math.min(spread * Math.max(rowsToRead, size), 1_000)),
  })
}

const placeOf = ({ value, tie }: Placed, search: CopySearch): CopyPlace =>
  search.sort === 'store'
    ? { value: typeof value === 'number' ? (search.storeIds[value] ?? null) : value, tie: productIdOf(tie) }
    : { value, tie: String(tie) }

/** Statements of a walk, each of which looks at twice as many rows as the one before, after which its end may be far away. */
const turnsAlone = 4

/** Sorts all that a source has, where the walk does not end soon. */
async function sortedLater(scan: Scan, source: Condition): Promise<Placed[]> {
  for (let turn = 0; turn < turnsAlone && !scan.signal.aborted; turn += 1) await setImmediate()
  return sortedSlices(scan, source)
}

/**
 * The page by walking the indexes of the sort, or by sorting all that a source has. Which of both has less to read is not known before, so both go
 * on in turn until one has the page.
 */
async function soonest(given: Omit<Walked, 'signal'>): Promise<Placed[]> {
  const { search, bounds } = given
  const ended = new AbortController()
  const way = { ...given, rowsAtOnce: bounds.rowsAtOnce, signal: ended.signal }
  const [source] = sourcesOf(search)
  try {
    return await Promise.race([firstOf(walked(way), search.limit), ...(source ? [sortedLater(way, source)] : [])])
  } finally {
    // Without a reason, it would make an error with a stack trace for each list.
    ended.abort('ended')
  }
}

export function sqliteSearch(file: CopyFile, bounds: CopyBounds): Pick<CatalogueCopy, 'search' | 'count'> {
  const shortSource = shortSources(bounds.sortedAtMost)

  return {
    async search(asked) {
      const plain = plainSearch(asked)
      if (plain === null) return { found: [], next: null }
      // One more tells whether there is a next page.
      const search = { ...plain, limit: plain.limit + 1 }
      const { scopes, all, page } = await file.read((statements) => {
        const stores = scopesOf(statements, search.storeIds)
        const isTested = testsOf(search).sql !== ''
        const source = stores.length > 0 && isTested ? shortSource(statements, search, stores) : null
        return {
          scopes: stores,
          all: allProducts(statements),
          page: source && sortedPage(statements, search, source, stores),
        }
      })
      if (scopes.length === 0) return { found: [], next: null }
      const placed = page ?? (await soonest({ file, search, scopes, all, bounds }))
      const [shown, last] = [placed.slice(0, plain.limit), placed[plain.limit - 1]]
      const found = await file.read((statements) =>
        showProducts(
          statements,
          shown.map(({ id }) => id),
        ),
      )
      return { found, next: placed.length > plain.limit && last ? placeOf(last, search) : null }
    },

    count: sqliteCount(file, bounds.rowsAtOnce, shortSource),
  }
}
