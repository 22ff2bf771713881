// What a product must be like to be found, as SQL for SQLite.
import type { CopySearch } from '#drizzle/catalogue/copy.ts'
import { foldText } from '#shared/fold-text.ts'
import { keyOf } from '#drizzle/catalogue/rows.ts'
import type { SortColumn } from '#drizzle/catalogue/sqlite-schema.ts'

export type WantedProducts = Pick<CopySearch, 'storeIds' | 'words' | 'filters'>

/** A condition and its values. */
export type Condition = { sql: string; given: Record<string, unknown> }

export const and = (...conditions: readonly string[]) => conditions.filter((condition) => condition !== '').join(' and ')

const groupLength = 3
/** Longer words are searched by their first groups. All candidates are tested by the whole word. */
const groupsAtMost = 40

export const isSearchable = (text: string): boolean => Array.from(text).length >= groupLength

/**
 * Groups of three letters that cover a folded text, as a query of FTS5. Overlapping ones would exclude few products more, and each costs. Between
 * quotes, nothing else has a meaning.
 */
function groupsOf(text: string): string {
  const letters = Array.from(text)
  const last = letters.length - groupLength
  const starts = letters.map((_, index) => index).filter((index) => index === last || (index < last && index % groupLength === 0))
  const groups = starts.map((index) => letters.slice(index, index + groupLength).join(''))
  const quoted = [...new Set(groups)].slice(0, groupsAtMost).map((group) => `"${group.replaceAll('"', '""')}"`)
  return `(${quoted.join(' AND ')})`
}

/** Any of the values. Null: one of them is too short to be searched for. */
function anyOf(values: readonly string[] | undefined): string | null {
  const folded = values?.map(foldText) ?? []
  return folded.length > 0 && folded.every(isSearchable) ? `(${folded.map(groupsOf).join(' OR ')})` : null
}

/** A query of FTS5 that every product matches that has the words, and the vendor or tag of a filter. Null: there is nothing to search for. */
export function ftsQuery({ words, filters }: WantedProducts): string | null {
  const terms = [...words.filter(isSearchable).map(groupsOf), anyOf(filters.vendor), anyOf(filters.tag)].filter((term) => term !== null)
  return terms.length === 0 ? null : terms.join(' AND ')
}

/** The values of a list that is given as JSON. */
export const givenList = (name: string) => `(select value from json_each(@${name}))`

/** Whether a product has one of the tags. That it does not have a single one is seen in their text before it is parsed. */
const hasTag = (tags: readonly string[]) =>
  and(
    tags.length === 1 ? 'instr(p.tags, @tag) > 0' : '',
    `exists (select 1 from json_each(p.tags) t where t.value in ${givenList('tags')})`,
  )

/** What the row `p` of a product is tested by, apart from its store. */
export function testsOf({ words, filters }: Pick<WantedProducts, 'words' | 'filters'>): Condition {
  const { status, vendor, productType, tag, stock } = filters
  const conditions = [
    ...(status === undefined ? [] : [`p.status in ${givenList('statuses')}`]),
    ...(vendor === undefined ? [] : [`p.vendor in ${givenList('vendors')}`]),
    ...(productType === undefined ? [] : [`p.type in ${givenList('types')}`]),
    ...(stock === undefined ? [] : [stock === 'in' ? 'not p.is_out' : 'p.is_out']),
    ...(tag === undefined ? [] : [hasTag(tag)]),
    ...words.map((_, index) => `instr(p.text, @word${index}) > 0`),
  ]
  return {
    sql: conditions.join(' and '),
    given: {
      statuses: JSON.stringify(status ?? []),
      vendors: JSON.stringify(vendor ?? []),
      types: JSON.stringify(productType ?? []),
      tags: JSON.stringify(tag ?? []),
      tag: JSON.stringify(tag?.[0] ?? ''),
      ...Object.fromEntries(words.map((word, index) => [`word${index}`, word])),
    },
  }
}

/** The part of a sort's values that the filters leave. `key`: the only one. `out`, `in`: the sums of products that are out of stock, or not. Null: all. */
export type SortRange = { key: string } | 'out' | 'in' | null

/** The values that wanted products have in the column of a sort. */
export function spanOf(column: SortColumn | null, { vendor, productType, status, stock }: CopySearch['filters']): SortRange {
  const values: Partial<Record<SortColumn, readonly string[] | undefined>> = {
    vendor_key: vendor,
    type_key: productType,
    status_key: status,
  }
  const given = column === null ? undefined : values[column]
  const key = given?.length === 1 && given[0] !== undefined ? keyOf(given[0]) : null
  if (key !== null) return { key }
  return column === 'stock' ? (stock ?? null) : null
}
