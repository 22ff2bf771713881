import type { ExportEstimate } from '#shared/export-estimate.ts'
import type { Deps } from '#server/deps.ts'
import type { ExportTask } from '#server/export/task.ts'
import type { StoreRow } from '#server/stores/service.ts'

const sum = (numbers: readonly (number | null)[]) =>
  numbers.reduce<number | null>((total, one) => (total === null || one === null ? null : total + one), 0)

/** Estimates the number of items and the duration of an export. It asks the shops only for counts. Stores are read one after another. */
export async function estimateExport(
  deps: Deps,
  stores: readonly StoreRow[],
  task: ExportTask,
  signal: AbortSignal,
): Promise<ExportEstimate> {
  const { parts } = task.plan(deps, stores)
  const each = await Promise.all(parts.map((part) => part.estimate(signal)))
  const ms = sum(each.map((one) => one.ms))
  return { items: sum(each.map(({ items }) => items)), seconds: ms === null ? null : Math.round(ms / 1_000) }
}
