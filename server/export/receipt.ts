// What can be told of an export before it begins, and what came of it, in numbers and in words.
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { JobCounts, Receipt } from '#shared/jobs.ts'
import type { Reached, Tally } from '#server/export/engine.ts'
import type { Forecast, Plan, Share } from '#server/export/task.ts'

const idsNamed = 20
const none: Tally = { items: 0, rows: 0 }
const nothing: Forecast = { matched: 0, unknown: [], gaps: [] }

/** One forecast for each share, in the plan's order; the shops are asked side by side. */
export function forecast({ shares }: Plan, signal: AbortSignal): Promise<Forecast[]> {
  return Promise.all(shares.map((share) => share.forecast(signal)))
}

/** How many items are to come from a store; null: nobody knows. */
const wantedOf = ({ most }: Share, { matched }: Forecast) => (matched === null ? null : Math.min(matched, most))

/** How many items are to come from each store; null: nobody knows. */
export const wantedItems = ({ shares }: Plan, seen: readonly Forecast[]) => shares.map((share, at) => wantedOf(share, seen[at] ?? nothing))

/** How many items are to come at all; null: nobody knows. */
export function expectedItems(plan: Plan, seen: readonly Forecast[]): number | null {
  return wantedItems(plan, seen).reduce<number | null>((sum, count) => (sum === null || count === null ? null : sum + count), 0)
}

/** Sentences of one store, with its name where there are several. */
const of = ({ shares }: Plan, { store }: Share, sentences: readonly string[]) =>
  shares.length > 1 ? sentences.map((sentence) => `${store.name}: ${sentence}`) : sentences

const listed = (ids: readonly string[]) => messages.export.unknownIds(ids.slice(0, idsNamed), ids.length)

function limitsOf(plan: Plan, share: Share, { matched, unknown, gaps }: Forecast): readonly string[] {
  const { most } = share
  return of(plan, share, [
    ...(unknown.length > 0 ? [listed(unknown)] : []),
    ...(matched !== null && matched > most ? [messages.export.cut(most, matched, plan.noun)] : []),
    ...gaps,
  ])
}

/** What can be told before the first row: what will be cut, not found, not shown, or empty. */
export function knownLimits(plan: Plan, seen: readonly Forecast[]): string[] {
  const outside = plan.outside.length > 0 ? [messages.orderExport.outside(plan.outside.slice(0, idsNamed), plan.outside.length)] : []
  return [...outside, ...plan.shares.flatMap((share, at) => limitsOf(plan, share, seen[at] ?? nothing)), ...plan.notes]
}

/** What can be told before the first row, of stores that cannot count: that there may be more than will come. */
export function uncounted(plan: Plan, seen: readonly Forecast[]): string[] {
  return plan.shares.flatMap((share, at) =>
    (seen[at] ?? nothing).matched === null ? of(plan, share, [messages.export.uncounted(share.most, plan.noun)]) : [],
  )
}

/** All came that were wanted, of a store that cannot count: there may be more. */
const isOpenEnded = ({ most }: Share, { matched }: Forecast, { items }: Tally) => matched === null && items >= most

/** What a shop's answers told that its forecast did not know. */
const learned = (share: Share, { gaps }: Forecast) => share.notices().filter((notice) => !gaps.includes(notice))

/** What of that came true, and what was learned on the way. */
export function limitsReached(plan: Plan, seen: readonly Forecast[], { sources }: Reached): string[] {
  return plan.shares.flatMap((share, at) => {
    const forecasted = seen[at] ?? nothing
    const isCut = isOpenEnded(share, forecasted, sources[at] ?? none)
    return of(plan, share, [...(isCut ? [messages.export.limitReached(share.most, plan.noun)] : []), ...learned(share, forecasted)])
  })
}

/**
 * A store of which another number of items came than was expected, in words. `isShort`: fewer than it had both at the start and at the end.
 * Sales and deletions in the meantime make no export short.
 */
type Disagreement = { isShort: boolean; message: string }

