import type { SortOrder } from '#shared/orders.ts'

type Ranked = { rank: string | number }

/** One store's page: rows in its own order, and whether more rows follow. */
export type Stream<Row extends Ranked> = { rows: readonly Row[]; hasMore: boolean }

/** The merged rows with the index of their stream, and the number of rows taken from each stream. */
export type Merged<Row extends Ranked> = { rows: { row: Row; stream: number }[]; taken: number[] }

function compareRanks(a: string | number, b: string | number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** The stream with the next row. Equal ranks go to the earlier stream. -1: no stream has rows left. */
function nextStream<Row extends Ranked>(streams: readonly Stream<Row>[], taken: readonly number[], sign: 1 | -1): number {
  let best = -1
  let bestRank: string | number = ''
  for (const [index, { rows }] of streams.entries()) {
    const row = rows[taken[index] ?? 0]
    if (!row || (best >= 0 && sign * compareRanks(row.rank, bestRank) >= 0)) continue
    best = index
    bestRank = row.rank
  }
  return best
}

/**
 * Merges the first rows of several sorted streams by rank. Equal ranks keep the order of the streams, and the rows of a stream keep their
 * own order. The merge ends early when a stream's page is used up but has a next page, because the rank of the next row is unknown.
 */
export function merge<Row extends Ranked>(streams: readonly Stream<Row>[], order: SortOrder, max: number): Merged<Row> {
  const taken = streams.map(() => 0)
  const merged: Merged<Row>['rows'] = []
  const sign = order === 'asc' ? 1 : -1
  while (merged.length < max) {
    const isBlind = streams.some(({ rows, hasMore }, index) => hasMore && taken[index] === rows.length)
    const stream = isBlind ? -1 : nextStream(streams, taken, sign)
    const row = streams[stream]?.rows[taken[stream] ?? 0]
    if (!row) break
    merged.push({ row, stream })
    taken[stream] = (taken[stream] ?? 0) + 1
  }
  return { rows: merged, taken }
}
