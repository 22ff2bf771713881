import { FilterChips } from '#client/ui/filter-chips.tsx'
import { filterChips, noFilters } from './applied-filters.ts'
import type { useMetadata } from './metadata.ts'
import { useProductSearch } from './search.ts'

/** What the list is filtered by at present. */
export function ActiveFilters({ metadata }: { metadata: ReturnType<typeof useMetadata> }) {
  const { search, change } = useProductSearch()
  return <FilterChips chips={filterChips(search, metadata.data?.collections ?? [])} onRemove={change} onClear={() => change(noFilters)} />
}
