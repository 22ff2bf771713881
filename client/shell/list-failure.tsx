import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { reasonOf } from '#client/failure.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import type { Store } from '#shared/stores.ts'
import { EditStores } from './edit-stores.tsx'

type Props = {
  title: string
  /** Shown if the failure has no message. */
  fallback?: string
  stores: readonly Store[]
  query: ComponentProps<typeof RefreshFailure>['query']
  /** Null on the first page. */
  toFirstPage: (() => void) | null
}

/** Says why a shop's list is missing or outdated, and what to try. */
export function ListFailure({ title, fallback, stores, query, toFirstPage }: Props) {
  const { error, isRefetchError, refetch } = query
  const edit = <EditStores stores={stores} said={[reasonOf(error)]} />
  if (isRefetchError) return <RefreshFailure query={query}>{edit}</RefreshFailure>
  return (
    <LoadFailure title={title} sentence={reasonOf(error, fallback)} retry={() => void refetch()}>
      {toFirstPage && (
        <Button variant="default" onClick={toFirstPage}>
          First page
        </Button>
      )}
      {edit}
    </LoadFailure>
  )
}
