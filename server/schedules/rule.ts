// Calendars without a time zone: the minutes of a day, and the days.

/** `month`: 1 to 12. `weekday`: 0 is Sunday. */
export type Day = { year: number; month: number; day: number; weekday: number; isLastOfMonth: boolean }
/** `times`: minutes after midnight, ascending. */
export type Rule = { times: readonly number[]; isDay: (day: Day) => boolean }

const dayMs = 24 * 3_600_000

/** Days since 1970. */
export const dayNumberOf = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / dayMs

export function partsOf(dayNumber: number): Day {
  const date = new Date(dayNumber * dayMs)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  return { year, month, day, weekday: date.getUTCDay(), isLastOfMonth: new Date((dayNumber + 1) * dayMs).getUTCDate() === 1 }
}
