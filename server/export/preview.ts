import { limits } from '#shared/limits.ts'
import type { OrderPreviewRequest, OrderPreviewResponse } from '#shared/order-export.ts'
import type { Deps } from '#server/deps.ts'
import type { Cell } from '#server/rows/csv.ts'
import { orderPlan } from '#server/export/order-task.ts'
import type { StoreRow } from '#server/stores/service.ts'

/** The first rows of the requested file. It requests only as many orders as the rows need. */
export async function previewOrders(
  deps: Deps,
  stores: readonly StoreRow[],
  request: OrderPreviewRequest,
  signal: AbortSignal,
): Promise<OrderPreviewResponse> {
  const { columns, parts } = orderPlan(deps, stores, request)
  const rows: Cell[][] = []
  for (const part of parts) {
    const missing = limits.previewRows - rows.length
    if (missing <= 0) break
    for await (const item of part.source(signal).items(null, missing)) {
      rows.push(...item.rows)
      if (rows.length >= limits.previewRows) break
    }
  }
  return { header: [...columns], rows: rows.slice(0, limits.previewRows) }
}
