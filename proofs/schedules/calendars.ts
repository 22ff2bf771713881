// The next runs of calendars in every time zone, compared with those of an independent library.
import { CronExpressionParser } from 'cron-parser'
import { Temporal } from 'temporal-polyfill'
import type { Calendar } from '#shared/schedules.ts'
import { runsAfter } from '#server/schedules/calendar.ts'

/** `different`: far from any change of clocks. `near`: within a day of one, where the rules are our own. */
export type CalendarVerdict = { zones: number; runs: number; different: string[]; near: number }

/** The same times in our words and in theirs. */
const calendars: readonly { calendar: Calendar; cron: string }[] = [
  { calendar: { every: 'day', at: '02:30' }, cron: '30 2 * * *' },
  { calendar: { every: 'day', at: '00:00' }, cron: '0 0 * * *' },
  { calendar: { every: 'week', on: ['mon', 'sun'], at: '23:45' }, cron: '45 23 * * mon,sun' },
  { calendar: { every: 'month', on: 'last', at: '06:00' }, cron: '0 6 L * *' },
  { calendar: { every: 'month', on: 15, at: '01:15' }, cron: '15 1 15 * *' },
  { calendar: { every: 'cron', expression: '10,40 1-3 1,13 * fri' }, cron: '10,40 1-3 1,13 * fri' },
]
const from = Date.UTC(2026, 0, 1)
const dayMs = 24 * 3_600_000

function* until(end: number, runs: Iterable<Date>) {
  for (const at of runs) {
    if (at.getTime() >= end) return
    yield at.getTime()
  }
}

function* theirs(cron: string, zone: string): Generator<Date> {
  const found = CronExpressionParser.parse(cron, { currentDate: new Date(from), tz: zone })
  for (;;) yield found.next().toDate()
}

/** Whether the clock of the zone changes within a day of the instant. */
function isNearChange(zone: string, instant: number): boolean {
  const at = Temporal.Instant.fromEpochMilliseconds(instant - dayMs).toZonedDateTimeISO(zone)
  const change = at.getTimeZoneTransition('next')
  return change !== null && change.epochMilliseconds <= instant + dayMs
}

export function compareCalendars(zones: readonly string[], years: number): CalendarVerdict {
  const verdict: CalendarVerdict = { zones: zones.length, runs: 0, different: [], near: 0 }
  const end = Date.UTC(2026 + years, 0, 1)
  for (const zone of zones)
    for (const { calendar, cron } of calendars) {
      const ours = new Set(until(end, runsAfter(calendar, zone, new Date(from))))
      const expected = new Set(until(end, theirs(cron, zone)))
      verdict.runs += expected.size
      for (const instant of ours.symmetricDifference(expected))
        if (isNearChange(zone, instant)) verdict.near += 1
        else verdict.different.push(`${zone} ${cron}: ${new Date(instant).toISOString()}`)
    }
  return verdict
}
