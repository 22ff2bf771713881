import { skipToken } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { api } from '#client/api.ts'
import { LongExport } from '#client/export/long-export.tsx'
import { limits } from '#shared/limits.ts'
import { isOrderJob, orderEstimateRequest, type OrderExportDraft, type OrderExportScope } from './draft.ts'

type Props = { draft: OrderExportDraft; scope: OrderExportScope; onBackground: () => void }

/** Says how long one would wait for the draft's export, where that is long. */
export function OrderExportEstimate({ draft, scope, onBackground }: Props) {
  const [settled] = useDebouncedValue(draft, limits.searchPauseMs)
  const request = orderEstimateRequest(settled, scope)
  const { data } = api.export.orders.estimate.useQuery(request ?? skipToken, { staleTime: limits.ordersCacheMs })
  return <LongExport seconds={isOrderJob(draft) ? null : data?.seconds} onBackground={onBackground} />
}
