import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { CopySearch } from '#drizzle/catalogue/copy.ts'
import { and, sourcesOf, testsOf, type Condition, type WantedProducts } from '#drizzle/catalogue/sqlite-conditions.ts'
import type { CopyFile, Statements } from '#drizzle/catalogue/sqlite-file.ts'
import { productKey } from '#drizzle/catalogue/sqlite-ids.ts'
import { numbersOf, placesOf, productsOf, storeIn, type Scope } from '#drizzle/catalogue/sqlite-scopes.ts'
import { columnOf, comparePlaced, type Placed } from '#drizzle/catalogue/sqlite-walk.ts'

/** Row ids as a source, so that what has found them is not carried out again. */
const sourceOf = (rows: readonly { id: number }[]): Condition => ({
  sql: 'select value as id from json_each(@ids)',
  given: { ids: JSON.stringify(rows.map(({ id }) => id)) },
})

/** The rows of the first source with few. Null: all have many, or there is none. */
export type ShortSource = (statements: Statements, wanted: WantedProducts, scopes: readonly Scope[]) => Condition | null

const longKept = { max: 1_000, ttl: 60_000 }

/** Sources with at most so many rows count as short. Which have more is kept for a minute, because to see it costs as much as a page. */
export function shortSources(sortedAtMost: number): ShortSource {
  const long = new LRUCache<string, true>(longKept)
  return (statements, wanted, scopes) => {
    const { stock } = wanted.filters
    // Those that are out are among them, and the column of the sums has an index.
    const ofStock = { sql: 'select id from products where stock <= 0', given: {} }
    const ofStores = { sql: `select id from products where store in ${storeIn}`, given: { stores: numbersOf(scopes) } }
    const isFew = productsOf(scopes) <= sortedAtMost
    const sources = [...sourcesOf(wanted), ...(stock === 'out' ? [ofStock] : []), ...(isFew ? [ofStores] : [])]
    for (const { sql, given } of sources) {
      const key = JSON.stringify([sql, given])
      if (long.has(key)) continue
      const rows = statements.all<{ id: number }>(`${sql} limit @most`, { ...given, most: sortedAtMost + 1 })
      if (rows.length <= sortedAtMost) return sourceOf(rows)
      long.set(key, true)
    }
    return null
  }
}

/** The place as the tables keep it. */
export const behind = (search: CopySearch) =>
  search.after && { value: search.after.value, tie: search.sort === 'store' ? productKey(search.after.tie) : Number(search.after.tie) }

/** Sorts all rows of a short source. */
export function sortedPage(statements: Statements, search: CopySearch, source: Condition, scopes: readonly Scope[]): Placed[] {
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

export type Scan = { file: CopyFile; search: CopySearch; scopes: readonly Scope[]; rowsAtOnce: number; signal: AbortSignal }

/** Row ids cost far less than the rows. */
const idsAtOnce = 10_000

/** The row ids of a source in groups. */
async function* idsOf({ file, signal }: Scan, { sql, given }: Condition): AsyncGenerator<{ id: number }[]> {
  for (let from = 0; !signal.aborted; await setImmediate()) {
    const after = from
    const ids = await file.read((statements) =>
      statements.all<{ id: number }>(`select id from (${sql}) where id > @from order by id limit @most`, {
        ...given,
        from: after,
        most: idsAtOnce,
      }),
    )
    yield ids
    const last = ids.at(-1)
    if (!last || ids.length < idsAtOnce) return
    from = last.id
  }
}

/** Sorts all rows of a source that has many, some at a time, and lets others run in between. An end by the signal leaves out the rest. */
export async function sortedSlices(scan: Scan, source: Condition): Promise<Placed[]> {
  const { file, search, scopes, rowsAtOnce, signal } = scan
  let best: Placed[] = []
  for await (const ids of idsOf(scan, source))
    for (let from = 0; from < ids.length && !signal.aborted; from += rowsAtOnce) {
      const slice = sourceOf(ids.slice(from, from + rowsAtOnce))
      const page = await file.read((statements) => sortedPage(statements, search, slice, scopes))
      best = [...best, ...page].toSorted((one, other) => comparePlaced(one, other, search.reverse)).slice(0, search.limit)
      await setImmediate()
    }
  return best
}
