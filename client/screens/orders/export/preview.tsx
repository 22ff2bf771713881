import { keepPreviousData, skipToken } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { api } from '#client/api.ts'
import { PreviewPart } from '#client/export/preview-part.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { orderColumn } from '#shared/order-columns.ts'
import type { OrderExportDraft, OrderExportScope } from './draft.ts'
import { previewRequest, previewRows } from './preview-request.ts'

/** The first rows of the file of the draft. */
export function Preview({ draft, scope }: { draft: OrderExportDraft; scope: OrderExportScope }) {
  const [days] = useDebouncedValue(draft.days, limits.searchPauseMs)
  const request = previewRequest({ ...draft, days }, scope)
  const { data, error, isFetching } = api.export.orders.preview.useQuery(request ?? skipToken, {
    staleTime: limits.ordersCacheMs,
    placeholderData: keepPreviousData,
  })
  if (request === null) return null
  const header = draft.columns.map((column) => orderColumn[column].label)
  const shown = data && { header, rows: previewRows(draft.columns, data) }
  return <PreviewPart shown={shown} error={error} isFetching={isFetching} none={messages.orders.none} />
}
