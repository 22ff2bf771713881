import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@tanstack/react-query'
import { api } from '#client/api.ts'
import { DaysField } from '#client/export/days-field.tsx'
import { choiceInWords } from '#client/export/export-days.ts'
import { ModeField, withCount } from '#client/export/mode-field.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'
import { productCountRequest, type ProductExportDraft, type ProductExportScope } from './export-request.ts'

type Props = {
  store: Store
  scope: ProductExportScope
  draft: ProductExportDraft
  onEdit: (patch: Partial<ProductExportDraft>) => void
}

/** Which products are exported: the selected ones, or all of the filters and of the chosen days. */
export function ProductExportMode({ store, scope, draft, onEdit }: Props) {
  const [days] = useDebouncedValue(draft.days, limits.searchPauseMs)
  const request = productCountRequest({ ...draft, days }, scope)
  // The list has asked for it already, if the days are those of its filters.
  const { data } = api.products.count.useQuery(request ?? skipToken, { staleTime: limits.keptCounts.ttlMs, retry: false })
  const choice = choiceInWords(scope.filters, draft.days, {
    all: scope.earlier?.choice ?? 'Everything in this store: no filter is active',
    filtered: scope.earlier?.choice ?? 'All products that match the current search and filters',
    ofDays: 'All products that were created on the days below',
  })
  return (
    <div>
      <ModeField
        mode={draft.mode}
        onChange={(mode) => onEdit({ mode })}
        selected={{ label: `Selected (${scope.selectedIds.length})` }}
        all={{ label: 'All Filtered', description: withCount(choice, data?.count, 'product') }}
      />
      {draft.mode === 'all' && (
        <DaysField
          value={draft.days}
          onChange={(changed) => onEdit({ days: changed })}
          zones={[store.timezone]}
          labels={{ from: 'From', to: 'To' }}
          reversedMessage={messages.products.datesReversed}
        />
      )}
    </div>
  )
}
