import { Button } from '@mantine/core'
import { IconPackageOff, IconSearchOff } from '@tabler/icons-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { messages } from '#shared/messages.ts'
import { countProductFilters, noProductFilters } from './applied-filters.ts'
import { useProductSearch } from './search.ts'

/** An empty list, and the way to a fuller one. */
export function NoProducts({ isSearching, onRefresh }: { isSearching: boolean; onRefresh: () => void }) {
  const { search, change } = useProductSearch()
  const isNarrowed = isSearching || countProductFilters(search) > 0
  return (
    <EmptyState
      icon={isSearching ? IconSearchOff : IconPackageOff}
      title={isSearching ? messages.products.noneFound : messages.products.none}
      {...(isSearching && { hint: messages.products.tryOtherSearch })}
    >
      {isNarrowed ? (
        <Button variant="default" onClick={() => change(noProductFilters)}>
          Show all products
        </Button>
      ) : (
        <Button variant="default" onClick={onRefresh}>
          Look again
        </Button>
      )}
    </EmptyState>
  )
}
