// Where the products of a search are to be found: row ids of an index, which other indexes narrow down before any row is read.
import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { and, ftsQuery, givenList, type Condition, type WantedProducts } from '#drizzle/catalogue/sqlite-conditions.ts'
import type { CopyFile, Statements } from '#drizzle/catalogue/sqlite-file.ts'
import { keyOf } from '#drizzle/catalogue/rows.ts'
import { indexOf, outIndex } from '#drizzle/catalogue/sqlite-schema.ts'
import { numbersOf, productsOf, storeIn, type Scope } from '#drizzle/catalogue/sqlite-scopes.ts'

/**
 * Selects of row ids, which together have all products that are wanted, and perhaps others. Each can be read in the order of the ids. `seeks`: what else
 * the product `p` must be like as far as other indexes tell. To look into an index costs a tenth of reading a row.
 */
export type CopySource = { parts: readonly Condition[]; seeks: Condition }

/** An index whose rows with some values have all products that are wanted. `own`: its condition, with the prefix of a table. */
type Keyed = { index: string; own: (prefix: string) => string; keys: readonly string[] | null }

/** Keys of a filter's values. Null: there is no filter, or one of its values has none. */
function keysOf(values: readonly string[] | undefined): string[] | null {
  const keys = values?.map(keyOf).filter((key) => key !== null) ?? []
  return keys.length > 0 && keys.length === values?.length ? [...new Set(keys)] : null
}

function keyedBy(column: 'vendor_key' | 'type_key' | 'status_key', values: readonly string[] | undefined): Keyed[] {
  const keys = keysOf(values)
  return keys ? [{ index: indexOf(column, false), own: (prefix) => `${prefix}${column}`, keys }] : []
}

/** Of the products that are out of stock, also by their status. */
const keyedOut = (statuses: readonly string[] | undefined): Keyed => ({
  index: outIndex,
  own: (prefix) => `${prefix}is_out and ${prefix}status_key`,
  keys: keysOf(statuses),
})

const partsOf = ({ index, own, keys }: Keyed): Condition[] => {
  const from = `select id from products indexed by ${index} where`
  if (keys === null) return [{ sql: `${from} is_out`, given: {} }]
  return keys.map((key, part) => ({ sql: `${from} ${own('')} = @key${part}`, given: { [`key${part}`]: key } }))
}

function seeksOf(keyed: readonly Keyed[]): Condition {
  const seek = ({ index, own, keys }: Keyed, at: number) =>
    `exists (select 1 from products q indexed by ${index} where ${keys === null ? 'q.is_out' : `${own('q.')} in ${givenList(`seek${at}`)}`} and q.id = p.id)`
  return {
    sql: and(...keyed.map(seek)),
    given: Object.fromEntries(keyed.flatMap(({ keys }, at) => (keys === null ? [] : [[`seek${at}`, JSON.stringify(keys)]]))),
  }
}

/** The likeliest to be short is first. A vendor costs less than its letters, because the search has to read the lists of all their groups. */
export function sourcesOf(wanted: WantedProducts): CopySource[] {
  const { vendor, productType, status, stock } = wanted.filters
  const [vendors, types] = [keyedBy('vendor_key', vendor), keyedBy('type_key', productType)]
  const states = stock === 'out' ? [keyedOut(status)] : keyedBy('status_key', status)
  const keyed = [...vendors, ...types, ...states]
  const query = ftsQuery(vendors.length === 0 ? wanted : { ...wanted, filters: { ...wanted.filters, vendor: undefined } })
  const ofKeys = (one: Keyed): CopySource => ({ parts: partsOf(one), seeks: seeksOf(keyed.filter((other) => other !== one)) })
  const ofWords = (): CopySource[] =>
    query === null
      ? []
      : [{ parts: [{ sql: 'select rowid as id from words where words match @query', given: { query } }], seeks: seeksOf(keyed) }]
  return [...[...vendors, ...types].map(ofKeys), ...ofWords(), ...states.map(ofKeys)]
}

/** Row ids as a source, so that what has found them is not carried out again. */
export const sourceOf = (ids: readonly number[]): Condition => ({
  sql: 'select value as id from json_each(@ids)',
  given: { ids: JSON.stringify(ids) },
})

