import { FilterChips } from '#client/ui/filter-chips.tsx'
import { catalogueFilterChips, noCatalogueFilters } from './applied-filters.ts'
import { CatalogueFilterEditor } from './filter-editors.tsx'
import { useCatalogueSearch, useCatalogueStores } from './search.ts'

/** The active filters as chips that can be changed and removed. */
export function CatalogueChips() {
  const { stores } = useCatalogueStores()
  const { search, change } = useCatalogueSearch()
  return (
    <FilterChips chips={catalogueFilterChips(search, stores)} onRemove={change} onClear={() => change(noCatalogueFilters)}>
      {(field) => <CatalogueFilterEditor field={field} />}
    </FilterChips>
  )
}
