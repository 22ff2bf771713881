// The names of delivered files, from patterns such as `{schedule}-{date}-{store}`.
import { safeFileName } from '#shared/safe-file-name.ts'
import { resolved } from '#shared/file-name-pattern.ts'
import { DeliveryFailure } from '#server/destinations/failure.ts'

/** What the placeholders of a pattern stand for. `date` and `time` are those of the export, in the time zone of its schedule or store. */
export type NameFacts = {
  /** The name of the schedule, or of the resource for an export that somebody started. */
  schedule: string
  /** YYYY-MM-DD */
  date: string
  /** HHmmss */
  time: string
  /** The name of the store, or the number of stores where there are several. */
  store: string
  type: 'products' | 'orders'
  job: string
}

/**
 * The name of a file. An extension that the pattern has already is not repeated. Whatever the facts contain, the result is one part of a
 * path. @param extension such as `.csv`
 */
export function deliveredName(pattern: string, facts: NameFacts, extension: string): string {
  const whole = resolved(pattern, facts)
  const bare = whole.toLowerCase().endsWith(extension) ? whole.slice(0, -extension.length) : whole
  return safeFileName(bare, extension)
}

/** The same name with a number before its extension, for a place where the name is taken. */
export const numbered = (name: string, number: number, extension: string): string =>
  `${name.slice(0, name.length - extension.length)}-${number}${extension}`

/** The highest number behind a name that is taken. */
export const highestNumber = 100_000
/** Up to this number, forms are tried one after the other, so that a folder with few files of a name has no gaps. */
const triedOneByOne = 10

/**
 * A free one of the name and its numbered forms. Higher numbers are doubled until one is free, and halved back, so that a name with 100,000
 * files costs 40 calls: the number found is free and the one before it is taken. Throws DeliveryFailure where all that were tried are taken.
 */
export async function freeName(name: string, extension: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  const nameOf = (number: number) => (number === 1 ? name : numbered(name, number, extension))
  let taken = 0
  let free = 1
  while (await isTaken(nameOf(free))) {
    if (free === highestNumber) throw new DeliveryFailure('NAMES_TAKEN')
    taken = free
    free = free < triedOneByOne ? free + 1 : Math.min(free * 2, highestNumber)
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (await isTaken(nameOf(middle))) taken = middle
    else free = middle
  }
  return nameOf(free)
}

export const receiptName = (name: string) => `${name}.receipt.json`
