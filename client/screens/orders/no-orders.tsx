import { Button } from '@mantine/core'
import { IconShoppingBag } from '@tabler/icons-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { messages } from '#shared/messages.ts'
import { noOrderFilters } from './filters/applied-filters.ts'
import { isNarrowed } from './filters/request.ts'
import { useOrderSearch } from './search.ts'

/** An empty list, and the way to a fuller one. */
export function NoOrders({ onRefresh }: { onRefresh: () => void }) {
  const { search, change } = useOrderSearch()
  return (
    <EmptyState icon={IconShoppingBag} title={messages.orders.none}>
      {isNarrowed(search) ? (
        <Button variant="default" onClick={() => change(noOrderFilters)}>
          Show all orders
        </Button>
      ) : (
        <Button variant="default" onClick={onRefresh}>
          Look again
        </Button>
      )}
    </EmptyState>
  )
}
