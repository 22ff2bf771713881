import { setImmediate } from 'node:timers/promises'
import type { CopySort } from '#drizzle/catalogue/copy.ts'
import type { Condition, SortRange } from '#drizzle/catalogue/sqlite-conditions.ts'
import type { CopyFile, Statements } from '#drizzle/catalogue/sqlite-file.ts'
import { isLeft } from '#drizzle/catalogue/rows.ts'
import { indexOf, leftIndexOf, type SortColumn } from '#drizzle/catalogue/sqlite-schema.ts'

export type SortValue = string | number | null
/** A product in a sorted list. `tie` orders equal values. */
export type Placed = { id: number; value: SortValue; tie: number | string }

/** Rows that the first statement of many looks at. */
export const firstRows = 100

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
  /** The values of the column that are walked. */
  span: SortRange
  tests: Condition
  /** The only rows that may pass the tests, as far as they are known: the index alone is read of all others. Null: any may. */
  among: ReadonlySet<number> | null
  /** How many rows were looked at. */
  looked: { rows: number }
  /** The place to begin behind. */
  after: { value: SortValue; tie: number | bigint | string } | null
  /** Products of a page. */
  wanted: number
  /** Rows that the first statement looks at. */
  size: number
  /** Rows that a statement looks at, at most. */
  rowsAtOnce: number
  /** Ends the walk between two statements. */
  signal: AbortSignal
}

type Seen = Placed & { isFound: number }
type Stretch = { where: string; given: Record<string, unknown>; isLeft?: boolean }

/** The stretches of an index behind a place: the rows of equal value, then those of further ones, and those of none at last. */
function stretchesOf({ column, reverse, span }: IndexWalk, after: IndexWalk['after']): Stretch[] {
  const beyond = reverse ? '<' : '>'
  if (column === null) return [after ? { where: `p.key ${beyond} @tie`, given: { tie: after.tie } } : { where: 'true', given: {} }]
  if (span === 'out') return segmentStretches(reverse, sumsOfOut, after)
  if (span === 'in') return inStretches(reverse, after)
  if (span) {
    const { key } = span
    return [{ where: `p.${column} = @key ${after ? `and p.id ${beyond} @tie` : ''}`, given: { key, tie: after?.tie } }]
  }
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

/** Sums of stock on one side of 0. `isLeft`: of the index of what is in stock in spite of its sum. */
type Segment = { where: string; isAbove: boolean; isLeft: boolean }
const sumsOfOut: Segment = { where: 'p.stock <= 0', isAbove: false, isLeft: false }
const sumsOfLeft: Segment = { where: isLeft('p.'), isAbove: false, isLeft: true }
const sumsAbove: Segment = { where: 'p.stock > 0', isAbove: true, isLeft: false }

/** The stretches of a segment. */
function segmentStretches(reverse: boolean, { where, isAbove, isLeft: isOfLeft }: Segment, after: IndexWalk['after']): Stretch[] {
  if (!after) return [{ where, given: {}, isLeft: isOfLeft }]
  const { value, tie } = after
  const beyond = reverse ? '<' : '>'
  // SQLite takes one border for each direction, so that of the segment is given only where the place is none.
  const rest = isOfLeft || isAbove === reverse ? `and ${where}` : ''
  return [
    { where: `p.stock = @value and p.id ${beyond} @tie ${isOfLeft ? `and ${where}` : ''}`, given: { value, tie }, isLeft: isOfLeft },
    { where: `p.stock ${beyond} @value ${rest}`, given: { value }, isLeft: isOfLeft },
  ]
}

/** The stretches of what is in stock: sums above 0, those of few others, and at last what is not counted. */
function inStretches(reverse: boolean, after: IndexWalk['after']): Stretch[] {
  const segments = reverse ? [sumsAbove, sumsOfLeft] : [sumsOfLeft, sumsAbove]
  const none = { where: 'p.stock is null', given: {} }
  if (after?.value === null) return [{ where: `${none.where} and p.id ${reverse ? '<' : '>'} @tie`, given: { tie: after.tie } }]
  const first = after ? segments.findIndex(({ isAbove }) => isAbove === Number(after.value) > 0) : 0
  return [...segments.slice(first).flatMap((segment, index) => segmentStretches(reverse, segment, index === 0 ? after : null)), none]
}

/** What an index gives of a product: the value of the sort, and what orders equal values. */
const placeIn = ({ column }: IndexWalk) => (column === null ? 'null as value, p.key as tie' : `p.${column} as value, p.id as tie`)
const testIn = ({ tests }: IndexWalk) => `${tests.sql === '' ? '1' : `coalesce(${tests.sql}, 0)`} as isFound`

/** The next entries of a stretch, and what is selected of each. */
function entriesOf({ store, column, reverse }: IndexWalk, stretch: Stretch, selected: string): string {
  const isOfStore = store !== null
  const index = column === null ? 'products_of_store' : stretch.isLeft ? leftIndexOf(isOfStore) : indexOf(column, isOfStore)
  const direction = reverse ? 'desc' : 'asc'
  const order = column === null ? `p.key ${direction}` : `p.${column} ${direction}, p.id ${direction}`
  return `select ${selected} from products p indexed by ${index}
    where ${store === null ? '' : 'p.store = @store and '}${stretch.where} order by ${order} limit @size`
}

/** `entries`: those of the index that were looked at. The last row is that of the last entry. */
type Looked = { entries: number; rows: Seen[] }

/** Reads the rows of the next entries of a stretch. */
function readRows(statements: Statements, walk: IndexWalk, stretch: Stretch, size: number): Looked {
  const sql = entriesOf(walk, stretch, `p.id, ${placeIn(walk)}, ${testIn(walk)}`)
  const rows = statements.all<Seen>(sql, { ...walk.tests.given, ...stretch.given, store: walk.store, size })
  return { entries: rows.length, rows }
}

/** Reads those of the next entries of a stretch that may be wanted, and the last one. */
function readKnown(statements: Statements, walk: IndexWalk, stretch: Stretch, size: number, among: ReadonlySet<number>): Looked {
  const ids = statements.ids(entriesOf(walk, stretch, 'p.id'), { ...stretch.given, store: walk.store, size })
  const last = ids.at(-1)
  const rows = statements.all<Seen>(
    `select p.id, ${placeIn(walk)}, ${testIn(walk)} from json_each(@ids) w cross join products p where p.id = w.value order by w.key`,
    { ...walk.tests.given, ids: JSON.stringify(ids.filter((id) => id === last || among.has(id))) },
  )
  return { entries: ids.length, rows }
}

/** A sorted list in groups, because to wait for each product would cost more than to read it. */
export type Groups = AsyncGenerator<Placed[]>

/** Rows of a further statement, at least. */
const fewestRows = 50
/** The rest of a page is rarely spread as what was found is. */
const margin = 1.3

/** How many more rows a page takes, by what was found among the first ones. */
const rowsLeft = (wanted: number, looked: number, found: number): number =>
  Math.max(fewestRows, Math.ceil((margin * Math.max(1, wanted - found) * looked) / found))

/** All products of a walk that pass the tests, in its order. Lets others run between its statements. */
export async function* walkIndex(file: CopyFile, walk: IndexWalk): Groups {
  let [after, size] = [walk.after, Math.min(walk.size, walk.rowsAtOnce)]
  for (let isFirst = true; ; isFirst = false) {
    let last: Placed | undefined
    let [looked, found] = [0, 0]
    for (const stretch of stretchesOf(walk, after)) {
      const [given, { among }] = [size, walk]
      const { entries, rows } = await file.read((statements) =>
        among ? readKnown(statements, walk, stretch, given, among) : readRows(statements, walk, stretch, given),
      )
      const passed = rows.filter(({ isFound }) => isFound === 1)
      looked += entries
      walk.looked.rows += rows.length
      found += passed.length
      yield passed
      if (entries === size) last = rows.at(-1)
      if (last) break
    }
    if (!last) return
    after = last
    size = Math.min(isFirst && found > 0 ? rowsLeft(walk.wanted, looked, found) : 2 * size, walk.rowsAtOnce)
    await setImmediate()
    if (walk.signal.aborted) return
  }
}

/** UTF-8 has the order of both databases; JavaScript's own differs for rare letters. */
function compareValues(one: SortValue, other: SortValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))
}

