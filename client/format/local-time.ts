const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** A time of the server's, such as `2026-01-31T12:00:00.000Z`, on this machine's clock and in words. */
export const localTime = (time: string): string => format.format(new Date(time))
