import { anyText } from './kinds.ts'
import type { Searchable, SearchContext, Test } from './kinds.ts'
import { parseSearch } from './syntax.ts'
import type { Search } from './syntax.ts'
import type { Term } from './tokens.ts'

/** One entry of `extensions.search`. */
export type SearchNotice = {
  readonly path: readonly (string | number)[]
  readonly query: string
  readonly parsed: unknown
  readonly warnings: readonly SearchWarning[]
}
export type SearchWarning = { readonly field: string; readonly message: string; readonly code: 'invalid_field' | 'invalid_value' }

// The names in Shopify's own answers. Shopify uses "range_lte" for "<" too.
const RANGE = { '<': 'range_lte', '<=': 'range_lte', '>': 'range_gte', '>=': 'range_gte' }

function shown(search: Search): unknown {
  if (search.kind === 'not') return { not: shown(search.part) }
  if (search.kind !== 'term') return { [search.kind]: search.parts.map(shown) }
  const match =
    search.comparator === '='
      ? search.isPhrase
        ? 'match_phrase'
        : search.isPrefix
          ? 'match_prefix'
          : 'match_all'
      : RANGE[search.comparator]
  return { ...(search.field === null ? {} : { field: search.field }), [match]: search.value }
}

/** The input of a search (the searchable properties and the shop), and its warnings so far. */
type Reading<Row extends object> = { readonly things: Searchable<Row>; readonly context: SearchContext; readonly warnings: SearchWarning[] }

function termTest<Row extends object>(term: Term, { things, context, warnings }: Reading<Row>): Test<Row> | null {
  if (term.field === null) return anyText(term, things.texts)
  const field = Object.hasOwn(things.fields, term.field) ? things.fields[term.field] : undefined
  if (!field) {
    warnings.push({ field: term.field, message: 'Invalid search field for this query.', code: 'invalid_field' })
    return null
  }
  const test = field(term, context)
  if (!test) warnings.push({ field: term.field, message: `Input \`${term.value}\` is not an accepted value.`, code: 'invalid_value' })
  return test
}

/** The test of a search; null if all of its terms were ignored. */
function testOf<Row extends object>(search: Search, reading: Reading<Row>): Test<Row> | null {
  if (search.kind === 'term') return termTest(search, reading)
  if (search.kind === 'not') {
    const test = testOf(search.part, reading)
    return test && ((row) => !test(row))
  }
  const tests = search.parts.map((part) => testOf(part, reading)).filter((test) => test !== null)
  if (tests.length === 0) return null
  return search.kind === 'and' ? (row) => tests.every((test) => test(row)) : (row) => tests.some((test) => test(row))
}

export type ReadSearch<Row> = { test: Test<Row>; parsed: unknown; warnings: SearchWarning[] }

/** Parses a search over objects of one kind. Unknown terms are ignored, each with a warning. */
export function searchFor<Row extends object>(things: Searchable<Row>, query: string, context: SearchContext): ReadSearch<Row> {
  const search = parseSearch(query)
  const warnings: SearchWarning[] = []
  const test = search && testOf(search, { things, context, warnings })
  return { test: test ?? (() => true), parsed: search && shown(search), warnings }
}
