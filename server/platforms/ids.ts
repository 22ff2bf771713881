import { inTurns } from '#server/platforms/ahead.ts'

/** The largest signed 64-bit id. A larger one cannot exist, and platforms refuse it. */
const LARGEST = 2n ** 63n - 1n

/** The maximum number of ids per call. */
const IDS_AT_ONCE = 250

/** The ids above `after` that can exist, without duplicates, as plain numbers in ascending order. */
export function sortedIds(ids: readonly string[], after = '0'): string[] {
  const numbers = [...new Set(ids.map(BigInt))].filter((id) => id > BigInt(after) && id <= LARGEST)
  return numbers.toSorted((a, b) => (a < b ? -1 : 1)).map(String)
}

/** Splits ids into chunks of the size that a platform accepts. */
export function chunksOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, index) =>
    ids.slice(index * IDS_AT_ONCE, (index + 1) * IDS_AT_ONCE),
  )
}

/** The number of parallel calls for chunks. */
const CHUNKS_AT_ONCE = 3

/** The ids that `ask` finds. Each call gets one chunk. */
export async function foundIds(ids: readonly string[], ask: (chunk: string[]) => Promise<readonly string[]>): Promise<ReadonlySet<string>> {
  const found = await inTurns(chunksOf(sortedIds(ids)), CHUNKS_AT_ONCE, ask)
  return new Set(found.flat())
}
