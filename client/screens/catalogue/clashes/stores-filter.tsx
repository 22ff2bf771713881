import { ChoiceList } from '#client/ui/choice-list.tsx'
import { FilterMenu } from '#client/ui/filter-menu.tsx'
import { useCatalogueStores } from '#client/screens/catalogue/search.ts'
import { useClashesSearch } from './search.ts'

/** The stores that are compared. */
export function ClashStoresFilter() {
  const { stores } = useCatalogueStores()
  const { search, change } = useClashesSearch()
  const chosen = search.stores.filter((id) => stores.some((store) => store.id === id))
  return (
    <FilterMenu label="Stores" count={chosen.length}>
      <ChoiceList
        label="Stores"
        choices={stores.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={chosen}
        isSingle={false}
        onChoose={(next) => change({ stores: next })}
      />
    </FilterMenu>
  )
}
