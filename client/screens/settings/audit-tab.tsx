import { Button, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconDownload, IconListSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { saveAnswer } from '#client/download.ts'
import { say } from '#client/failure.ts'
import { getRest } from '#client/rest.ts'
import { useTableLayout } from '#client/session/list-layout.ts'
import { Banner } from '#client/ui/banner.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { filterOf, noFilter } from './audit-filter.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import classes from './audit.module.css'

const noCursor: string | undefined = undefined

/** The audit log: actions that were carried out or refused. */
export function AuditTab() {
  const [draft, setDraft] = useState(noFilter)
  const [settled] = useDebouncedValue(draft, limits.searchPauseMs)
  const filter = filterOf(settled)
  const layout = useTableLayout('audit')
  const query = useInfiniteQuery({
    queryKey: ['audit', filter],
    // A plain call: tRPC's infinite queries also send `direction`, which the server's schema does not have.
    queryFn: ({ pageParam: cursor }) => cache.settings.audit.fetch({ ...filter, cursor }),
    initialPageParam: noCursor,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  })
  const { data, error, isRefetchError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const stores = api.stores.list.useQuery({}).data?.stores ?? []
  const names = new Map(stores.map((store) => [store.id, store.name]))
  const csv = useMutation({ mutationFn: async () => saveAnswer(await getRest('/audit/csv', filter), 'audit.csv') })
  const entries = data?.pages.flatMap((page) => page.entries)

  return (
    <section className={classes.panel} aria-label="Audit log">
      <AuditFilters draft={draft} onChange={setDraft} layout={layout} />
      {error && !isRefetchError && <LoadFailure title={messages.settings.auditFailed} sentence={say(error)} retry={() => void refetch()} />}
      <RefreshFailure query={query} />
      {!error && !entries && <CentredSpinner label="Loading the audit log" />}
      {entries?.length === 0 && (
        <EmptyState icon={IconListSearch} title="Nothing found">
          <Button variant="default" onClick={() => setDraft(noFilter)}>
            Show all entries
          </Button>
        </EmptyState>
      )}
      {entries && entries.length > 0 && <AuditTable entries={entries} names={names} layout={layout} />}
      {csv.error && <Banner kind="error">{say(csv.error, messages.settings.csvFailed)}</Banner>}
      <div className={classes.foot}>
        <Text role="status" size="sm" c="dimmed">
          {entries && `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}${hasNextPage ? ' (more available)' : ''}`}
        </Text>
        {hasNextPage && (
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        )}
        <Button variant="default" size="xs" leftSection={<IconDownload size={14} />} loading={csv.isPending} onClick={() => csv.mutate()}>
          Download CSV
        </Button>
      </div>
    </section>
  )
}
