import { Button } from '@mantine/core'
import { reasonOf } from '#client/failure.ts'
import { EditStores } from '#client/shell/edit-stores.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'
import type { useOrderPage } from './order-page.ts'
import { useOrderSearch } from './search.ts'

type Props = { stores: readonly Store[]; query: ReturnType<typeof useOrderPage> }

/** Why there is no list, or none that is newer, and what to try. */
export function OrderListFailure({ stores, query }: Props) {
  const { search, change } = useOrderSearch()
  const { error, isRefetchError, refetch } = query
  const edit = <EditStores stores={stores} said={[reasonOf(error)]} />
  if (isRefetchError) return <RefreshFailure query={query}>{edit}</RefreshFailure>
  return (
    <LoadFailure title={messages.orders.loadFailed} sentence={reasonOf(error, messages.orders.unknownError)} retry={() => void refetch()}>
      {search.trail.length > 0 && (
        <Button variant="default" onClick={() => change({})}>
          First page
        </Button>
      )}
      {edit}
    </LoadFailure>
  )
}
