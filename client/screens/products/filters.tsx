import { FilterMenu } from '#client/ui/filter-menu.tsx'
import { fieldsOf } from '#client/ui/filters-in-use.ts'
import classes from '#client/ui/list.module.css'
import { traits } from '#shared/platforms.ts'
import type { Store } from '#shared/stores.ts'
import { choices, ProductChoice, ProductDays } from './filter-editor.tsx'
import { useProductSearch } from './search.ts'

/** The filters of the list, each in a menu of its own. */
export function ProductFilterFields({ store }: { store: Store }) {
  const { search } = useProductSearch()
  const { filters } = traits[store.platform]
  return (
    <div className={classes.filters} role="group" aria-label="Filters">
      {fieldsOf(choices)
        .filter((field) => filters[field] !== 'none')
        .map((field) => (
          <FilterMenu key={field} label={choices[field].label} count={search[field].length}>
            <ProductChoice store={store} field={field} />
          </FilterMenu>
        ))}
      <FilterMenu label="Created date" count={[search.createdAfter, search.createdBefore].filter(Boolean).length}>
        <ProductDays store={store} />
      </FilterMenu>
    </div>
  )
}
