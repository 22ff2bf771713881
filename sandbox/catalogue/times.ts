import { Temporal } from 'temporal-polyfill'
import type { Random } from './random.ts'

/** The catalogue's last day is fixed, so that every day generates the same data. */
const NEWEST = Date.UTC(2026, 10, 15, 12)
const THREE_YEARS_S = 3 * 365 * 24 * 3600

/** Milliseconds of a local time in a zone: `at('2026-05-31T23:30', 'Asia/Ho_Chi_Minh')`. */
export function at(local: string, timezone: string): number {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(timezone).epochMilliseconds
}

/** Any whole second in the three years before the catalogue's last day. */
export function someTime(random: Random): number {
  return NEWEST - random.int(THREE_YEARS_S) * 1000
}

/** A later second: at most 60 days later, and never after the catalogue's last day. */
export function later(random: Random, than: number): number {
  return Math.min(NEWEST, than + random.int(60 * 24 * 3600) * 1000)
}

/** 23:30 on the day of the zone's first clock change of 2026, or on 29 March in zones without clock changes. */
export function lateOnClockChange(timezone: string): number {
  const start = Temporal.PlainDateTime.from('2026-01-01T00:00').toZonedDateTime(timezone)
  const change = start.getTimeZoneTransition('next')
  const day = change && change.year === 2026 ? change.toPlainDate().toString() : '2026-03-29'
  return at(`${day}T23:30`, timezone)
}
