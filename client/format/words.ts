const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
/** A day such as `2026-01-31` in words. */
export const dayInWords = (day: string): string => dayFormat.format(new Date(day))

const instantFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' })
/** An instant in words, with its time zone. */
export const instantInWords = (instant: string): string => instantFormat.format(new Date(instant))

export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** A platform's own word in readable form: `partially_paid` is "Partially paid". */
export const statusWords = (key: string): string => capitalized(key.toLowerCase().replaceAll('_', ' '))

/** "1 store", "2 stores". */
export const counted = (count: number, noun: string): string => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
