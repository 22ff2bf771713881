import { keepPreviousData, skipToken } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { api } from '#client/api.ts'
import { PreviewPart } from '#client/export/preview-part.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { productPreviewRequest, type ProductExportDraft, type ProductExportScope } from './export-request.ts'

/** The first rows of the file of the draft, a moment after its last change. */
export function ProductPreview({ draft, scope }: { draft: ProductExportDraft; scope: ProductExportScope }) {
  const [settled] = useDebouncedValue(draft, limits.searchPauseMs)
  const request = productPreviewRequest(settled, scope)
  const { data, error, isFetching } = api.export.productsPreview.useQuery(request ?? skipToken, {
    staleTime: limits.productsCacheMs,
    placeholderData: keepPreviousData,
  })
  if (request === null) return null
  return <PreviewPart shown={data} error={error} isFetching={isFetching} none={messages.products.none} />
}
