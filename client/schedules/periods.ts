import { periodLabels } from '#client/ui/period-labels.ts'
import { DatePreset } from '#shared/date-presets.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { RelativeDates } from '#shared/schedules.ts'

/** The periods that the form offers. Those of the lists have the same meaning here. */
export const periods = ['lastRun', ...DatePreset.options, 'lastWeek'] as const
export type Period = (typeof periods)[number]

const dates: Record<Period, RelativeDates> = {
  today: { from: 'today', to: 'today' },
  yesterday: { from: 'yesterday', to: 'yesterday' },
  last7Days: { from: '6-days-ago', to: 'today' },
  last30Days: { from: '29-days-ago', to: 'today' },
  lastWeek: { from: 'start-of-last-week', to: 'end-of-last-week' },
  thisMonth: { from: 'start-of-month', to: 'today' },
  lastMonth: { from: 'start-of-last-month', to: 'end-of-last-month' },
  lastRun: { from: 'last-run', to: null },
}

/** The names of the periods in the form. */
export const relativeLabels: Record<Period, string> = {
  lastRun: 'Since the day of the last run',
  today: periodLabels.today,
  yesterday: periodLabels.yesterday,
  last7Days: periodLabels.last7Days,
  last30Days: periodLabels.last30Days,
  lastWeek: 'Last week (Monday to Sunday)',
  thisMonth: 'This month to date',
  lastMonth: periodLabels.lastMonth,
}

/** The relative dates of a period. */
export const datesOfPeriod = (period: Period): RelativeDates => dates[period]

/** The period that means exactly these dates; null for others, which only programs can set. */
export const periodOfDates = ({ from, to }: RelativeDates): Period | null =>
  periods.find((period) => dates[period].from === from && dates[period].to === to) ?? null

const spaced = (day: string) => day.replaceAll('-', ' ')

/** Relative dates in words. */
export function datesInWords(relative: RelativeDates): string {
  const period = periodOfDates(relative)
  if (period) return relativeLabels[period]
  return scheduleMessages.otherDates(relative.from && spaced(relative.from), relative.to && spaced(relative.to))
}
