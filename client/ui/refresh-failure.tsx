import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { reasonOf } from '#client/failure.ts'
import { messages } from '#shared/messages.ts'
import { Banner } from './banner.tsx'
import { localTime } from '#client/format/local-time.ts'
import classes from './refresh-failure.module.css'

type Query = { error: unknown; isRefetchError: boolean; isFetching: boolean; dataUpdatedAt: number; refetch: () => Promise<unknown> }
type Props = { query: Query; /** Other ways out. */ children?: ReactNode }

/** Stands above what was loaded before and could not be loaded again: why, since when it stands, and a way to try again. */
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
