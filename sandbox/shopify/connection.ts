import { GraphQLError } from 'graphql'
import { cursorOf, positionOf } from './cursor.ts'
import type { Position, SortValue } from './cursor.ts'

export type PageArgs = {
  first?: number | null
  last?: number | null
  after?: string | null
  before?: string | null
  reverse?: boolean | null
}

/** Rows in a total order: by value, then by id. */
export type Listing<Row> = {
  readonly length: number
  readonly row: (index: number) => Row
  readonly id: (row: Row) => string
  readonly value: (row: Row) => SortValue
}

/** Shopify's connection object. The edges are computed on demand. */
export type Connection<Row> = {
  readonly nodes: readonly Row[]
  readonly edges: () => { node: Row; cursor: string }[]
  readonly pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
}

const badRequest = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } })

/** The maximum page size of a connection; string lists allow more. */
const PAGE_LIMIT = 250

/** The page size of bulk operations: all rows. It is GraphQL's largest Int, which no client's page reaches. */
export const EVERYTHING = 2_147_483_647

function sizeOf(args: PageArgs, limit: number): number {
  const { first, last } = args
  if (first != null && last != null) throw badRequest('providing both first and last is not supported')
  const size = first ?? last
  if (size == null) throw badRequest('you must provide one of first or last')
  const name = first == null ? 'last' : 'first'
  if (size > limit && size !== EVERYTHING) throw badRequest(`${name} must be less than or equal to ${limit}`)
  if (size < 0) throw badRequest(`${name} must be greater than or equal to 0`)
  return size
}

function compare(left: Position, right: Position): number {
  if (left.value !== right.value) return left.value < right.value ? -1 : 1
  return left.id === right.id ? 0 : left.id < right.id ? -1 : 1
}

function reversed<Row>(listing: Listing<Row>): Listing<Row> {
  return { ...listing, row: (index) => listing.row(listing.length - 1 - index) }
}

/** The first index after the position, or at it with `including`. The cursor's row may have been removed. */
function indexAfter<Row>(listing: Listing<Row>, position: Position, direction: 1 | -1, including: boolean): number {
  let low = 0
  let high = listing.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = listing.row(middle)
    const order = compare({ id: BigInt(listing.id(row)), value: listing.value(row) }, position) * direction
    if (order < 0 || (order === 0 && !including)) low = middle + 1
    else high = middle
  }
  return low
}

/** One page of a listing, forwards by first/after or backwards by last/before. The listing is always in ascending order. */
export function connectionOf<Row>(ascending: Listing<Row>, args: PageArgs, limit = PAGE_LIMIT): Connection<Row> {
  const size = sizeOf(args, limit)
  const direction = args.reverse === true ? -1 : 1
  const listing = args.reverse === true ? reversed(ascending) : ascending
  const from = args.after == null ? 0 : indexAfter(listing, positionOf(args.after), direction, false)
  const to = args.before == null ? listing.length : indexAfter(listing, positionOf(args.before), direction, true)
  const start = args.last == null ? from : Math.max(from, to - size)
  const end = args.last == null ? Math.min(to, from + size) : to
  const nodes = Array.from({ length: Math.max(0, end - start) }, (_, n) => listing.row(start + n))
  const cursor = (row: Row | undefined) => (row === undefined ? null : cursorOf(listing.id(row), listing.value(row)))
  return {
    nodes,
    edges: () => nodes.map((node) => ({ node, cursor: cursorOf(listing.id(node), listing.value(node)) })),
    pageInfo: {
      hasNextPage: end < listing.length && size > 0,
      hasPreviousPage: start > 0 && size > 0,
      startCursor: cursor(nodes.at(0)),
      endCursor: cursor(nodes.at(-1)),
    },
  }
}

/** A listing over sorted rows. */
export function listingOf<Row>(rows: readonly Row[], id: (row: Row) => string, value: (row: Row) => SortValue): Listing<Row> {
  const row = (index: number) => {
    const found = rows[index]
    if (found === undefined) throw new RangeError(`no row ${index} of ${rows.length}`)
    return found
  }
  return { length: rows.length, row, id, value }
}
