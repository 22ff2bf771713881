import { tokensOf } from './tokens.ts'
import type { Term, Token } from './tokens.ts'

/** A search as a tree. */
export type Search =
  | Term
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Search[] }
  | { readonly kind: 'not'; readonly part: Search }

type Reader = { readonly tokens: readonly Token[]; at: number }

function joined(kind: 'and' | 'or', read: readonly (Search | null)[]): Search | null {
  const parts = read.filter((part) => part !== null)
  return parts.length > 1 ? { kind, parts } : (parts[0] ?? null)
}

function takes(reader: Reader, word: 'AND' | 'OR'): boolean {
  const token = reader.tokens[reader.at]
  if (token?.kind !== 'word' || token.word !== word) return false
  reader.at++
  return true
}

function single(reader: Reader): Search | null {
  const token = reader.tokens[reader.at]
  if (token === undefined || token.kind === 'close') return null
  reader.at++
  if (token.kind === 'term') return token.term
  if (token.kind === 'open') {
    const inner = all(reader)
    if (reader.tokens[reader.at]?.kind === 'close') reader.at++
    return inner
  }
  const isNot = token.kind === 'minus' || (token.kind === 'word' && token.word === 'NOT')
  const part = single(reader)
  return isNot && part ? { kind: 'not', part } : part
}

function any(reader: Reader): Search | null {
  const parts = [single(reader)]
  while (takes(reader, 'OR')) parts.push(single(reader))
  return joined('or', parts)
}

function all(reader: Reader): Search | null {
  const parts: (Search | null)[] = []
  while (reader.at < reader.tokens.length && reader.tokens[reader.at]?.kind !== 'close') {
    if (!takes(reader, 'AND')) parts.push(any(reader))
  }
  return joined('and', parts)
}

/**
 * Parses Shopify's search language. OR binds tighter than the AND between neighbours: `vendor:A OR vendor:B tag:x` requires x for both.
 * Nothing is refused: incomplete parts are omitted, and missing parentheses are added. An empty search is null and matches all.
 */
export function parseSearch(text: string): Search | null {
  const reader = { tokens: tokensOf(text), at: 0 }
  const parts: (Search | null)[] = []
  while (reader.at < reader.tokens.length) {
    parts.push(all(reader))
    reader.at++ // a closing parenthesis that nothing opened
  }
  return joined('and', parts)
}
