/**
 * Shopify's search language (shopify.dev, "API search syntax"). User input cannot become part of the syntax: every filter is a conjunct in
 * parentheses, because OR binds tighter than the AND between neighbours, and every value is quoted.
 */

/** Quotes a value. `"` and `\` are escaped. */
export function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

export function anyOf(terms: readonly string[]): string {
  return `(${terms.join(' OR ')})`
}

/** A filter that matches any of the values. Without values, there is no filter. */
export function filter(field: string, values: readonly string[]): string[] {
  return values.length > 0 ? [anyOf(values.map((value) => `${field}:${quote(value)}`))] : []
}

/** The quotes are necessary. Without them, the colons would separate fields, and the time zone would be the shop's. */
function moment(at: Date): string {
  return `"${at.toISOString()}"`
}

/** Invisible characters such as zero-width spaces and direction marks, but not the joiners of emoji. */
const invisible = /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\u{FE0F}])\u{200D}|[\p{Cf}--\u{200D}]/gv

/**
 * The typed text as words that must all match. The last word is a prefix, because the user may still be typing. A word of letters and
 * digits can be unquoted, which the `*` needs. Other words are quoted. `*` itself is never sent, because no index has it. The same applies
 * to words without a letter or digit ("&", "|").
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

/** The typed text as one conjunct. Empty text gives none. `null`: nothing can match the text. */
export function textFilter(typed: string): Conjuncts {
  if (!typed.trim()) return []
  const terms = textTerms(typed)
  return terms.length > 0 ? [`(${terms.join(' ')})`] : null
}

/** The conjuncts of a filter, or `null` where nothing can match it. */
export type Conjuncts = string[] | null

/** Creation from one time (inclusive) to another (exclusive), and the last change from a time on. */
export const dateTerms = {
  createdFrom: (at: Date): Conjuncts => [`(created_at:>=${moment(at)})`],
  createdUntil: (at: Date): Conjuncts => [`(created_at:<${moment(at)})`],
  updatedFrom: (at: Date): Conjuncts => [`(updated_at:>=${moment(at)})`],
}

/** The `query` argument of all filters. "" matches everything, `null` means that nothing can match. */
export const conjunction = (terms: readonly Conjuncts[]): string | null =>
  terms.includes(null) ? null : terms.flatMap((conjuncts) => conjuncts ?? []).join(' ')

/** Restricts a search to ids above this one. */
export const searchAbove = (search: string, id: string | null | undefined): string =>
  [search, ...(id ? [`(id:>${id})`] : [])].filter((part) => part !== '').join(' ')
