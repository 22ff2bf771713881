import { LRUCache } from 'lru-cache'
import type { CatalogueCopy, CopyPlace, CopySearch, CopySort } from '#drizzle/catalogue/copy.ts'
import { inOrderOf, inParts } from '#drizzle/catalogue/postgres-parts.ts'
import type { CopyPool } from '#drizzle/catalogue/postgres-pool.ts'
import { filledPartitions } from '#drizzle/catalogue/postgres-schema.ts'
import { showPlaces, type Located } from '#drizzle/catalogue/postgres-read.ts'
import { idKey, isLeft, keyOf, plainSearch } from '#drizzle/catalogue/rows.ts'

/** The column of a sort and its type. Null: each store is a list of its own, by the products' numbers. */
const columnOf: Record<CopySort, readonly [string, 'bigint' | 'text'] | null> = {
  created: ['created', 'bigint'],
  updated: ['updated', 'bigint'],
  title: ['title_key', 'text'],
  store: null,
  status: ['status_key', 'text'],
  price: ['price', 'bigint'],
  stock: ['stock', 'bigint'],
  vendor: ['vendor_key', 'text'],
  productType: ['type_key', 'text'],
}

type Scope = { number: number; store: string; products: number }
type Wanted = Pick<CopySearch, 'storeIds' | 'words' | 'filters'>
type Placed = Located & { value: string | number | null; tie: string }

/** Collects the values of a statement. */
function valuesOf() {
  const values: unknown[] = []
  return { values, add: (value: unknown, type: string) => `$${values.push(value)}::${type}` }
}
type Values = ReturnType<typeof valuesOf>

