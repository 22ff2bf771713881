import { Button } from '@mantine/core'
import { Suspense, type ComponentProps, type ReactNode } from 'react'
import { reasonOf } from '#client/failure.ts'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'

const EditStores = lazyBehind(async () => (await import('./edit-stores.tsx')).EditStores)

type Props = {
  title: string
  /** Shown if the failure has no message. */
  fallback?: string
  stores: readonly Store[]
  query: ComponentProps<typeof RefreshFailure>['query']
  /** Null on the first page. */
  toFirstPage: (() => void) | null
  /** Further ways out, where nothing is shown. */
  children?: ReactNode
}

/** Says why a shop's list is missing or outdated, and what to try. */
export function ListFailure({ title, fallback, stores, query, toFirstPage, children }: Props) {
  const { error, isRefetchError, refetch } = query
  // Only then, because without a connection it could not be loaded.
  const isRefused = stores.some(({ name }) => reasonOf(error) === messages.platform.rejected(name))
  const edit = isRefused && (
    <Suspense>
      <EditStores stores={stores} said={[reasonOf(error)]} />
    </Suspense>
  )
  if (isRefetchError) return <RefreshFailure query={query}>{edit}</RefreshFailure>
  return (
    <LoadFailure title={title} sentence={reasonOf(error, fallback)} retry={() => void refetch()}>
      {toFirstPage && (
        <Button variant="default" onClick={toFirstPage}>
          First page
        </Button>
      )}
      {edit}
      {children}
    </LoadFailure>
  )
}
