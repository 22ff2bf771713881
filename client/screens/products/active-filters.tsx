import { FilterChips } from '#client/ui/filter-chips.tsx'
import type { Store } from '#shared/stores.ts'
import { countProductFilters, productFilterChips, noProductFilters } from './applied-filters.ts'
import { ProductFilterEditor } from './filter-editor.tsx'
import { useMetadata } from './metadata.ts'
import { useProductSearch } from './search.ts'

/** The active filters as chips that can be changed and removed. */
export function ActiveFilters({ store }: { store: Store }) {
  const { search, change } = useProductSearch()
  // The chips of collections have their titles from it.
  const metadata = useMetadata(store.id, search.collection.length > 0)
  return (
    <FilterChips
      chips={productFilterChips(search, metadata.data?.collections ?? [])}
      onRemove={change}
      onClear={() => change(noProductFilters)}
      isBrief={search.status !== undefined && countProductFilters(search) === 1}
    >
      {(field) => <ProductFilterEditor store={store} field={field} />}
    </FilterChips>
  )
}
