import { inTurns } from '#server/platforms/ahead.ts'

/** The largest id that a platform's 64 signed bits can hold. Anything above cannot exist, and asking for it is an error there. */
const LARGEST = 2n ** 63n - 1n

/** Platforms take up to so many ids at once. */
const IDS_AT_ONCE = 250

/** The ids that can exist and lie above `after`, as plain numbers in ascending order, each once. */
export function sortedIds(ids: readonly string[], after = '0'): string[] {
  const numbers = [...new Set(ids.map(BigInt))].filter((id) => id > BigInt(after) && id <= LARGEST)
  return numbers.toSorted((a, b) => (a < b ? -1 : 1)).map(String)
}

/** Chunks that a platform takes. */
export function chunksOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, index) =>
    ids.slice(index * IDS_AT_ONCE, (index + 1) * IDS_AT_ONCE),
  )
}

/** Questions about chunks that are under way at once. */
const CHUNKS_AT_ONCE = 3

/** Those of the ids that `ask` finds; it is given a chunk at a time. */
export async function foundIds(ids: readonly string[], ask: (chunk: string[]) => Promise<readonly string[]>): Promise<ReadonlySet<string>> {
  const found = await inTurns(chunksOf(sortedIds(ids)), CHUNKS_AT_ONCE, ask)
  return new Set(found.flat())
}
