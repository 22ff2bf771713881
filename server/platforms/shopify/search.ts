import { AppError } from '#shared/errors.ts'
import type { ProductStatus } from '#shared/products.ts'
import type { ProductQuery } from '#server/platforms/port.ts'

/**
 * Shopify's search language (shopify.dev, "API search syntax"), written so that nothing a user types can become a part of it:
 * every filter is one parenthesised conjunct, because OR binds tighter than the AND between neighbours, and every value is quoted.
 */

/** What no product can have; for a search that no text could match. */
const NOTHING = 'id:0'

/** Statuses that are neither active nor draft count as archived (SPEC 3), so asking for archived asks for all of those. */
const statusTerms: Record<ProductStatus, readonly string[]> = {
  active: ['status:active'],
  draft: ['status:draft'],
  archived: ['status:archived', 'status:unlisted'],
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function anyOf(terms: readonly string[]): string {
  return `(${terms.join(' OR ')})`
}

/** Values of one filter: any of them may match. No values, no filter. */
function filter(field: string, values: readonly string[] | undefined): string[] {
  return values?.length ? [anyOf(values.map((value) => `${field}:${quote(value)}`))] : []
}

function collectionTerm(id: string): string {
  if (!/^\d+$/.test(id))
    throw new AppError('INVALID_INPUT', undefined, { issues: [{ path: 'filters.collection', message: 'Not a number' }] })
  return `collection_id:${id}`
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

/** The `query` argument for a product query; empty where everything matches. `above` leaves out ids up to that one. */
export function searchText(query: ProductQuery, above?: string | null): string {
  const { search, status, createdFrom, createdUntil, collection } = query
  return [
    ...(search?.trim() ? [`(${textTerms(search).join(' ')})`] : []),
    ...(status ? [anyOf(statusTerms[status])] : []),
    ...filter('product_type', query.productType),
    ...filter('vendor', query.vendor),
    ...filter('tag', query.tag),
    ...(collection?.length ? [anyOf(collection.map(collectionTerm))] : []),
    ...(createdFrom ? [`(created_at:>=${moment(createdFrom)})`] : []),
    ...(createdUntil ? [`(created_at:<${moment(createdUntil)})`] : []),
    ...(above ? [`(id:>${above})`] : []),
  ].join(' ')
}
