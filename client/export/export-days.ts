import { isWholeDay } from '#client/ui/day-inputs.tsx'
import type { DayRange } from '#client/ui/day-range.tsx'
import type { ExportMode } from './mode-field.tsx'
import { messages } from '#shared/messages.ts'

type DayFilters = { createdAfter?: string | undefined; createdBefore?: string | undefined }

/** The days that filters let through. */
export const daysOf = ({ createdAfter: from, createdBefore: to }: DayFilters): DayRange => ({ from, to })

/** The filters without their days. */
export function withoutDays<Filters extends DayFilters>({ createdAfter: _after, createdBefore: _before, ...others }: Filters) {
  return others
}

/** The filters with the days of a dialog in place of their own. */
export const withDays = <Filters extends DayFilters>(filters: Filters, { from, to }: DayRange) => ({
  ...withoutDays(filters),
  ...(from && { createdAfter: from }),
  ...(to && { createdBefore: to }),
})

/** What is exported if nothing is selected: the filters of the list in words, without the days, which stand in fields of their own. */
export function choiceInWords(filters: DayFilters, { from, to }: DayRange, words: Record<'all' | 'filtered' | 'ofDays', string>): string {
  if (Object.keys(withoutDays(filters)).length > 0) return words.filtered
  return from || to ? words.ofDays : words.all
}

/** What is wrong with the days as they are typed; undefined if nothing is. The days of a selection do not count. */
export function dayMistake({ mode, days: { from, to } }: { mode: ExportMode; days: DayRange }): string | undefined {
  return mode === 'selected' || (isWholeDay(from) && isWholeDay(to)) ? undefined : messages.export.dayUnfinished
}
