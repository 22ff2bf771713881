import { skipToken } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { api } from '#client/api.ts'
import { LongExport } from '#client/export/long-export.tsx'
import { limits } from '#shared/limits.ts'
import { productEstimateRequest, isJob, type ProductExportDraft, type ProductExportScope } from './export-request.ts'

type Props = { draft: ProductExportDraft; scope: ProductExportScope; onBackground: () => void }

/** Shows how long the download would take, if it is long. */
export function ProductExportEstimate({ draft, scope, onBackground }: Props) {
  const [settled] = useDebouncedValue(draft, limits.searchPauseMs)
  const request = productEstimateRequest(settled, scope)
  const { data } = api.export.productsEstimate.useQuery(request ?? skipToken, { staleTime: limits.productsCacheMs })
  return <LongExport seconds={isJob(draft) ? null : data?.seconds} onBackground={onBackground} />
}
