/** The time zone (IANA) of this machine. */
export const { timeZone: localZone } = Intl.DateTimeFormat().resolvedOptions()

/** The instant at which a day such as `2026-01-31`, or one so many days later, begins in this machine's time zone. */
export function localMidnight(day: string, daysLater = 0): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const time = new Date(year, month - 1, date + daysLater)
  return day === '' || Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
