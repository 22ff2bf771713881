import type { CatalogueProduct } from '../../catalogue/record.ts'
import { anyText, PRODUCT_FIELDS } from './fields.ts'
import type { SearchPlace, Test } from './fields.ts'
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

const EVERYTHING: Test = () => true

// The names in Shopify's own answers; it writes "range_lte" for "<" too.
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

function termTest(term: Term, place: SearchPlace, warnings: SearchWarning[]): Test | null {
  if (term.field === null) return anyText(term)
  const field = Object.hasOwn(PRODUCT_FIELDS, term.field) ? PRODUCT_FIELDS[term.field] : undefined
  if (!field) {
    warnings.push({ field: term.field, message: 'Invalid search field for this query.', code: 'invalid_field' })
    return null
  }
  const test = field(term, place)
  if (!test) warnings.push({ field: term.field, message: `Input \`${term.value}\` is not an accepted value.`, code: 'invalid_value' })
  return test
}

/** The test of a search; null where nothing is left of it because its terms were ignored. */
function testOf(search: Search, place: SearchPlace, warnings: SearchWarning[]): Test | null {
  if (search.kind === 'term') return termTest(search, place, warnings)
  if (search.kind === 'not') {
    const test = testOf(search.part, place, warnings)
    return test && ((product) => !test(product))
  }
  const tests = search.parts.map((part) => testOf(part, place, warnings)).filter((test) => test !== null)
  if (tests.length === 0) return null
  return search.kind === 'and' ? (product) => tests.every((test) => test(product)) : (product) => tests.some((test) => test(product))
}

/** Reads a search over products. Terms that are not understood count for nothing, and each is named in the warnings. */
export function searchFor(
  query: string,
  place: SearchPlace,
): { test: (product: CatalogueProduct) => boolean; parsed: unknown; warnings: SearchWarning[] } {
  const search = parseSearch(query)
  const warnings: SearchWarning[] = []
  const test = search && testOf(search, place, warnings)
  return { test: test ?? EVERYTHING, parsed: search && shown(search), warnings }
}
