import { z } from 'zod'

/** Periods that move with the calendar. Today belongs to the last 7 and 30 days. */
export const DatePreset = z.enum(['today', 'yesterday', 'last7Days', 'last30Days', 'thisMonth', 'lastMonth'])
export type DatePreset = z.infer<typeof DatePreset>

/** Whole days such as `2026-01-31`, both included. */
export type Days = { from: string; to: string }

/** A date without a time zone, as midnight UTC, so that adding days never meets a change of clocks. */
type CalendarDay = { year: number; month: number; day: number }

function dayIn(zone: string, now: Date): CalendarDay {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, year: 'numeric', month: 'numeric', day: 'numeric' })
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]))
  return { year: parts.get('year') ?? 0, month: parts.get('month') ?? 0, day: parts.get('day') ?? 0 }
}

/** `month` and `day` may lie outside of their year and month: day 0 is the last one of the month before. */
const written = ({ year, month, day }: CalendarDay): string => new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

const bounds: Record<DatePreset, (today: CalendarDay) => { from: CalendarDay; to: CalendarDay }> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: ({ day, ...month }) => ({ from: { ...month, day: day - 1 }, to: { ...month, day: day - 1 } }),
  last7Days: ({ day, ...month }) => ({ from: { ...month, day: day - 6 }, to: { ...month, day } }),
  last30Days: ({ day, ...month }) => ({ from: { ...month, day: day - 29 }, to: { ...month, day } }),
  thisMonth: (today) => ({ from: { ...today, day: 1 }, to: today }),
  lastMonth: ({ year, month }) => ({ from: { year, month: month - 1, day: 1 }, to: { year, month, day: 0 } }),
}

/** The days that a preset means at a moment in a time zone (IANA). */
export function daysOfPreset(preset: DatePreset, now: Date, zone: string): Days {
  const { from, to } = bounds[preset](dayIn(zone, now))
  return { from: written(from), to: written(to) }
}

/** The day so many days before today, in a time zone (IANA). */
export function dayBefore(days: number, now: Date, zone: string): string {
  const today = dayIn(zone, now)
  return written({ ...today, day: today.day - days })
}

/** The first preset that means exactly these days; null for others. */
export function presetOfDays(days: { from: string | undefined; to: string | undefined }, now: Date, zone: string): DatePreset | null {
  const means = (preset: DatePreset) => {
    const { from, to } = daysOfPreset(preset, now, zone)
    return from === days.from && to === days.to
  }
  return DatePreset.options.find(means) ?? null
}