/** The rows of the first source with few. Null: all have many, or there is none. */
export type ShortSource = (statements: Statements, wanted: WantedProducts, scopes: readonly Scope[]) => Condition | null

const longKept = { max: 1_000, ttl: 60_000 }
/** To look into other indexes for so many rows costs less than to read the rows of a page. */
const soughtForEach = 4

/** The row ids of a select that the other indexes have too, how many it has, and the last of all. */
function soughtIn(statements: Statements, sql: string, seeks: Condition, given: Condition['given']) {
  const all = { ...given, ...seeks.given }
  if (seeks.sql === '') {
    const ids = statements.ids(sql, all)
    return { ids, looked: ids.length, last: ids.at(-1) ?? null }
  }
  const rows = statements.all<{ id: number; isIn: number }>(`select p.id, ${seeks.sql} as isIn from (${sql}) p`, all)
  return { ids: rows.flatMap(({ id, isIn }) => (isIn === 1 ? [id] : [])), looked: rows.length, last: rows.at(-1)?.id ?? null }
}

/** Sources with at most so many rows count as short. Which have more is kept for a minute, because to see it costs as much as a page. */
export function shortSources(sortedAtMost: number): ShortSource {
  const long = new LRUCache<string, true>(longKept)
  return (statements, wanted, scopes) => {
    const ofStores = { sql: `select id from products where store in ${storeIn}`, given: { stores: numbersOf(scopes) } }
    const stores = productsOf(scopes) <= sortedAtMost ? [{ parts: [ofStores], seeks: { sql: '', given: {} } }] : []
    for (const { parts, seeks } of [...sourcesOf(wanted), ...stores]) {
      const sql = parts.map((part) => part.sql).join(' union all ')
      const given = Object.assign({}, ...parts.map((part) => part.given)) as Condition['given']
      const key = JSON.stringify([sql, given, seeks])
      if (long.has(key)) continue
      const most = sortedAtMost * (seeks.sql === '' ? 1 : soughtForEach)
      const { ids, looked } = soughtIn(statements, `select id from (${sql}) limit @most`, seeks, { ...given, most: most + 1 })
      if (looked <= most && ids.length <= sortedAtMost) return sourceOf(ids)
      long.set(key, true)
    }
    return null
  }
}

/** `idsAtOnce`: those that one statement looks at. `signal`: ends the reading between two statements. */
type Reading = { file: CopyFile; idsAtOnce: number; signal?: AbortSignal }

/** Row ids in groups. `last`: up to where the part was looked at. Null: to its end. */
type IdGroup = { ids: number[]; last: number | null }

/** The row ids of a source, without those that other indexes exclude. Lets others run between its statements. */
async function* groupsOf({ file, idsAtOnce, signal }: Reading, { parts, seeks }: CopySource): AsyncGenerator<IdGroup> {
  for (const part of parts)
    for (let from: number | null = 0; from !== null; await setImmediate()) {
      if (signal?.aborted) return
      const after: number = from
      const next = `select id from (${part.sql}) where id > @after order by id limit @most`
      const { ids, looked, last } = await file.read((statements) =>
        soughtIn(statements, next, seeks, { ...part.given, after, most: idsAtOnce }),
      )
      from = looked < idsAtOnce ? null : last
      yield { ids, last: from }
    }
}

/** The row ids of a source in groups, without those that other indexes exclude. */
export async function* idsOf(reading: Reading, source: CopySource): AsyncGenerator<number[]> {
  for await (const { ids } of groupsOf(reading, source)) yield ids
}

/** All row ids of a source, if they are at most so many. Null: there are more, or it looks so after its first ones. @param lastId of all products */
export async function allIdsOf(reading: Reading, source: CopySource, atMost: number, lastId: number): Promise<number[] | null> {
  const all: number[] = []
  for await (const { ids, last } of groupsOf(reading, source)) {
    const likely = last === null ? ids.length : (ids.length * lastId) / last
    if (all.length + likely > 2 * atMost || all.length + ids.length > atMost) return null
    all.push(...ids)
  }
  return all
}
