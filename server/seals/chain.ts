import type { Anchor, SealedEntry, Seal } from '#server/seals/repo.ts'

/** The previous hash of the very first seal. */
const beginning = 'beginning'

/** The previous hash for the next seal. */
export const hashBefore = (last: Pick<Seal | Anchor, 'hash'> | null): string => last?.hash ?? beginning

/** Leaves out null columns, so that the content stays the same when the table gets new columns. */
const filled = (entry: SealedEntry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null))

/** The sealed content of a minute. */
export const contentOf = (minute: Date, entries: readonly SealedEntry[], previousHash: string) => ({
  minute,
  count: entries.length,
  entries: entries.map(filled),
  previousHash,
})

/** The sealed content of the anchor. */
export const anchorContent = (minute: Date, hash: string) => ({ anchor: minute, hash })
