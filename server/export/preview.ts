import { limits } from '#shared/limits.ts'
import type { ExportPreview } from '#shared/export.ts'
import type { Cell } from '#server/rows/csv.ts'
import type { Plan } from '#server/export/task.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopWaiting } from '#server/stores/service.ts'

/** Somebody waits for a preview, unlike for the export of the same plan. */
export const previewWaiting: ShopWaiting = { patience: patience.interactive }

/** The first rows of the file of an export that is planned with `previewWaiting`. It requests only as many items as the rows need. */
export async function previewOf({ heading, parts }: Pick<Plan, 'heading' | 'parts'>, signal: AbortSignal): Promise<ExportPreview> {
  const { columns } = await heading(signal)
  const rows: Cell[][] = []
  for (const part of parts) {
    const missing = Math.min(limits.previewRows - rows.length, part.max)
    if (missing <= 0) break
    for await (const item of part.source(signal, { byPages: true }).items(null, missing)) {
      rows.push(...item.rows)
      if (rows.length >= limits.previewRows) break
    }
  }
  return { header: [...columns], rows: rows.slice(0, limits.previewRows) }
}
