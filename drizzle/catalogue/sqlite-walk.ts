import { setImmediate } from 'node:timers/promises'
import type { CopySort } from '#drizzle/catalogue/copy.ts'
import type { Condition } from '#drizzle/catalogue/sqlite-conditions.ts'
import type { CopyFile } from '#drizzle/catalogue/sqlite-file.ts'
import { indexOf, type SortColumn } from '#drizzle/catalogue/sqlite-schema.ts'

export type SortValue = string | number | null
/** A product in a sorted list. `tie` orders equal values. */
export type Placed = { id: number; value: SortValue; tie: number | string }

/** The column of a sort. Null: each store is a list of its own, by the products' numbers. */
export const columnOf: Record<CopySort, SortColumn | null> = {
  created: 'created',
  updated: 'updated',
  title: 'title_key',
  store: null,
  status: 'status_key',
  price: 'price',
  stock: 'stock',
  vendor: 'vendor_key',
  productType: 'type_key',
}

/** An index that is walked. `store`: the number of the only store, or null for all. */
export type IndexWalk = {
  store: number | null
  column: SortColumn | null
  reverse: boolean
  tests: Condition
  /** The place to begin behind. */
  after: { value: SortValue; tie: number | bigint | string } | null
  /** Rows that the first statement looks at. */
  size: number
  /** Rows that a statement looks at, at most. */
  rowsAtOnce: number
}

type Seen = Placed & { isFound: number }
type Stretch = { where: string; given: Record<string, unknown> }

/** The stretches of an index behind a place: the rows of equal value, then those of further ones, and those of none at last. */
function stretchesOf({ column, reverse }: IndexWalk, after: IndexWalk['after']): Stretch[] {
  const beyond = reverse ? '<' : '>'
  if (column === null) return [after ? { where: `p.key ${beyond} @tie`, given: { tie: after.tie } } : { where: 'true', given: {} }]
  const [isValue, isNone] = [`p.${column} is not null`, `p.${column} is null`]
  if (!after)
    return [
      { where: isValue, given: {} },
      { where: isNone, given: {} },
    ]
  const { value, tie } = after
  if (value === null) return [{ where: `${isNone} and p.id ${beyond} @tie`, given: { tie } }]
  return [
    { where: `p.${column} = @value and p.id ${beyond} @tie`, given: { value, tie } },
    { where: `p.${column} ${beyond} @value`, given: { value } },
    { where: isNone, given: {} },
  ]
}

function statementOf({ store, column, reverse, tests }: IndexWalk, stretch: Stretch): string {
  const index = column === null ? 'products_of_store' : indexOf(column, store !== null)
  const direction = reverse ? 'desc' : 'asc'
  const [value, tie] = column === null ? ['null', 'p.key'] : [`p.${column}`, 'p.id']
  const order = column === null ? `p.key ${direction}` : `p.${column} ${direction}, p.id ${direction}`
  return `select p.id, ${value} as value, ${tie} as tie, ${tests.sql === '' ? '1' : `coalesce(${tests.sql}, 0)`} as isFound
    from products p indexed by ${index} where ${store === null ? '' : 'p.store = @store and '}${stretch.where} order by ${order} limit @size`
}

/** All products of a walk that pass the tests, in its order. Lets others run between its statements. */
export async function* walkIndex(file: CopyFile, walk: IndexWalk): AsyncGenerator<Placed> {
  let [after, size] = [walk.after, Math.min(walk.size, walk.rowsAtOnce)]
  for (;;) {
    let last: Placed | undefined
    for (const stretch of stretchesOf(walk, after)) {
      const [sql, given] = [statementOf(walk, stretch), { ...walk.tests.given, ...stretch.given, store: walk.store, size }]
      const seen = await file.read((statements) => statements.all<Seen>(sql, given))
      for (const { isFound, ...placed } of seen) if (isFound === 1) yield placed
      if (seen.length === size) last = seen.at(-1)
      if (last) break
    }
    if (!last) return
    after = last
    size = Math.min(2 * size, walk.rowsAtOnce)
    await setImmediate()
  }
}

/** UTF-8 has the order of both databases; JavaScript's own differs for rare letters. */
function compareValues(one: SortValue, other: SortValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))
}

function isBefore(one: Placed, other: Placed, reverse: boolean): boolean {
  if ((one.value === null) !== (other.value === null)) return other.value === null
  const order = one.value === null ? 0 : compareValues(one.value, other.value)
  const byTie = Number(one.tie) - Number(other.tie)
  return (order === 0 ? byTie : order) < 0 !== reverse
}

/** Merges lists that are sorted alike into one. */
export async function* mergedWalks(walks: readonly AsyncGenerator<Placed>[], reverse: boolean): AsyncGenerator<Placed> {
  const heads = await Promise.all(walks.map(async (walk) => ({ walk, next: await walk.next() })))
  for (;;) {
    let first: { walk: AsyncGenerator<Placed>; next: IteratorResult<Placed> } | undefined
    for (const head of heads)
      if (!head.next.done && (!first || first.next.done || isBefore(head.next.value, first.next.value, reverse))) first = head
    if (!first || first.next.done) return
    yield first.next.value
    first.next = await first.walk.next()
  }
}

/** The first products of a list, at most so many. */
export async function firstOf(walk: AsyncGenerator<Placed>, atMost: number): Promise<Placed[]> {
  const found: Placed[] = []
  for await (const placed of walk) {
    found.push(placed)
    if (found.length === atMost) break
  }
  return found
}

/** One list after the other. */
export async function* inTurn(walks: Iterable<AsyncGenerator<Placed>>): AsyncGenerator<Placed> {
  for (const walk of walks) yield* walk
}
