import { ActionIcon, Button } from '@mantine/core'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import { Count } from '#client/ui/count.tsx'
import { SortMenu } from '#client/ui/sort-menu.tsx'
import { traits } from '#shared/platforms.ts'
import { productSorts } from '#shared/products.ts'
import type { Store } from '#shared/stores.ts'
import { countFilters } from './applied-filters.ts'
import { useProductSearch } from './search.ts'

const directions = [
  { label: 'Oldest first', reverse: false },
  { label: 'Newest first', reverse: true },
]

type Props = { store: Store; isSearching: boolean; onSearching: () => void; isFiltering: boolean; onFiltering: () => void }

export function Toolbar({ store, isSearching, onSearching, isFiltering, onFiltering }: Props) {
  const { search, change } = useProductSearch()
  return (
    <>
      <ActionIcon variant="default" size={30} aria-label="Search" aria-expanded={isSearching} onClick={onSearching}>
        <IconSearch size={16} aria-hidden />
      </ActionIcon>
      <Button
        size="xs"
        variant="default"
        aria-expanded={isFiltering}
        leftSection={<IconFilter size={14} aria-hidden />}
        onClick={onFiltering}
      >
        Filters
        <Count value={countFilters(search)} />
      </Button>
      {traits[store.platform].sortable && (
        <SortMenu
          sorts={productSorts}
          sortKey={search.sortKey}
          onSort={({ key, reverse }) => change({ sortKey: key, reverse })}
          directions={directions}
          reverse={search.reverse}
          onReverse={(reverse) => change({ reverse })}
        />
      )}
    </>
  )
}
