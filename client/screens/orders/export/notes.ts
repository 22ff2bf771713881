import { messages } from '#shared/messages.ts'
import { orderColumn } from '#shared/order-columns.ts'
import { traits } from '#shared/platforms.ts'
import { missedColumns } from '#shared/templates.ts'
import type { Store } from '#shared/stores.ts'
import { searchNotes } from '#client/screens/orders/filters/request.ts'
import type { OrderExportDraft, OrderExportScope } from './draft.ts'

/** What the chosen stores' platforms cannot do of what is asked for, a sentence each. */
export function exportNotes(
  draft: OrderExportDraft,
  { filters }: OrderExportScope,
  stores: readonly Pick<Store, 'id' | 'platform'>[],
): string[] {
  const chosen = stores.filter(({ id }) => draft.storeIds.includes(id))
  const lacking = [...new Set(chosen.map(({ platform }) => platform))].flatMap((platform) => {
    const { label } = traits[platform]
    const columns = missedColumns(platform, 'order', draft.columns)
    return columns.length > 0
      ? [
          messages.export.columnsLacking(
            label,
            columns.map((column) => orderColumn[column].label),
          ),
        ]
      : []
  })
  return [...(draft.mode === 'all' && filters.search ? searchNotes(chosen) : []), ...lacking]
}
