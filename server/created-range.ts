import { Temporal } from 'temporal-polyfill'

/** Whole days, both inclusive, as ISO dates. */
type Days = { createdAfter?: string | undefined; createdBefore?: string | undefined }

function startOf(day: Temporal.PlainDate, timezone: string): Date {
  return new Date(day.toZonedDateTime(timezone).epochMilliseconds)
}

/** Whole days in a store's zone as the instants `from <= created < until`; days of 23 and 25 hours included. */
export function createdRange({ createdAfter, createdBefore }: Days, timezone: string): { createdFrom?: Date; createdUntil?: Date } {
  return {
    ...(createdAfter ? { createdFrom: startOf(Temporal.PlainDate.from(createdAfter), timezone) } : {}),
    ...(createdBefore ? { createdUntil: startOf(Temporal.PlainDate.from(createdBefore).add({ days: 1 }), timezone) } : {}),
  }
}
