import { Button } from '@mantine/core'
import { reasonOf } from '#client/failure.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { messages } from '#shared/messages.ts'
import { useOrderSearch } from './search.ts'

/** Why there is no list, and what to try. */
export function ListFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { search, change } = useOrderSearch()
  return (
    <LoadFailure title={messages.orders.loadFailed} sentence={reasonOf(error, messages.orders.unknownError)} retry={onRetry}>
      {search.trail.length > 0 && (
        <Button variant="default" onClick={() => change({})}>
          First page
        </Button>
      )}
    </LoadFailure>
  )
}
