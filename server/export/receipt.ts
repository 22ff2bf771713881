// The forecast of an export before it starts, and its result, in numbers and sentences.
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { JobCounts, Receipt } from '#shared/jobs.ts'
import type { ExportCheckpoint, SourceCounts } from '#server/export/engine.ts'
import type { Forecast, Heading, Plan, StorePart } from '#server/export/task.ts'

const idsNamed = 20
const none: SourceCounts = { items: 0, rows: 0 }
const nothing: Forecast = { matched: 0, unknown: [], gaps: [] }

/** One forecast for each store part, in the plan's order. The shops are asked in parallel. */
export function forecast({ parts }: Plan, signal: AbortSignal): Promise<Forecast[]> {
  return Promise.all(parts.map((part) => part.forecast(signal)))
}

/** The expected number of items of a store. null: unknown. */
const wantedOf = ({ max }: StorePart, { matched }: Forecast) => (matched === null ? null : Math.min(matched, max))

/** The expected number of items of each store. null: unknown. */
export const wantedItems = ({ parts }: Plan, seen: readonly Forecast[]) =>
  parts.map((part, index) => wantedOf(part, seen[index] ?? nothing))

/** The expected number of items in total. null: unknown. */
export function expectedItems(plan: Plan, seen: readonly Forecast[]): number | null {
  return wantedItems(plan, seen).reduce<number | null>((sum, count) => (sum === null || count === null ? null : sum + count), 0)
}

/** The sentences of one store, with its name where there are several. */
const of = ({ parts }: Plan, { store }: StorePart, sentences: readonly string[]) =>
  parts.length > 1 ? sentences.map((sentence) => `${store.name}: ${sentence}`) : sentences

const listed = (ids: readonly string[]) => messages.export.unknownIds(ids.slice(0, idsNamed), ids.length)

function limitsOf(plan: Plan, part: StorePart, { matched, unknown, gaps }: Forecast): readonly string[] {
  const { max } = part
  return of(plan, part, [
    ...(unknown.length > 0 ? [listed(unknown)] : []),
    ...(matched !== null && matched > max ? [messages.export.cut(max, matched, plan.noun)] : []),
    ...gaps,
  ])
}

/** The known limits before the first row: items that are cut, not found, hidden or empty. */
export function knownLimits(plan: Plan, seen: readonly Forecast[]): string[] {
  const outside = plan.outside.length > 0 ? [messages.orderExport.outside(plan.outside.slice(0, idsNamed), plan.outside.length)] : []
  return [...outside, ...plan.parts.flatMap((part, index) => limitsOf(plan, part, seen[index] ?? nothing)), ...plan.notes]
}

/** The warnings before the first row for stores that cannot count: there may be more items than the limit. */
export function uncounted(plan: Plan, seen: readonly Forecast[]): string[] {
  return plan.parts.flatMap((part, index) =>
    (seen[index] ?? nothing).matched === null ? of(plan, part, [messages.export.uncounted(part.max, plan.noun)]) : [],
  )
}

/** The limit was reached in a store that cannot count, so there may be more items. */
const isOpenEnded = ({ max }: StorePart, { matched }: Forecast, { items }: SourceCounts) => matched === null && items >= max

/** Facts from a shop's answers that are not in its forecast. */
const learned = (part: StorePart, { gaps }: Forecast) => part.notices().filter((notice) => !gaps.includes(notice))

/** The limits that were reached, and the facts learned during the export. */
export function limitsReached(plan: Plan, seen: readonly Forecast[], { sources }: ExportCheckpoint): string[] {
  return plan.parts.flatMap((part, index) => {
    const forecasted = seen[index] ?? nothing
    const isCut = isOpenEnded(part, forecasted, sources[index] ?? none)
    return of(plan, part, [...(isCut ? [messages.export.limitReached(part.max, plan.noun)] : []), ...learned(part, forecasted)])
  })
}

/**
 * A store whose number of items differs from the expected one, as a sentence. `isShort`: fewer items arrived than the shop had both at the
 * start and at the end. Sales and deletions during the export do not make it short.
 */
type Disagreement = { isShort: boolean; message: string }

