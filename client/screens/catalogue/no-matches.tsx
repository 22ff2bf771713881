import { Button } from '@mantine/core'
import { IconCloudDownload, IconPackageOff, IconSearchOff } from '@tabler/icons-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { catalogueScreenMessages as messages } from '#shared/catalogue-screen-messages.ts'
import { isCatalogueNarrowed, noCatalogueFilters } from './applied-filters.ts'
import { useCopies } from './copies.ts'
import { useCatalogueSearch } from './search.ts'

/** An empty list: nothing matches, nothing is there yet, or nothing at all. */
export function NoMatches({ onRefresh }: { onRefresh: () => void }) {
  const { search, change } = useCatalogueSearch()
  const { isFilling } = useCopies()
  if (isCatalogueNarrowed(search))
    return (
      <EmptyState icon={IconSearchOff} title={messages.noneFound} hint={messages.tryOther}>
        <Button variant="default" onClick={() => change(noCatalogueFilters)}>
          Show all products
        </Button>
      </EmptyState>
    )
  if (isFilling) return <EmptyState icon={IconCloudDownload} title={messages.filling} hint={messages.fillingHint} />
  return (
    <EmptyState icon={IconPackageOff} title={messages.none}>
      <Button variant="default" onClick={onRefresh}>
        Look again
      </Button>
    </EmptyState>
  )
}
