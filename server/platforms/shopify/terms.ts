/**
 * Shopify's search language (shopify.dev, "API search syntax"), written so that nothing a user types can become a part of it:
 * every filter is one parenthesised conjunct, because OR binds tighter than the AND between neighbours, and every value is quoted.
 */

/** What nothing can have; for a search that no text could match. */
const NOTHING = 'id:0'

/** A value as text, whatever is in it. */
export function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

export function anyOf(terms: readonly string[]): string {
  return `(${terms.join(' OR ')})`
}

/** Values of one filter: any of them may match. No values, no filter. */
export function filter(field: string, values: readonly string[] | undefined): string[] {
  return values?.length ? [anyOf(values.map((value) => `${field}:${quote(value)}`))] : []
}

/** Unquoted, a date-time's colons would be taken for fields and its zone for the shop's. */
function moment(at: Date): string {
  return `"${at.toISOString()}"`
}

/**
 * What somebody typed, as words that must all occur; the last one may go on, because they may still be typing. A word of letters
 * and digits only can stand bare, which the `*` needs; any other is quoted. `*` itself is never sent: no text is indexed with it.
 */
function textTerms(typed: string): string[] {
  const words = typed
    .toWellFormed()
    .replaceAll(/[*\p{Cc}\u{FFFD}]/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return [NOTHING]
  return words.map((word, index) => (index === words.length - 1 && isBare(word) ? `${word}*` : quote(word)))
}

function isBare(word: string): boolean {
  return /^[\p{L}\p{M}\p{N}]+$/u.test(word) && !/^(?:AND|OR|NOT)$/.test(word)
}

/** What somebody typed, as one conjunct; nothing typed, no conjunct. */
export function textFilter(typed: string | undefined): string[] {
  return typed?.trim() ? [`(${textTerms(typed).join(' ')})`] : []
}

/** Creation from an instant on, up to but not including another. */
export function createdFilter({ createdFrom, createdUntil }: { createdFrom?: Date; createdUntil?: Date }): string[] {
  return [
    ...(createdFrom ? [`(created_at:>=${moment(createdFrom)})`] : []),
    ...(createdUntil ? [`(created_at:<${moment(createdUntil)})`] : []),
  ]
}

/** Leaves out ids up to that one. */
export const aboveFilter = (id: string | null | undefined): string[] => (id ? [`(id:>${id})`] : [])