/** Finds the stores whose number of items differs. It counts those shops again, because they may have changed during the export. */
export async function disagreements(
  plan: Plan,
  seen: readonly Forecast[],
  { sources }: ExportCheckpoint,
  signal: AbortSignal,
): Promise<Disagreement[]> {
  const differing = plan.parts.map(async (part, index) => {
    const { items } = sources[index] ?? none
    const expected = wantedOf(part, seen[index] ?? nothing)
    if (expected === null || items === expected) return []
    const now = wantedOf(part, await part.forecast(signal)) ?? expected
    const isShort = items < Math.min(expected, now)
    const say = isShort ? messages.export.incomplete : messages.export.countsDiffer
    return of(plan, part, [say(items, expected, now, plan.noun)]).map((message) => ({ isShort, message }))
  })
  return (await Promise.all(differing)).flat()
}

/** The failure of an export with missing items, with their number, or `null` where none is missing. */
export function shortfallOf(differing: readonly Disagreement[]): AppError | null {
  const short = differing.filter(({ isShort }) => isShort).map(({ message }) => message)
  return short.length > 0 ? new AppError('INCOMPLETE', short.join('. ')) : null
}

/** The remaining remarks on numbers that differ. */
export const remarksOn = (differing: readonly Disagreement[]): string[] =>
  differing.filter(({ isShort }) => !isShort).map(({ message }) => message)

function skippedOf({ max }: StorePart, { matched, unknown }: Forecast) {
  const over = Math.max(0, (matched ?? 0) - max)
  return [
    ...(over > 0 ? [{ reason: messages.export.overLimit, count: over }] : []),
    ...(unknown.length > 0 ? [{ reason: messages.export.notInStore, count: unknown.length }] : []),
  ]
}

/** Ids always ascend, so every item is a different one. `deleted`: the source of deleted items, whose rows are written like the others. */
function countsOfShare(part: StorePart, seen: Forecast, { items, rows }: SourceCounts, deleted: SourceCounts): JobCounts {
  const skipped = skippedOf(part, seen).reduce((sum, { count }) => sum + count, 0)
  return { expected: seen.matched, fetched: items, written: rows + deleted.rows, distinct: items, skipped }
}

/** The sources of deleted items come after those of the parts. */
const deletedOf = ({ parts }: Pick<Plan, 'parts'>, { sources }: Pick<ExportCheckpoint, 'sources'>, index: number): SourceCounts =>
  sources[parts.length + index] ?? none

/** The total over all stores. */
export function countsOf({ parts, outside }: Plan, seen: readonly Forecast[], { sources }: ExportCheckpoint): JobCounts {
  const each = parts.map((part, index) =>
    countsOfShare(part, seen[index] ?? nothing, sources[index] ?? none, deletedOf({ parts }, { sources }, index)),
  )
  const sum = (key: Exclude<keyof JobCounts, 'expected'>) => each.reduce((total, counts) => total + counts[key], 0)
  const expected = each.reduce<number | null>((total, one) => (total === null || one.expected === null ? null : total + one.expected), 0)
  return { expected, fetched: sum('fetched'), written: sum('written'), distinct: sum('distinct'), skipped: sum('skipped') + outside.length }
}

/** The request of an export and its result, store by store. */
export function receiptOf(
  { parts, ...plan }: Plan,
  seen: readonly Forecast[],
  { sources }: ExportCheckpoint,
  {
    startedAt,
    finishedAt,
    columns,
    ...output
  }: { startedAt: Date; finishedAt: Date } & Pick<Heading, 'columns'> & Pick<Receipt, 'sha256' | 'file'>,
): Receipt {
  const isLimitHit = parts.some((part, index) => {
    const forecasted = seen[index] ?? nothing
    return (forecasted.matched ?? 0) > part.max || isOpenEnded(part, forecasted, sources[index] ?? none)
  })
  const stores = parts.map((part, index) => {
    const forecasted = seen[index] ?? nothing
    const deleted = deletedOf({ parts }, { sources }, index)
    const counts = countsOfShare(part, forecasted, sources[index] ?? none, deleted)
    const { id: storeId, name: storeName } = part.store
    return {
      storeId,
      storeName,
      ...counts,
      skipped: skippedOf(part, forecasted),
      scopeGaps: [...forecasted.gaps, ...learned(part, forecasted)],
      deleted: deleted.items,
    }
  })
  return {
    columns: [...columns],
    filter: plan.filter,
    limit: plan.limit,
    isLimitHit,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    ...output,
    stores,
  }
}

/** Joins sentences to one warning. `null` where there are none. */
export const warningOf = (sentences: readonly string[]): string | null => (sentences.length > 0 ? sentences.join('. ') : null)
