import { Temporal } from 'temporal-polyfill'
import type { RelativeDates } from '#shared/schedules.ts'

type RelativeDay = Exclude<RelativeDates['to'], null>
/** ISO dates, both included. null: no limit on that side. */
export type DaysOfRun = { from: string | null; to: string | null }

const startOfWeek = (today: Temporal.PlainDate) => today.subtract({ days: today.dayOfWeek - 1 })
const startOfMonth = (today: Temporal.PlainDate) => today.with({ day: 1 })

const named: Record<string, (today: Temporal.PlainDate) => Temporal.PlainDate> = {
  today: (today) => today,
  yesterday: (today) => today.subtract({ days: 1 }),
  'start-of-week': startOfWeek,
  'start-of-last-week': (today) => startOfWeek(today).subtract({ days: 7 }),
  'end-of-last-week': (today) => startOfWeek(today).subtract({ days: 1 }),
  'start-of-month': startOfMonth,
  'start-of-last-month': (today) => startOfMonth(today).subtract({ months: 1 }),
  'end-of-last-month': (today) => startOfMonth(today).subtract({ days: 1 }),
  'start-of-year': (today) => today.with({ month: 1, day: 1 }),
}

function dayOf(day: RelativeDay, today: Temporal.PlainDate): string {
  const found = named[day]?.(today) ?? today.subtract({ days: Number.parseInt(day, 10) })
  return found.toString()
}

const dayIn = (at: Date, zone: string) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate()

/** Of several zones, the day where it is earliest: the days before it are over in all of them. */
const dayInAll = (at: Date, zones: readonly string[]) =>
  zones.map((zone) => dayIn(at, zone)).reduce((one, other) => (Temporal.PlainDate.compare(one, other) <= 0 ? one : other))

/**
 * The days that relative dates mean at an instant. `zones`: the IANA zones of the stores, whose filters count the days. `lastRun`: the last
 * run that succeeded, if any.
 */
export function daysAt({ from, to }: RelativeDates, at: Date, zones: readonly string[], lastRun: Date | null): DaysOfRun {
  const today = dayInAll(at, zones)
  const sinceLast = lastRun && dayInAll(lastRun, zones).toString()
  return {
    from: from === 'last-run' ? sinceLast : from && dayOf(from, today),
    to: to && dayOf(to, today),
  }
}

/** Whether the first day is after the last one. */
export const isEmptyPeriod = ({ from, to }: DaysOfRun): boolean => from !== null && to !== null && from > to

/** Whether the dates mean no day on any day of a year. */
export function isAlwaysReversed(dates: RelativeDates): boolean {
  if (dates.from === 'last-run') return false
  const days = Array.from({ length: 366 }, (_, index) => new Date(Date.UTC(2024, 0, 1 + index)))
  return days.every((day) => isEmptyPeriod(daysAt(dates, day, ['UTC'], null)))
}
