const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** A server time, such as `2026-01-31T12:00:00.000Z`, in words and in this machine's time zone. */
export const localTime = (time: string): string => format.format(new Date(time))