/** Integers are before texts, as in SQLite. */
const compareTies = (one: Placed['tie'], other: Placed['tie']): number =>
  typeof one === typeof other ? compareValues(one, other) : typeof one === 'number' ? -1 : 1

/** The order of lists. What has no value is last, whatever the direction. */
export function comparePlaced(one: Placed, other: Placed, reverse: boolean): number {
  if ((one.value === null) !== (other.value === null)) return other.value === null ? -1 : 1
  const byValue = one.value === null ? 0 : compareValues(one.value, other.value)
  const order = byValue === 0 ? compareTies(one.tie, other.tie) : byValue
  return reverse ? -order : order
}

/** A list that is merged: what was read of it, and how far. */
type Head = { walk: Groups; group: Placed[]; at: number }

/** Reads on until a list has a product that was not taken. Returns whether it has one. */
async function refilled(head: Head): Promise<boolean> {
  while (head.at === head.group.length) {
    const next = await head.walk.next()
    if (next.done) return false
    Object.assign(head, { group: next.value, at: 0 })
  }
  return true
}

/** Takes the first products of several lists, until one has to be read on. */
function takeFirst(heads: readonly Head[], reverse: boolean): { taken: Placed[]; empty: Head | undefined } {
  const taken: Placed[] = []
  for (;;) {
    let [first, least]: [Head | undefined, Placed | undefined] = [undefined, undefined]
    for (const head of heads) {
      const placed = head.group[head.at]
      if (placed && (!least || comparePlaced(placed, least, reverse) < 0)) [first, least] = [head, placed]
    }
    if (!first || !least) return { taken, empty: undefined }
    taken.push(least)
    first.at += 1
    if (first.at === first.group.length) return { taken, empty: first }
  }
}

/** Merges lists that are sorted alike into one. */
export async function* mergedWalks(walks: readonly Groups[], reverse: boolean): Groups {
  const all = walks.map((walk): Head => ({ walk, group: [], at: 0 }))
  const filled = await Promise.all(all.map(refilled))
  let heads = all.filter((_, index) => filled[index])
  while (heads.length > 0) {
    const { taken, empty } = takeFirst(heads, reverse)
    yield taken
    if (empty && !(await refilled(empty))) heads = heads.filter((head) => head !== empty)
  }
}

/** Takes the first products of a list, at most so many, until there are no more, or until `isEnough`. Null in that case: a further call goes on. */
export function taking(groups: Groups, atMost: number): (isEnough?: () => boolean) => Promise<Placed[] | null> {
  // By id, because a product that changes during the walk may be met again.
  const found = new Map<number, Placed>()
  return async (isEnough = () => false) => {
    for (;;) {
      const { done, value: group } = await groups.next()
      for (const placed of group ?? []) if (!found.has(placed.id)) found.set(placed.id, placed)
      if (done || found.size >= atMost) return [...found.values()].slice(0, atMost)
      if (isEnough()) return null
    }
  }
}

/** One list after the other. */
export async function* inTurn(walks: Iterable<Groups>): Groups {
  for (const walk of walks) yield* walk
}
