import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { reasonOf } from '#client/failure.ts'
import { messages } from '#shared/messages.ts'
import { Banner } from './banner.tsx'
import { localTime } from '#client/format/local-time.ts'
import classes from './refresh-failure.module.css'

type Query = { error: unknown; isRefetchError: boolean; isFetching: boolean; dataUpdatedAt: number; refetch: () => Promise<unknown> }
type Props = { query: Query; /** Alternatives to the retry. */ children?: ReactNode }

/** Shown above outdated data after a failed refresh: the reason, the time of the data, and a retry. */
export function RefreshFailure({ query, children }: Props) {
  const { error, isRefetchError, isFetching, dataUpdatedAt, refetch } = query
  if (!isRefetchError) return null
  return (
    <div className={classes.place}>
      <Banner kind="error">
        {messages.screen.refreshFailed(reasonOf(error), localTime(new Date(dataUpdatedAt).toISOString()))}
        <Group gap="xs" mt={6}>
          <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
          {children}
        </Group>
      </Banner>
    </div>
  )
}
