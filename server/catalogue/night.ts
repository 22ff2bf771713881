import { createHash } from 'node:crypto'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import { nextRun } from '#server/schedules/calendar.ts'

const { from, until } = catalogueLimits.copy.nightHours

const two = (part: number) => String(part).padStart(2, '0')

/** The minute of the night at which a store is compared: any, so that stores do not come all at once, but always the same one. */
function minuteOf(storeId: string): string {
  const number = createHash('sha256').update(storeId).digest().readUInt32BE(0) % ((until - from) * 60)
  return `${two(from + Math.floor(number / 60))}:${two(number % 60)}`
}

/** Whether a night's comparison of a store has become due since a time. */
export const isNightOver = ({ id, timezone }: { id: string; timezone: string }, since: Date, now: Date): boolean =>
  nextRun({ every: 'day', at: minuteOf(id) }, timezone, since) <= now
