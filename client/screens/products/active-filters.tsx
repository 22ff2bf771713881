import { FilterChips } from '#client/ui/filter-chips.tsx'
import { productFilterChips, noProductFilters } from './applied-filters.ts'
import type { useMetadata } from './metadata.ts'
import { useProductSearch } from './search.ts'

/** The active filters as removable chips. */
export function ActiveFilters({ metadata }: { metadata: ReturnType<typeof useMetadata> }) {
  const { search, change } = useProductSearch()
  return (
    <FilterChips
      chips={productFilterChips(search, metadata.data?.collections ?? [])}
      onRemove={change}
      onClear={() => change(noProductFilters)}
    />
  )
}
