import { keepPreviousData, skipToken } from '@tanstack/react-query'
import { Loader, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useId } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { Banner } from '#client/ui/banner.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { OrderExportDraft, OrderExportScope } from './draft.ts'
import { PreviewTable } from './preview-table.tsx'
import classes from './export.module.css'
import { previewRequest, previewRows } from './preview-request.ts'

/** The first rows of the file as they will be, from the shops' own orders. */
export function Preview({ draft, scope }: { draft: OrderExportDraft; scope: OrderExportScope }) {
  const heading = useId()
  const [days] = useDebouncedValue(draft.days, limits.searchPauseMs)
  const request = previewRequest({ ...draft, days }, scope)
  const { data, error, isFetching } = api.export.orders.preview.useQuery(request ?? skipToken, {
    staleTime: limits.ordersCacheMs,
    placeholderData: keepPreviousData,
  })
  if (request === null) return null
  return (
    <div className={classes.preview} aria-busy={isFetching}>
      <Text id={heading} size="xs" fw={550} c="dimmed" className={classes.previewHead ?? ''}>
        Preview: the first {limits.previewRows} rows {isFetching && <Loader size={12} />}
      </Text>
      {error && <Banner kind="error">{say(error, messages.orderExport.previewFailed)}</Banner>}
      {data && !error && <PreviewTable columns={draft.columns} rows={previewRows(draft.columns, data)} labelledBy={heading} />}
    </div>
  )
}
