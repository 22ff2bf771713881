import { setImmediate } from 'node:timers/promises'
import type { CopySearch } from '#drizzle/catalogue/copy.ts'
import { and, testsOf, type Condition } from '#drizzle/catalogue/sqlite-conditions.ts'
import type { CopyFile, Statements } from '#drizzle/catalogue/sqlite-file.ts'
import { productKey } from '#drizzle/catalogue/sqlite-ids.ts'
import { numbersOf, placesOf, storeIn, type Scope } from '#drizzle/catalogue/sqlite-scopes.ts'
import { sourceOf } from '#drizzle/catalogue/sqlite-sources.ts'
import { columnOf, comparePlaced, type Placed } from '#drizzle/catalogue/sqlite-walk.ts'

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

/** Sorts all rows with these ids, some at a time, and lets others run in between. An end by the signal leaves out the rest. */
export async function sortedSlices(scan: Scan, groups: Iterable<number[]> | AsyncIterable<number[]>): Promise<Placed[]> {
  const { file, search, scopes, rowsAtOnce, signal } = scan
  let best: Placed[] = []
  for await (const ids of groups)
    for (let from = 0; from < ids.length && !signal.aborted; from += rowsAtOnce) {
      const slice = sourceOf(ids.slice(from, from + rowsAtOnce))
      const page = await file.read((statements) => sortedPage(statements, search, slice, scopes))
      best = [...best, ...page].toSorted((one, other) => comparePlaced(one, other, search.reverse)).slice(0, search.limit)
      await setImmediate()
    }
  return best
}
