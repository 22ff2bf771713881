import { Button } from '@mantine/core'
import { IconPackageOff } from '@tabler/icons-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { catalogueScreenMessages as messages } from '#shared/catalogue-screen-messages.ts'
import { isCatalogueNarrowed, noCatalogueFilters } from './applied-filters.ts'
import { EmptyList } from './empty-list.tsx'
import { useCatalogueSearch } from './search.ts'

/** An empty list of products. */
export function NoMatches({ onRefresh }: { onRefresh: () => void }) {
  const { search, change } = useCatalogueSearch()
  return (
    <EmptyList noun="products" messages={messages} onShowAll={isCatalogueNarrowed(search) ? () => change(noCatalogueFilters) : null}>
      <EmptyState icon={IconPackageOff} title={messages.none}>
        <Button variant="default" onClick={onRefresh}>
          Look again
        </Button>
      </EmptyState>
    </EmptyList>
  )
}
