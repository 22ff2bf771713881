import { Temporal } from 'temporal-polyfill'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import { weekdays, type Calendar } from '#shared/schedules.ts'
import { assertCron, canFire, ruleOfCron } from '#server/schedules/cron.ts'
import { dayNumberOf, partsOf, type Day, type Rule } from '#server/schedules/rule.ts'

type Kind<Every extends Calendar['every']> = Extract<Calendar, { every: Every }>

const minutesIn = (at: string): number => Number(at.slice(0, 2)) * 60 + Number(at.slice(3))
/** 0 is Sunday. */
const weekdayNumber = (name: (typeof weekdays)[number]) => (weekdays.indexOf(name) + 1) % 7

const onceADay = (at: string, isDay: Rule['isDay'] = () => true): Rule => ({ times: [minutesIn(at)], isDay })

function ofWeek({ on, at }: Kind<'week'>): Rule {
  const days = new Set(on.map(weekdayNumber))
  return onceADay(at, ({ weekday }) => days.has(weekday))
}

function ofMonth({ on, at }: Kind<'month'>): Rule {
  const wanted = on === 'last' ? 31 : on
  return onceADay(at, ({ day, isLastOfMonth }) => day === wanted || (isLastOfMonth && day < wanted))
}

function ofHours({ hours, minute }: Kind<'hours'>): Rule {
  return { times: Array.from({ length: Math.ceil(24 / hours) }, (_, index) => index * hours * 60 + minute), isDay: () => true }
}

const rules: { [Every in Calendar['every']]: (calendar: Kind<Every>) => Rule } = {
  hours: ofHours,
  day: ({ at }) => onceADay(at),
  week: ofWeek,
  month: ofMonth,
  cron: ({ expression }) => ruleOfCron(expression),
}
const ruleOf = <Every extends Calendar['every']>(calendar: Kind<Every>): Rule => rules[calendar.every](calendar)

/** A time on a clock as an instant. Skipped by the clock: the first moment after that. Twice on it: the first one. */
function instantOf({ year, month, day }: Day, minutes: number, zone: string): number {
  const wall = Temporal.PlainDateTime.from({ year, month, day, hour: Math.floor(minutes / 60), minute: minutes % 60 })
  const found = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  if (found.toPlainDateTime().equals(wall)) return found.epochMilliseconds
  // "Earlier" is before the skipped time by the length of the skip.
  return found.getTimeZoneTransition('next')?.epochMilliseconds ?? found.epochMilliseconds
}

/** Later than every pause between two dates that exist: 29 February misses 1900 and 2100. */
const daysAhead = 8 * 366 + 1

type Place = { index: number; instant: number }
type Start = { low: number; guess: number }

/**
 * The first of a day's instants that is later. `low`: the index to search from. `guess`: the index that it mostly is, looked at first,
 * because a look at a zone takes long. The instants of a day ascend, or are the same for skipped times.
 */
function firstOf(times: Rule['times'], instantAt: (minutes: number) => number, after: number, from: Start): Place | null {
  let { low } = from
  let high = times.length
  let middle = Math.min(from.guess, high - 1)
  let found: Place | null = null
  while (low < high) {
    const instant = instantAt(times[middle] ?? 0)
    if (instant > after) {
      high = middle
      middle = found ? Math.floor((low + high) / 2) : high - 1
      found = { index: high, instant }
    } else {
      low = middle + 1
      middle = Math.floor((low + high) / 2)
    }
  }
  return found
}

/** The index of the first time of a rule that a clock has not reached. */
function indexAfter({ times }: Rule, { hour, minute }: Temporal.ZonedDateTime): number {
  const index = times.findIndex((time) => time > hour * 60 + minute)
  return index < 0 ? times.length : index
}

/** Throws INVALID_INPUT for a cron text that cannot be read, never fires, or fires too often. */
export function assertCalendar(calendar: Calendar): void {
  if (calendar.every === 'cron') assertCron(calendar.expression)
}

/** Why a stored calendar has no next run. null: it has one. */
export const calendarProblem = (calendar: Calendar): string | null =>
  calendar.every === 'cron' && !canFire(calendar.expression) ? scheduleMessages.cronOutdated : null

/** The instants of a calendar after another one, in an IANA zone, ascending and without end. */
export function* runsAfter(calendar: Calendar, zone: string, after: Date): Generator<Date> {
  const rule = ruleOf(calendar)
  const local = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(zone)
  let last = after.getTime()
  let dayNumber = dayNumberOf(local.year, local.month, local.day)
  let from: Start = { low: 0, guess: indexAfter(rule, local) }
  for (let misses = 0; misses < daysAhead;) {
    const day = partsOf(dayNumber)
    const found = rule.isDay(day) ? firstOf(rule.times, (minutes) => instantOf(day, minutes, zone), last, from) : null
    if (found) {
      misses = 0
      last = found.instant
      from = { low: found.index + 1, guess: found.index + 1 }
      yield new Date(found.instant)
    } else {
      dayNumber += 1
      misses += 1
      from = { low: 0, guess: 0 }
    }
  }
  throw new Error('a calendar has no next run')
}

/** The next instants of a calendar. */
export const nextRuns = (calendar: Calendar, zone: string, after: Date, most: number): Date[] => [
  ...runsAfter(calendar, zone, after).take(most),
]

/** The next instant of a calendar. */
export function nextRun(calendar: Calendar, zone: string, after: Date): Date {
  const [next] = nextRuns(calendar, zone, after, 1)
  if (!next) throw new Error('a calendar has no next run')
  return next
}
