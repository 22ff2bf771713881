import { Select } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { traits } from '#shared/platforms.ts'
import type { Store } from '#shared/stores.ts'
import { searchIn } from './request.ts'
import { useProductSearch } from './search.ts'

/** The stores by platform, in the order in which the platforms first appear. */
function grouped(stores: readonly Store[]) {
  const platforms = [...new Set(stores.map(({ platform }) => platform))]
  return platforms.map((platform) => ({
    group: traits[platform].label,
    items: stores.filter((store) => store.platform === platform).map(({ id, name }) => ({ value: id, label: name })),
  }))
}

/** Changes the store; filters that the other platform takes fewer values of are cut to what it takes. */
export function StoreSelect({ stores, store }: { stores: readonly Store[]; store: Store }) {
  const { toStore } = useProductSearch()
  const choose = (id: string | null) => {
    const chosen = stores.find((other) => other.id === id)
    if (chosen && chosen.id !== store.id) toStore((search) => searchIn(chosen, search))
  }
  return (
    <Select
      aria-label="Store"
      leftSection={<IconBuildingStore size={16} aria-hidden />}
      data={grouped(stores)}
      value={store.id}
      onChange={choose}
      allowDeselect={false}
      searchable={stores.length > 8}
      nothingFoundMessage="No such store"
      w={{ base: '100%', xs: 230 }}
    />
  )
}
