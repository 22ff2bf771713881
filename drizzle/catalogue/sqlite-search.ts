import type { CatalogueCopy, CopyPlace, CopySearch } from '#drizzle/catalogue/copy.ts'
import { plainSearch, type CopyBounds } from '#drizzle/catalogue/rows.ts'
import { and, spanOf, testsOf } from '#drizzle/catalogue/sqlite-conditions.ts'
import { sqliteCount } from '#drizzle/catalogue/sqlite-count.ts'
import type { CopyFile } from '#drizzle/catalogue/sqlite-file.ts'
import { productIdOf } from '#drizzle/catalogue/sqlite-ids.ts'
import { showProducts } from '#drizzle/catalogue/sqlite-read.ts'
import { allProducts, lastProduct, numbersOf, productsOf, scopesOf, storeIn, type Scope } from '#drizzle/catalogue/sqlite-scopes.ts'
import { behind, sortedPage, sortedSlices } from '#drizzle/catalogue/sqlite-sorted.ts'
import { allIdsOf, idsOf, shortSources, sourcesOf } from '#drizzle/catalogue/sqlite-sources.ts'
import {
  columnOf,
  firstRows,
  inTurn,
  mergedWalks,
  taking,
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

type Walked = { file: CopyFile; search: CopySearch; scopes: readonly Scope[]; all: number; bounds: CopyBounds } & Pick<
  IndexWalk,
  'among' | 'looked' | 'signal'
>

/** Walks the indexes of the sort until the page is full. */
function walked({ file, search, scopes, all, bounds, among, looked, signal }: Walked): Groups {
  const { rowsOfOneStore } = bounds
  const tests = testsOf(search)
  const rowsAtOnce = among ? bounds.entriesAtOnce : bounds.rowsAtOnce
  const size = among ? rowsAtOnce : tests.sql === '' ? search.limit : firstRows
  const column = columnOf[search.sort]
  const walk: IndexWalk = {
    store: null,
    column,
    wanted: search.limit,
    reverse: search.reverse,
    span: spanOf(column, search.filters),
    tests,
    among,
    looked,
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
    size: among ? size : Math.ceil(Math.min(spread * Math.max(rowsToRead, size), 1_000)),
  })
}

const placeOf = ({ value, tie }: Placed, search: CopySearch): CopyPlace =>
  search.sort === 'store'
    ? { value: typeof value === 'number' ? (search.storeIds[value] ?? null) : value, tie: productIdOf(tie) }
    : { value, tie: String(tie) }

/**
 * The page by walking the indexes of the sort. Where the first rows do not fill it, so few may be wanted that all of them cost less: they are sorted,
 * or the walk passes over all others. Where these are too many to know, the walk and the sorting go on in turn until one of both has the page.
 */
async function soonest(given: Omit<Walked, 'signal' | 'looked' | 'among'>): Promise<Placed[]> {
  const { file, search, scopes, bounds } = given
  const ended = new AbortController()
  const way = { ...given, among: null, looked: { rows: 0 }, signal: ended.signal }
  const take = taking(walked(way), search.limit)
  const [source] = sourcesOf(search)
  const page = await take(() => source !== undefined && way.looked.rows >= bounds.walkedFirst)
  if (page || !source) return page ?? []
  const scan = { file, search, scopes, rowsAtOnce: bounds.rowsAtOnce, idsAtOnce: bounds.entriesAtOnce, signal: ended.signal }
  const known = await allIdsOf(scan, source, bounds.knownAtMost, await file.read(lastProduct))
  if (known && known.length <= bounds.sortedOfKnown) return sortedSlices(scan, [known])
  if (known) return (await taking(walked({ ...way, among: new Set(known) }), search.limit)()) ?? []
  try {
    return (await Promise.race([take(), sortedSlices(scan, idsOf(scan, source))])) ?? []
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

    count: sqliteCount(file, bounds, shortSource),
  }
}
