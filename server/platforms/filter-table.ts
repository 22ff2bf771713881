/** What each filter of a query becomes. A filter that is missing here does not compile, so that none is ignored in silence. */
export type FilterTable<Query, Term> = { readonly [Key in keyof Query]-?: (value: NonNullable<Query[Key]>) => Term }

/** What the filters that are set become, in the order of the table. */
export function translateFilters<Query extends object, Term>(table: FilterTable<Query, Term>, query: Query): Term[] {
  const terms: Term[] = []
  for (const key in table) {
    const value = query[key]
    if (value !== undefined && value !== null) terms.push(table[key](value))
  }
  return terms
}
