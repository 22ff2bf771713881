import { Button } from '@mantine/core'
import { IconArrowRight, IconChecks, IconSearchOff } from '@tabler/icons-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { catalogueClashesMessages as messages } from '#shared/catalogue-clashes-messages.ts'
import { EmptyList } from '#client/screens/catalogue/empty-list.tsx'
import { useClashesSearch } from './search.ts'

/** An empty list of clashes, which others may follow. */
export function NoClashes({ cursor }: { cursor: string | null }) {
  const { search, change, next } = useClashesSearch()
  if (cursor !== null)
    return (
      <EmptyState icon={IconSearchOff} title={messages.noneSoFar} hint={messages.lookFurther}>
        <Button variant="default" rightSection={<IconArrowRight size={16} aria-hidden />} onClick={() => next(cursor)}>
          Look further
        </Button>
      </EmptyState>
    )
  const isNarrowed = search.search !== '' || search.stores.length > 0 || search.tab !== 'all'
  return (
    <EmptyList noun="clashes" messages={messages} onShowAll={isNarrowed ? () => change({ search: '', stores: [], tab: 'all' }) : null}>
      <EmptyState icon={IconChecks} title={messages.none} hint={messages.noneHint} />
    </EmptyList>
  )
}
