import { switchStore, useStoreSwitch } from '#client/session/chosen-store.ts'
import { useHasCatalogue } from '#client/shell/has-catalogue.ts'
import { StoreButton } from '#client/ui/store-button.tsx'
import type { Store } from '#shared/stores.ts'
import { searchIn } from './request.ts'
import { useProductSearch } from './search.ts'

/** Changes the store, or leaves for the list of all. It trims filters to the number of values that the other platform accepts. */
export function StoreSelect({ stores, store }: { stores: readonly Store[]; store: Store }) {
  const { toStore, toAllStores } = useProductSearch()
  const hasCatalogue = useHasCatalogue(stores)
  useStoreSwitch(({ id }) => {
    const chosen = stores.find((other) => other.id === id)
    if (chosen && id !== store.id) toStore((search) => searchIn(chosen, search))
  })
  return (
    <StoreButton
      stores={stores}
      chosenId={store.id}
      onChoose={(chosen) => (chosen ? switchStore(chosen) : toAllStores())}
      allLabel={hasCatalogue ? 'All stores' : undefined}
      isAllLast
      w={{ base: '100%', xs: 230 }}
    />
  )
}
