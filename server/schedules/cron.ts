import { CronPattern } from 'croner'
import { AppError } from '#shared/errors.ts'
import { scheduleLimits } from '#shared/schedule-limits.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'
import { dayNumberOf, partsOf, type Day, type Rule } from '#server/schedules/rule.ts'

/** croner also knows signs that other programs read differently, such as L and #. Only the common ones are accepted. */
const fieldForm = /^(?:[\d*,/-]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)+$/i

const chosen = (flags: readonly number[]): number[] => flags.flatMap((flag, index) => (flag ? [index] : []))

/**
 * As cron has it: if the day of the month and the weekday are both limited, one of them is enough. A field that begins with a star is not
 * limited, also with a step. croner has that of a star alone.
 */
function dayCheck({ day, dayOfWeek, month }: CronPattern, isEitherStar: boolean): Rule['isDay'] {
  return (date: Day) => {
    if (!month[date.month - 1]) return false
    const [isOfMonth, isOfWeek] = [Boolean(day[date.day - 1]), Boolean(dayOfWeek[date.weekday])]
    return isEitherStar ? isOfMonth && isOfWeek : isOfMonth || isOfWeek
  }
}

/** The Gregorian calendar repeats after 400 years, and every date that exists comes within 8 of them. */
const everyDate = { from: dayNumberOf(2000, 1, 1), days: 366 + 7 * 365 + 1 }

const isNear = (minutes: number) => minutes < scheduleLimits.minutesApart

/** Whether two runs are closer than the limit, on the same day or around a midnight. */
function isTooOften({ times, isDay }: Rule): boolean {
  if (times.some((time, index) => index > 0 && isNear(time - (times[index - 1] ?? 0)))) return true
  const aroundMidnight = (times[0] ?? 0) + 24 * 60 - (times.at(-1) ?? 0)
  if (!isNear(aroundMidnight)) return false
  // Weekdays of a date repeat after 28 years at the latest.
  for (let day = everyDate.from; day < everyDate.from + 28 * 366; day++) if (isDay(partsOf(day)) && isDay(partsOf(day + 1))) return true
  return false
}

function firesEver({ isDay }: Rule): boolean {
  for (let day = everyDate.from; day < everyDate.from + everyDate.days; day++) if (isDay(partsOf(day))) return true
  return false
}

const fieldsOf = (expression: string): string[] => expression.split(/\s+/)

function patternOf(expression: string): CronPattern {
  const parts = fieldsOf(expression)
  if (parts.length !== 5) refuseField('calendar.expression', scheduleMessages.cronFields)
  if (!parts.every((part) => fieldForm.test(part))) refuseField('calendar.expression', scheduleMessages.cronUnreadable)
  try {
    return new CronPattern(expression)
  } catch {
    return refuseField('calendar.expression', scheduleMessages.cronUnreadable)
  }
}

/** The rule of a cron text. Throws INVALID_INPUT for one that cannot be read. */
export function ruleOfCron(expression: string): Rule {
  const pattern = patternOf(expression)
  const minutes = chosen(pattern.minute)
  const [, , ofMonth = '', , ofWeek = ''] = fieldsOf(expression)
  return {
    times: chosen(pattern.hour).flatMap((hour) => minutes.map((minute) => hour * 60 + minute)),
    isDay: dayCheck(pattern, ofMonth.startsWith('*') || ofWeek.startsWith('*')),
  }
}

/** Whether a stored cron text still has a next run: an earlier version may have read it in another way. */
export function canFire(expression: string): boolean {
  try {
    return firesEver(ruleOfCron(expression))
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Throws INVALID_INPUT for a cron text that cannot be read, never fires, or fires too often. */
export function assertCron(expression: string): void {
  const rule = ruleOfCron(expression)
  if (!firesEver(rule)) refuseField('calendar.expression', scheduleMessages.cronNever)
  if (isTooOften(rule)) refuseField('calendar.expression', scheduleMessages.cronTooOften(scheduleLimits.minutesApart))
}
