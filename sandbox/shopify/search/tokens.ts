/** One condition of a search. `field` is null for text without a field. */
export type Term = {
  readonly kind: 'term'
  readonly field: string | null
  readonly comparator: Comparator
  readonly value: string
  /** The value was quoted: one literal phrase. */
  readonly isPhrase: boolean
  /** The value ended with "*". */
  readonly isPrefix: boolean
}
export type Comparator = '=' | '<' | '<=' | '>' | '>='

/** A token of a search: parenthesis, connective or term. */
export type Token =
  | { readonly kind: 'open' | 'close' | 'minus' }
  | { readonly kind: 'word'; readonly word: 'AND' | 'OR' | 'NOT' }
  | { readonly kind: 'term'; readonly term: Term }

type Value = { readonly value: string; readonly isPhrase: boolean; readonly isPrefix: boolean; readonly end: number }

const isWord = (text: string): text is 'AND' | 'OR' | 'NOT' => text === 'AND' || text === 'OR' || text === 'NOT'

function quoted(text: string, from: number): Value {
  const quote = text[from]
  let value = ''
  let at = from + 1
  for (; at < text.length && text[at] !== quote; at++) {
    if (text[at] === '\\' && at + 1 < text.length) at++
    value += text[at] ?? ''
  }
  return { value, isPhrase: true, isPrefix: false, end: at + 1 }
}

/** Unquoted text ends at white space and at an unescaped stop. A backslash makes the next character literal. */
function bare(text: string, from: number, stops: string): Value {
  let value = ''
  let isPrefix = false
  let at = from
  for (; at < text.length; at++) {
    const char = text.charAt(at)
    if (/\s/.test(char) || stops.includes(char)) break
    isPrefix = char === '*'
    if (char === '\\' && at + 1 < text.length) at++
    value += char === '\\' ? text.charAt(at) : char
  }
  return { value: isPrefix ? value.slice(0, -1) : value, isPhrase: false, isPrefix, end: at }
}

function valueAt(text: string, at: number, stops: string): Value {
  return text[at] === '"' || text[at] === "'" ? quoted(text, at) : bare(text, at, stops)
}

/** Shopify treats "(a OR b)" after a field as plain text, which equals no value. */
function parenthesized(text: string, from: number): Value {
  const [value] = /^[^)]*\)?/.exec(text.slice(from)) ?? ['']
  return { value, isPhrase: false, isPrefix: false, end: from + value.length }
}

/** The part after "field:". It may start with a comparator. */
function fieldTerm(text: string, field: string, from: number): { term: Term; end: number } {
  const [sign] = /^(?:<=|>=|<|>)/.exec(text.slice(from, from + 2)) ?? []
  const comparator: Comparator = sign === '<' || sign === '<=' || sign === '>' || sign === '>=' ? sign : '='
  const { end, ...value } = text[from] === '(' ? parenthesized(text, from) : valueAt(text, from + (sign?.length ?? 0), ':)')
  return { term: { kind: 'term', field, comparator, ...value }, end }
}

function wordAt(text: string, at: number): { token: Token; end: number } {
  const { end, ...value } = valueAt(text, at, ':()')
  if (
    !value.isPhrase &&
    !value.isPrefix &&
    value.value !== '' &&
    text[end] === ':' &&
    end + 1 < text.length &&
    !/\s/.test(text.charAt(end + 1))
  ) {
    const found = fieldTerm(text, value.value, end + 1)
    return { token: { kind: 'term', term: found.term }, end: found.end }
  }
  if (!value.isPhrase && isWord(value.value)) return { token: { kind: 'word', word: value.value }, end }
  return { token: { kind: 'term', term: { kind: 'term', field: null, comparator: '=', ...value } }, end }
}

/** Splits a search into tokens. White space and stray colons are separators and are dropped. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (let index = 0; index < text.length;) {
    const char = text.charAt(index)
    if (/[\s:]/.test(char) || (char === '-' && /^(?:\s|$)/.test(text.slice(index + 1, index + 2)))) index++
    else if (char === '(' || char === ')' || char === '-') {
      tokens.push({ kind: char === '(' ? 'open' : char === ')' ? 'close' : 'minus' })
      index++
    } else {
      const { token, end } = wordAt(text, index)
      tokens.push(token)
      index = end
    }
  }
  return tokens
}
