import type { Anchor, SealedEntry, Seal } from '#server/seals/repo.ts'

/** What the first seal of all stands on. */
const beginning = 'beginning'

/** The hash that the next seal stands on. */
export const hashBefore = (last: Pick<Seal | Anchor, 'hash'> | null): string => last?.hash ?? beginning

/** Without the columns that hold nothing: an entry stays what it was in a table that has grown a column since. */
const filled = (entry: SealedEntry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null))

/** What the seal of a minute is made over. */
export const contentOf = (minute: Date, entries: readonly SealedEntry[], previousHash: string) => ({
  minute,
  count: entries.length,
  entries: entries.map(filled),
  previousHash,
})

/** What the anchor's own seal is made over. */
export const anchorContent = (minute: Date, hash: string) => ({ anchor: minute, hash })
