import { localTime } from '#client/format/local-time.ts'
import { relativeTime } from '#client/format/relative-time.ts'

/** "Nov 25, 2026, 10:00 AM (2 hours ago)", as seen at the time of the answer. */
export const when = (moment: string, at: string): string => `${localTime(moment)} (${relativeTime(moment, Date.parse(at))})`

/** The moment that many seconds before the answer, as seen from it. Zero seconds: nothing waits. */
export const waitingSince = (seconds: number, at: string): string =>
  seconds === 0 ? 'None' : relativeTime(new Date(Date.parse(at) - seconds * 1_000).toISOString(), Date.parse(at))

/** A delay in milliseconds: "0.4 ms". */
export const milliseconds = (seconds: number): string =>
  `${(seconds * 1_000).toLocaleString('en-US', { maximumFractionDigits: seconds < 0.01 ? 1 : 0 })} ms`

export const number = (count: number): string => count.toLocaleString('en-US')
