import { skipToken } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { api } from '#client/api.ts'
import { LongExport } from '#client/export/long-export.tsx'
import { limits } from '#shared/limits.ts'
import { estimateRequest, type ExportDraft, type ExportScope } from './draft.ts'

type Props = { draft: ExportDraft; scope: ExportScope; onBackground: () => void }

/** Says how long one would wait for the draft's export, where that is long. */
export function ExportEstimate({ draft, scope, onBackground }: Props) {
  const [settled] = useDebouncedValue(draft, limits.searchPauseMs)
  const request = estimateRequest(settled, scope)
  const { data } = api.export.orders.estimate.useQuery(request ?? skipToken, { staleTime: limits.ordersCacheMs })
  return <LongExport seconds={draft.inBackground ? null : data?.seconds} onBackground={onBackground} />
}
