import { foldText } from '#shared/fold-text.ts'

/** A piece of a text. Marked: it contains a searched word. */
export type TextPart = { text: string; isMarked: boolean }

/** The words of a search, as they are searched for. */
export const wordsOfSearch = (search: string): string[] => [...new Set(foldText(search).split(' ').filter(Boolean))]

/** A text as it is searched, and from where to where in the text each of its letters comes from. */
function foldedWithPlaces(text: string) {
  let folded = ''
  const places: { start: number; end: number }[] = []
  let at = 0
  for (const letter of text) {
    const start = at
    at += letter.length
    // A space alone is folded to nothing.
    const plain = /^\s+$/u.test(letter.normalize('NFKD')) ? ' ' : foldText(letter)
    folded += plain
    for (let count = 0; count < plain.length; count += 1) places.push({ start, end: at })
    // An accent of its own belongs to the letter before it.
    const last = places.at(-1)
    if (plain === '' && last) places.push({ ...(places.pop() ?? last), end: at })
  }
  return { folded, places }
}

/** Where a word stands in a text. */
function rangesOf(text: string, word: string, { folded, places }: ReturnType<typeof foldedWithPlaces>) {
  const found: { start: number; end: number }[] = []
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
    const [start, end] = [places[at]?.start ?? 0, places[at + word.length - 1]?.end ?? 0]
    if (foldText(text.slice(start, end)).includes(word)) found.push({ start, end })
  }
  return found
}

/**
 * Cuts a text into what contains one of the words and what does not: without accents and in any case, as the search does. Together the parts are
 * the text. @param words as `wordsOfSearch` has them
 */
export function markedParts(text: string, words: readonly string[]): TextPart[] {
  const whole = foldedWithPlaces(text)
  const ranges = words
    .filter(Boolean)
    .flatMap((word) => rangesOf(text, word, whole))
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
  const parts: TextPart[] = []
  let done = 0
  const add = (end: number, isMarked: boolean) => {
    if (end <= done) return
    const last = parts.at(-1)
    // What overlaps or follows at once is one part.
    if (last?.isMarked && isMarked) last.text += text.slice(done, end)
    else parts.push({ text: text.slice(done, end), isMarked })
    done = end
  }
  for (const { start, end } of ranges) {
    add(start, false)
    add(end, true)
  }
  add(text.length, false)
  return parts
}

/** Whether a text contains a word of a search. */
export const hasWord = (text: string, word: string): boolean => foldText(text).includes(word)
