/**
 * Shopify's search language (shopify.dev, "API search syntax"), written so that nothing a user types can become a part of it:
 * every filter is one parenthesised conjunct, because OR binds tighter than the AND between neighbours, and every value is quoted.
 */

/** A value as text, whatever is in it. */
export function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

export function anyOf(terms: readonly string[]): string {
  return `(${terms.join(' OR ')})`
}

/** Values of one filter: any of them may match. No values, no filter. */
export function filter(field: string, values: readonly string[]): string[] {
  return values.length > 0 ? [anyOf(values.map((value) => `${field}:${quote(value)}`))] : []
}

/** Unquoted, a date-time's colons would be taken for fields and its zone for the shop's. */
function moment(at: Date): string {
  return `"${at.toISOString()}"`
}

/** Signs that nobody sees, such as zero-width spaces and directions; but not the joiners that hold an emoji together. */
const invisible = /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\u{FE0F}])\u{200D}|[\p{Cf}--\u{200D}]/gv

/**
 * What somebody typed, as words that must all occur; the last one may go on, because they may still be typing. A word of letters
 * and digits only can stand bare, which the `*` needs; any other is quoted. `*` itself is never sent: no text is indexed with it, and
 * neither is a word without a letter or digit ("&", "|").
 */
function textTerms(typed: string): string[] {
  const words = typed
    .toWellFormed()
    .replaceAll(invisible, '')
    .replaceAll(/[*\p{Cc}\u{FFFD}]/gu, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.map((word, index) => (index === words.length - 1 && isBare(word) ? `${word}*` : quote(word)))
}

function isBare(word: string): boolean {
  return /^[\p{L}\p{M}\p{N}]+$/u.test(word) && !/^(?:AND|OR|NOT)$/.test(word)
}

/** What somebody typed, as one conjunct; nothing typed, no conjunct. `null`: what was typed is in no text. */
export function textFilter(typed: string): Conjuncts {
  if (!typed.trim()) return []
  const terms = textTerms(typed)
  return terms.length > 0 ? [`(${terms.join(' ')})`] : null
}

/** What a filter becomes: conjuncts, or `null` where nothing can fit it. */
export type Conjuncts = string[] | null

/** Creation from an instant on, up to but not including another. */
export const createdTerms = {
  createdFrom: (at: Date): Conjuncts => [`(created_at:>=${moment(at)})`],
  createdUntil: (at: Date): Conjuncts => [`(created_at:<${moment(at)})`],
}

/** The `query` argument that means all of the filters; empty where everything matches, `null` where nothing can. */
export const conjunction = (terms: readonly Conjuncts[]): string | null =>
  terms.includes(null) ? null : terms.flatMap((conjuncts) => conjuncts ?? []).join(' ')

/** A search that leaves out ids up to that one. */
export const searchAbove = (search: string, id: string | null | undefined): string =>
  [search, ...(id ? [`(id:>${id})`] : [])].filter((part) => part !== '').join(' ')
