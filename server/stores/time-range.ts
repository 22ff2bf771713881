import { Temporal } from 'temporal-polyfill'

function startOf(day: Temporal.PlainDate, timezone: string): Date {
  return new Date(day.toZonedDateTime(timezone).epochMilliseconds)
}

/** The instant at which an ISO date begins in a store's zone. */
export const startOfDay = (day: string, timezone: string): Date => startOf(Temporal.PlainDate.from(day), timezone)

/** The instant at which the day after an ISO date begins. Days can have 23 or 25 hours. */
export const endOfDay = (day: string, timezone: string): Date => startOf(Temporal.PlainDate.from(day).add({ days: 1 }), timezone)

/** The second in which an instant lies, in ISO 8601. Platforms keep the times of changes in whole seconds. */
export const wholeSecond = (instant: string): Date => new Date(Math.floor(Date.parse(instant) / 1_000) * 1_000)