const literally = (word: string) => `%${word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/**
 * What the row `p` of a product is tested by, apart from its store.
 * @param isByIndex whether the index of words may be used. It would be, also where walking another one is much faster.
 */
function testsOf({ words, filters }: Pick<Wanted, 'words' | 'filters'>, { add }: Values, isByIndex: boolean): string[] {
  const { status, vendor, productType, tag, stock } = filters
  const anyOf = (column: string, key: string, wanted: readonly string[]) => {
    const keys = wanted.map(keyOf)
    const exact = `${column} = any(${add(wanted, 'text[]')})`
    return keys.includes(null) ? exact : `(${exact} and ${key} = any(${add(keys, 'text[]')}))`
  }
  return [
    ...words.map((word) => (isByIndex ? `p.text like ${add(literally(word), 'text')}` : `strpos(p.text, ${add(word, 'text')}) > 0`)),
    ...(status === undefined ? [] : [anyOf('p.status', 'p.status_key', status)]),
    ...(vendor === undefined ? [] : [anyOf('p.vendor', 'p.vendor_key', vendor)]),
    ...(productType === undefined ? [] : [anyOf('p.type', 'p.type_key', productType)]),
    ...(tag === undefined ? [] : [`p.tags ?| ${add(tag, 'text[]')}`]),
    ...(stock === undefined ? [] : [stock === 'in' ? 'not p.is_out' : 'p.stock <= 0 and p.is_out']),
  ]
}

const hasTests = ({ words, filters }: Wanted) => words.length > 0 || Object.values(filters).some((filter) => filter !== undefined)

const inStores = (scopes: readonly Scope[], { add }: Values) => {
  const numbers = scopes.map(({ number }) => number)
  return `p.store = any(${add(numbers, 'integer[]')})`
}

/** The stores of the search that have products, in its order. */
const scopesOf = ({ rows }: CopyPool, storeIds: readonly string[]) =>
  rows<Scope>(`select number, store, products from ${filledPartitions} s where store = any($1) order by array_position($1, store)`, [
    storeIds,
  ])

type Order = { beyond: '<' | '>'; direction: 'asc' | 'desc' }
const orderOf = (reverse: boolean): Order => (reverse ? { beyond: '<', direction: 'desc' } : { beyond: '>', direction: 'asc' })

/** What of a sort's values a number is exact in. */
const shownAs = (type: 'bigint' | 'text') => (type === 'bigint' ? 'float8' : 'text')

/** The first of what several statements have found. */
const firstOf = ({ sort, reverse, limit }: CopySearch, found: readonly Placed[]) =>
  found.toSorted(inOrderOf(reverse, columnOf[sort] !== null)).slice(0, limit)

type Matched = { matches: number } & { [Key in keyof Placed]: Placed[Key] | null }

/** The number of matches in some stores, counted to one more than `atMost`, and the page if they are not more. */
function matchesIn(pool: CopyPool, search: CopySearch, scopes: readonly Scope[], atMost: number): Promise<Matched[]> {
  const [values, column, { beyond, direction }] = [valuesOf(), columnOf[search.sort], orderOf(search.reverse)]
  const { add } = values
  const placeOfStore = () => {
    const [numbers, places] = [scopes.map(({ number }) => number), scopes.map(({ store }) => search.storeIds.indexOf(store))]
    return `(${add(places, 'integer[]')})[array_position(${add(numbers, 'integer[]')}, p.store)]`
  }
  const type = column?.[1] ?? 'bigint'
  const [value, tie] = column ? [`p.${column[0]}`, 'p.id'] : [placeOfStore(), 'p.key']
  const { after } = search
  const conditions = [inStores(scopes, values), ...testsOf(search, values, true)]
  const isFurther = () => {
    if (!after) return 'true'
    const tieValue = column ? add(after.tie, 'bigint') : add(idKey(after.tie), 'text')
    if (after.value === null) return `value is null and tie ${beyond} ${tieValue}`
    const place = column ? after.value : search.storeIds.indexOf(String(after.value))
    return `((value, tie) ${beyond} (${add(place, type)}, ${tieValue}) or value is null)`
  }
  return pool.rows<Matched>(
    `with matched as materialized (
       select p.store, p.id, ${value} as value, ${tie} as tie from catalogue.products p
       where ${conditions.join(' and ')} limit ${atMost + 1}
     ), counted as materialized (select count(*)::integer as matches from matched)
     select counted.matches, page.* from counted left join lateral (
       select store, id::text as id, value::${shownAs(type)} as value, ${column ? 'tie::text' : 'substr(tie, 2)'} as tie from matched
       where counted.matches <= ${atMost} and ${isFurther()}
       order by matched.value ${direction} nulls last, matched.tie ${direction} limit ${add(search.limit, 'integer')}
     ) page on true`,
    values.values,
  )
}

/** All matches, sorted, if they are few. Null: they are many. */
async function sortedPage(pool: CopyPool, search: CopySearch, scopes: readonly Scope[], atMost: number): Promise<Placed[] | null> {
  let left = atMost
  const rows = await inParts(scopes, async (part) => {
    // Once there are too many, nothing more is looked for.
    const found = left < 0 ? [] : await matchesIn(pool, search, part, left)
    left -= found[0]?.matches ?? 0
    return found
  })
  if (left < 0) return null
  const placed = rows.flatMap(({ store, id, value, tie }) =>
    store === null || id === null || tie === null ? [] : [{ store, id, value, tie }],
  )
  const isByStore = columnOf[search.sort] === null
  return firstOf(search, placed).map((place) => (isByStore ? { ...place, value: search.storeIds[Number(place.value)] ?? null } : place))
}

/** A part of the list that a sort makes, each of which one index has in its order. */
type Stretch = { condition: string; isEmpty: boolean }

/** In their order. What is in stock is hardly among the many products whose sum is not above 0, so those few have an index of their own. */
function stretchesOf({ sort, reverse, filters }: CopySearch): Stretch[] {
  const column = columnOf[sort]?.[0]
  const withValue = sort === 'stock' && filters.stock === 'in' ? [isLeft('p.'), 'p.stock > 0'] : [`p.${column} is not null`]
  return [
    ...(reverse ? withValue.toReversed() : withValue).map((condition) => ({ condition, isEmpty: false })),
    { condition: `p.${column} is null`, isEmpty: true },
  ]
}

/** The next products of a stretch. @param known those of the stretches before, of which one may have come into this one since */
async function walk(pool: CopyPool, search: CopySearch, scopes: readonly Scope[], stretch: Stretch, known: readonly Placed[]) {
  const [column, { beyond, direction }] = [columnOf[search.sort], orderOf(search.reverse)]
  const { after } = search
  const limit = search.limit - known.length
  if (!column || limit <= 0 || (after?.value === null && !stretch.isEmpty)) return []
  const [name, type] = column
  const found = await inParts(scopes, (part) => {
    const values = valuesOf()
    const conditions = [inStores(part, values), stretch.condition, ...testsOf(search, values, false)]
    if (known.length > 0)
      conditions.push(
        `p.id <> all(${values.add(
          known.map(({ id }) => id),
          'bigint[]',
        )})`,
      )
    if (after && !stretch.isEmpty)
      conditions.push(`(p.${name}, p.id) ${beyond} (${values.add(after.value, type)}, ${values.add(after.tie, 'bigint')})`)
    if (after?.value === null) conditions.push(`p.id ${beyond} ${values.add(after.tie, 'bigint')}`)
    return pool.rows<Placed>(
      `select p.store, p.id::text as id, p.${name}::${shownAs(type)} as value, p.id::text as tie from catalogue.products p
       where ${conditions.join(' and ')} order by p.${name} ${direction}, p.id ${direction} limit ${values.add(limit, 'integer')}`,
      values.values,
    )
  })
  return firstOf({ ...search, limit }, found)
}

async function walkedStores(pool: CopyPool, search: CopySearch, scopes: readonly Scope[]): Promise<Placed[]> {
  const [{ beyond, direction }, { after }] = [orderOf(search.reverse), search]
  const ordered = search.reverse ? search.storeIds.toReversed() : search.storeIds
  const rest = after ? ordered.slice(ordered.indexOf(String(after.value))) : ordered
  const found: Placed[] = []
  for (const [turn, storeId] of rest.entries()) {
    const scope = scopes.find(({ store }) => store === storeId)
    if (!scope) continue
    const values = valuesOf()
    const conditions = [inStores([scope], values), ...testsOf(search, values, false)]
    if (after && turn === 0) conditions.push(`p.key ${beyond} ${values.add(idKey(after.tie), 'text')}`)
    const rows = await pool.rows<Omit<Placed, 'value'>>(
      `select p.store, p.id::text as id, substr(p.key, 2) as tie from catalogue.products p
       where ${conditions.join(' and ')} order by p.key ${direction} limit ${values.add(search.limit - found.length, 'integer')}`,
      values.values,
    )
    found.push(...rows.map((row) => ({ ...row, value: storeId })))
    if (found.length >= search.limit) break
  }
  return found
}

async function walked(pool: CopyPool, search: CopySearch, scopes: readonly Scope[]): Promise<Placed[]> {
  if (search.sort === 'store') return walkedStores(pool, search, scopes)
  const found: Placed[] = []
  for (const stretch of stretchesOf(search)) found.push(...(await walk(pool, search, scopes, stretch, found)))
  return found
}

const placeOf = ({ value, tie }: Placed): CopyPlace => ({ value, tie })

/** Whether the store that the page begins in is none of the search's any more. */
const isLost = ({ sort, after, storeIds }: CopySearch) => sort === 'store' && after !== null && !storeIds.includes(String(after.value))

const manyKept = { max: 1_000, ttl: 60_000 }

/** All matches of a search, sorted, if they are few. Which searches have many is kept for a minute, because to see it costs several pages. */
function fewMatches(pool: CopyPool, sortedAtMost: number) {
  const many = new LRUCache<string, true>(manyKept)
  return async (search: CopySearch, scopes: readonly Scope[]): Promise<Placed[] | null> => {
    const { storeIds, words, filters } = search
    const key = JSON.stringify([storeIds, words, filters])
    if (!hasTests(search) || many.has(key)) return null
    const page = await sortedPage(pool, search, scopes, sortedAtMost)
    if (page === null) many.set(key, true)
    return page
  }
}

export function postgresSearch(pool: CopyPool, sortedAtMost: number): Pick<CatalogueCopy, 'search' | 'count'> {
  const sortedFew = fewMatches(pool, sortedAtMost)
  return {
    async search(asked) {
      const plain = plainSearch(asked)
      const scopes = plain === null || isLost(plain) ? [] : await scopesOf(pool, plain.storeIds)
      if (plain === null || scopes.length === 0) return { found: [], next: null }
      // One more tells whether there is a next page.
      const search = { ...plain, limit: plain.limit + 1 }
      const placed = (await sortedFew(search, scopes)) ?? (await walked(pool, search, scopes))
      const last = placed[plain.limit - 1]
      return {
        found: await showPlaces(pool, placed.slice(0, plain.limit)),
        next: placed.length > plain.limit && last ? placeOf(last) : null,
      }
    },

    async count(asked, atMost) {
      const wanted = plainSearch(asked)
      const scopes = wanted === null ? [] : await scopesOf(pool, wanted.storeIds)
      if (wanted === null || scopes.length === 0) return 0
      if (!hasTests(wanted))
        return Math.min(
          scopes.reduce((sum, { products }) => sum + products, 0),
          atMost,
        )
      let left = atMost
      await inParts(scopes, async (part) => {
        if (left === 0) return []
        const values = valuesOf()
        const conditions = [inStores(part, values), ...testsOf(wanted, values, true)]
        const [row] = await pool.rows<{ matches: number }>(
          `select count(*)::integer as matches from (
           select 1 from catalogue.products p where ${conditions.join(' and ')} limit ${values.add(left, 'integer')}
         ) matched`,
          values.values,
        )
        left -= row?.matches ?? 0
        return []
      })
      return atMost - left
    },
  }
}
