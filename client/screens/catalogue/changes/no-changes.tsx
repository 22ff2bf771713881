import { IconHistoryOff } from '@tabler/icons-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { catalogueChangesMessages as messages } from '#shared/catalogue-changes-messages.ts'
import { EmptyList } from '#client/screens/catalogue/empty-list.tsx'
import { areChangesNarrowed, noChangeFilters } from './applied-filters.ts'
import { useChangesSearch } from './search.ts'

/** An empty list of changes. */
export function NoChanges() {
  const { search, change } = useChangesSearch()
  return (
    <EmptyList noun="changes" messages={messages} onShowAll={areChangesNarrowed(search) ? () => change(noChangeFilters) : null}>
      <EmptyState icon={IconHistoryOff} title={messages.none} hint={messages.noneHint} />
    </EmptyList>
  )
}
