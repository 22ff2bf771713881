import type { DatePreset } from '#shared/date-presets.ts'

/** The names of the periods. */
export const periodLabels: Record<DatePreset, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
}
