import { Button } from '@mantine/core'
import { reasonOf } from '#client/failure.ts'
import { EditStores } from '#client/shell/edit-stores.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'
import type { useProductPage } from './product-page.ts'
import { useProductSearch } from './search.ts'

type Props = { store: Store; query: ReturnType<typeof useProductPage> }

/** Why there is no list, or none that is newer, and what to try. */
export function ProductListFailure({ store, query }: Props) {
  const { search, change } = useProductSearch()
  const { error, isRefetchError, refetch } = query
  const edit = <EditStores stores={[store]} said={[reasonOf(error)]} />
  if (isRefetchError) return <RefreshFailure query={query}>{edit}</RefreshFailure>
  return (
    <LoadFailure title={messages.products.loadFailed} sentence={reasonOf(error)} retry={() => void refetch()}>
      {search.trail.length > 0 && (
        <Button variant="default" onClick={() => change({})}>
          First page
        </Button>
      )}
      {edit}
    </LoadFailure>
  )
}