/** Where other numbers came than were to come; those shops are asked again, because they may have changed on the way. */
export async function disagreements(
  plan: Plan,
  seen: readonly Forecast[],
  { sources }: Reached,
  signal: AbortSignal,
): Promise<Disagreement[]> {
  const differing = plan.shares.map(async (share, at) => {
    const { items } = sources[at] ?? none
    const expected = wantedOf(share, seen[at] ?? nothing)
    if (expected === null || items === expected) return []
    const now = wantedOf(share, await share.forecast(signal)) ?? expected
    const isShort = items < Math.min(expected, now)
    const say = isShort ? messages.export.incomplete : messages.export.countsDiffer
    return of(plan, share, [say(items, expected, now, plan.noun)]).map((message) => ({ isShort, message }))
  })
  return (await Promise.all(differing)).flat()
}

/** The failure of an export that stayed short, with what is missing in numbers; `null` where none did. */
export function shortfallOf(differing: readonly Disagreement[]): AppError | null {
  const short = differing.filter(({ isShort }) => isShort).map(({ message }) => message)
  return short.length > 0 ? new AppError('INCOMPLETE', short.join('. ')) : null
}

/** What else is to be said of numbers that differ. */
export const remarksOn = (differing: readonly Disagreement[]): string[] =>
  differing.filter(({ isShort }) => !isShort).map(({ message }) => message)

function skippedOf({ most }: Share, { matched, unknown }: Forecast) {
  const over = Math.max(0, (matched ?? 0) - most)
  return [
    ...(over > 0 ? [{ reason: messages.export.overLimit, count: over }] : []),
    ...(unknown.length > 0 ? [{ reason: messages.export.notInStore, count: unknown.length }] : []),
  ]
}

/** Ids only ever ascend, so every item that came is another one. */
function countsOfShare(share: Share, seen: Forecast, { items, rows }: Tally): JobCounts {
  const skipped = skippedOf(share, seen).reduce((sum, { count }) => sum + count, 0)
  return { expected: seen.matched, fetched: items, written: rows, distinct: items, skipped }
}

/** Of all stores together. */
export function countsOf({ shares, outside }: Plan, seen: readonly Forecast[], { sources }: Reached): JobCounts {
  const each = shares.map((share, at) => countsOfShare(share, seen[at] ?? nothing, sources[at] ?? none))
  const sum = (key: Exclude<keyof JobCounts, 'expected'>) => each.reduce((total, counts) => total + counts[key], 0)
  const expected = each.reduce<number | null>((total, one) => (total === null || one.expected === null ? null : total + one.expected), 0)
  return { expected, fetched: sum('fetched'), written: sum('written'), distinct: sum('distinct'), skipped: sum('skipped') + outside.length }
}

/** What an export was asked for and what became of it, store by store. */
export function receiptOf(
  { shares, ...plan }: Plan,
  seen: readonly Forecast[],
  { sources }: Reached,
  { startedAt, finishedAt, sha256 }: { startedAt: Date; finishedAt: Date; sha256: string | null },
): Receipt {
  const isLimitHit = shares.some((share, at) => {
    const forecasted = seen[at] ?? nothing
    return (forecasted.matched ?? 0) > share.most || isOpenEnded(share, forecasted, sources[at] ?? none)
  })
  const stores = shares.map((share, at) => {
    const forecasted = seen[at] ?? nothing
    const counts = countsOfShare(share, forecasted, sources[at] ?? none)
    const { id: storeId, name: storeName } = share.store
    return {
      storeId,
      storeName,
      ...counts,
      skipped: skippedOf(share, forecasted),
      scopeGaps: [...forecasted.gaps, ...learned(share, forecasted)],
    }
  })
  return {
    columns: [...plan.columns],
    filter: plan.filter,
    limit: plan.limit,
    isLimitHit,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    sha256,
    stores,
  }
}

/** Sentences as one warning; `null` where there is nothing to say. */
export const warningOf = (sentences: readonly string[]): string | null => (sentences.length > 0 ? sentences.join('. ') : null)
