/** Something that a sentence may name, and what that means. */
export type Term<Meaning> = { name: string; meaning: Meaning }

/** Shorter beginnings of a name could mean too much. */
const fewest = 2

const wordsOf = (text: string) => text.normalize('NFC').toLocaleLowerCase('en').split(/\s+/).filter(Boolean)

/** How many of the typed words begin the words of a name, in their order. */
function lengthOf(typed: readonly string[], name: string): number {
  const words = wordsOf(name)
  const end = words.findIndex((word, index) => !word.startsWith(typed[index] ?? ' '))
  return end === -1 ? words.length : end
}

/**
 * What a sentence of several names means: "unpaid yest gift b" names "Unpaid", "Yesterday" and "Gift Barn". Where several names fit, the one
 * that covers the most words counts. Null if a word belongs to no name.
 */
export function meaningsOf<Meaning>(sentence: string, terms: readonly Term<Meaning>[]): Meaning[] | null {
  const meanings: Meaning[] = []
  for (let rest = wordsOf(sentence); rest.length > 0;) {
    const fits = terms.map(({ name, meaning }) => ({ meaning, length: lengthOf(rest, name) }))
    const [best] = fits.toSorted((one, other) => other.length - one.length)
    if (!best || best.length === 0 || (rest[0] ?? '').length < fewest) return null
    meanings.push(best.meaning)
    rest = rest.slice(best.length)
  }
  return meanings
}
