import { FilterMenu } from '#client/ui/filter-menu.tsx'
import classes from '#client/ui/list.module.css'
import { catalogueFilterFields, catalogueFilterWords } from './applied-filters.ts'
import { CatalogueFilterEditor } from './filter-editors.tsx'
import { useCatalogueSearch } from './search.ts'

/** The filters of the list, each in a menu of its own. */
export function CatalogueFilterMenus() {
  const { search } = useCatalogueSearch()
  return (
    <div className={classes.filters} role="group" aria-label="Filters">
      {catalogueFilterFields.map((field) => (
        <FilterMenu key={field} label={catalogueFilterWords[field].name} count={[search[field] ?? []].flat().length}>
          <CatalogueFilterEditor field={field} />
        </FilterMenu>
      ))}
    </div>
  )
}
