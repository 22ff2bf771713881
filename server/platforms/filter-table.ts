/** The term for each filter of a query. A missing filter does not compile, so that no filter is silently ignored. */
export type FilterTable<Query, Term> = { readonly [Key in keyof Query]-?: (value: NonNullable<Query[Key]>) => Term }

/** The terms of the filters in use, in the order of the table. */
export function translateFilters<Query extends object, Term>(table: FilterTable<Query, Term>, query: Query): Term[] {
  const terms: Term[] = []
  for (const key in table) {
    const value = query[key]
    if (value !== undefined && value !== null) terms.push(table[key](value))
  }
  return terms
}
