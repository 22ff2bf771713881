import { Temporal } from 'temporal-polyfill'

/** A time range in milliseconds, from `start` to `end`, exclusive. */
export type Stretch = { readonly start: number; readonly end: number }

const DAY = /^\d{4}-\d{2}-\d{2}$/

function zoned(local: Temporal.PlainDateTime, timezone: string): number {
  return local.toZonedDateTime(timezone).epochMilliseconds
}

function calendarStretch(value: string, timezone: string): Stretch | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(value) ?? []
  if (year === undefined) return null
  const start = Temporal.PlainDate.from({ year: Number(year), month: Number(month ?? 1), day: Number(day ?? 1) }, { overflow: 'reject' })
  const end = start.add(DAY.test(value) ? { days: 1 } : month === undefined ? { years: 1 } : { months: 1 })
  return { start: zoned(start.toPlainDateTime(), timezone), end: zoned(end.toPlainDateTime(), timezone) }
}

/**
 * The time in a search: a year, month or day in the shop's zone; a time with offset; a local time, complete or cut after the hour (colons
 * end an unquoted value); or "now". null for anything else.
 */
export function timeOf(value: string, timezone: string, now: number): Stretch | null {
  try {
    if (value === 'now') return { start: now, end: now }
    const calendar = calendarStretch(value, timezone)
    if (calendar) return calendar
    const moment = value.replace(' ', 'T')
    const isExact = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(moment)
    const start = isExact ? Temporal.Instant.from(moment).epochMilliseconds : zoned(Temporal.PlainDateTime.from(moment), timezone)
    return { start, end: start + 1000 }
  } catch (problem) {
    if (problem instanceof RangeError) return null
    throw problem
  }
}
