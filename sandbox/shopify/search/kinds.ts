import type { Comparator, Term } from './tokens.ts'
import { timeOf } from './times.ts'

/** The context of a search term. */
export type SearchContext = { readonly timezone: string; readonly now: number }
export type Test<Row> = (row: Row) => boolean
/** Makes a term's test; null if the value is invalid for the field. */
export type Field<Row> = (term: Term, context: SearchContext) => Test<Row> | null
/** The searchable properties of a kind of object: its fields by name, and the texts of a search without a field. */
export type Searchable<Row extends object> = {
  readonly fields: Readonly<Record<string, Field<Row>>>
  readonly texts: (row: Row) => readonly string[]
}

/** Lower-case words of letters, digits and marks of any script. All other characters separate them. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+/gu) ?? []
}

/** Whether the text contains the wanted words in sequence. With `isPrefix`, the last may be incomplete. */
function holds(words: readonly string[], wanted: readonly string[], isPrefix: boolean): boolean {
  if (wanted.length === 0) return false
  return words.some((_, from) =>
    wanted.every((word, n) =>
      isPrefix && n === wanted.length - 1 ? (words[from + n]?.startsWith(word) ?? false) : words[from + n] === word,
    ),
  )
}

const worded = new WeakMap<object, readonly string[][]>()

/** The words of a search without a field. They are cached because each keystroke searches again. */
function wordsIn<Row extends object>(row: Row, texts: (row: Row) => readonly string[]): readonly string[][] {
  const known = worded.get(row)
  if (known) return known
  const words = texts(row).map(wordsOf)
  worded.set(row, words)
  return words
}

/** A search without a field. */
export function anyText<Row extends object>(term: Term, texts: (row: Row) => readonly string[]): Test<Row> {
  const wanted = wordsOf(term.value)
  return (row) => wordsIn(row, texts).some((words) => holds(words, wanted, term.isPrefix))
}

function compares(comparator: Comparator, left: number | bigint, right: number | bigint): boolean {
  if (comparator === '=') return left === right
  if (comparator === '<') return left < right
  if (comparator === '<=') return left <= right
  return comparator === '>' ? left > right : left >= right
}

export const words =
  <Row>(read: (row: Row) => string): Field<Row> =>
  (term) => {
    const wanted = wordsOf(term.value)
    return (row) => holds(wordsOf(read(row)), wanted, term.isPrefix)
  }

/** Compares whole texts case-insensitively. */
export function sameText(term: Term): (text: string) => boolean {
  const wanted = term.value.toLowerCase()
  if (term.isPrefix) return (text) => text !== '' && text.toLowerCase().startsWith(wanted)
  return (text) => text.toLowerCase() === wanted
}

/** Compares whole values case-insensitively. */
export const exact =
  <Row>(read: (row: Row) => readonly (string | null)[]): Field<Row> =>
  (term) => {
    const matches = sameText(term)
    return (row) => read(row).some((text) => text !== null && matches(text))
  }

/** Like exact, but an unquoted value may be a comma-separated list. */
export const listed =
  <Row>(read: (row: Row) => string): Field<Row> =>
  (term) => {
    const tests = (term.isPhrase ? [term.value] : term.value.split(',')).map((value) => sameText({ ...term, value: value.trim() }))
    return (row) => tests.some((matches) => matches(read(row)))
  }

export const ids =
  <Row>(read: (row: Row) => readonly string[]): Field<Row> =>
  (term) => {
    if (!/^\d+$/.test(term.value)) return null
    const wanted = BigInt(term.value)
    return (row) => read(row).some((id) => compares(term.comparator, BigInt(id), wanted))
  }

export const numbers =
  <Row>(read: (row: Row) => readonly number[]): Field<Row> =>
  (term) => {
    const wanted = Number(term.value)
    if (term.value.trim() === '' || Number.isNaN(wanted)) return null
    return (row) => read(row).some((value) => compares(term.comparator, value, wanted))
  }

export const yesNo =
  <Row>(read: (row: Row) => boolean): Field<Row> =>
  ({ value }) => {
    if (value !== 'true' && value !== 'false') return null
    return (row) => read(row) === (value === 'true')
  }

export const time =
  <Row>(read: (row: Row) => number | null): Field<Row> =>
  (term, context) => {
    const wanted = timeOf(term.value, context.timezone, context.now)
    if (!wanted) return null
    const passes = (at: number) => {
      if (term.comparator === '=') return at >= wanted.start && at < wanted.end
      if (term.comparator === '<') return at < wanted.start
      if (term.comparator === '>=') return at >= wanted.start
      return term.comparator === '<=' ? at < Math.max(wanted.end, wanted.start + 1) : at >= wanted.end
    }
    return (row) => {
      const at = read(row)
      return at !== null && passes(at)
    }
  }
