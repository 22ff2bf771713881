import type { SortOrder } from '#shared/orders.ts'

type Ranked = { rank: string | number }

/** One store's page: rows in its own order, and whether more come behind them. */
export type Stream<Row extends Ranked> = { rows: readonly Row[]; hasMore: boolean }

/** The merged rows with the number of their stream, and how many of each stream's rows are among them. */
export type Merged<Row extends Ranked> = { rows: { row: Row; stream: number }[]; taken: number[] }

function compareRanks(a: string | number, b: string | number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** The stream whose next row comes first; of equals the first stream's. -1 when all are used up. */
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
 * The first rows of several sorted streams as one: by rank, ties by the order of the streams, and within a stream always in its own
 * order. It ends early where a stream's page is used up with more behind it, for nobody knows yet what comes there.
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
