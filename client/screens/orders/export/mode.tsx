import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@tanstack/react-query'
import { api } from '#client/api.ts'
import { DaysField } from '#client/export/days-field.tsx'
import { choiceInWords } from '#client/export/export-days.ts'
import { ModeField, withCount } from '#client/export/mode-field.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'
import { orderCountRequest, selectedWithin, type OrderExportDraft, type OrderExportScope } from './draft.ts'

type Props = {
  stores: readonly Store[]
  scope: OrderExportScope
  draft: OrderExportDraft
  onEdit: (patch: Partial<OrderExportDraft>) => void
}

/** Which orders are exported: the selected ones, or all of the filters and of the chosen days. */
export function OrderExportMode({ stores, scope, draft, onEdit }: Props) {
  const within = selectedWithin(draft, scope).length
  const selected = scope.selectedIds.length
  const [days] = useDebouncedValue(draft.days, limits.searchPauseMs)
  const { data } = api.orders.count.useQuery(orderCountRequest({ ...draft, days }, scope) ?? skipToken, {
    staleTime: limits.keptCounts.ttlMs,
    retry: false,
  })
  const choice = choiceInWords(scope.filters, draft.days, {
    all: scope.earlier?.choice ?? 'All orders: no filter is active',
    filtered: scope.earlier?.choice ?? 'All orders that match the current search and filters',
    ofDays: 'All orders of the days below',
  })
  const chosen = stores.filter(({ id }) => draft.storeIds.includes(id))
  return (
    <>
      <ModeField
        isTitled
        mode={draft.mode}
        onChange={(mode) => onEdit({ mode })}
        selected={{
          label: `Selected Orders (${selected})`,
          ...(within < selected && { description: `${within} of them in the chosen stores` }),
        }}
        all={{ label: 'All Filtered Orders', description: withCount(choice, data?.count, 'order') }}
      />
      {draft.mode === 'all' && (
        <DaysField
          value={draft.days}
          onChange={(changed) => onEdit({ days: changed })}
          zones={chosen.map(({ timezone }) => timezone)}
          labels={{ from: 'Created after', to: 'Created before' }}
          reversedMessage={messages.orders.datesReversed}
        />
      )}
    </>
  )
}
