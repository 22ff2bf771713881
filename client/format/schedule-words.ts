import { weekdays, type Calendar, type Weekday } from '#shared/schedules.ts'
import { counted } from './words.ts'

export const weekdayNames: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

const workdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri']
const minutes = (minute: number) => `:${String(minute).padStart(2, '0')}`

function onDays(on: readonly Weekday[]): string {
  if (on.length === weekdays.length) return 'Every day'
  if (workdays.length === on.length && workdays.every((day) => on.includes(day))) return 'Monday to Friday'
  const [only] = on
  if (on.length === 1 && only) return `Every ${weekdayNames[only]}`
  return weekdays
    .filter((day) => on.includes(day))
    .map((day) => weekdayNames[day].slice(0, 3))
    .join(', ')
}

/** How often a schedule runs: "Every Monday at 06:00". */
export function calendarWords(calendar: Calendar): string {
  if (calendar.every === 'cron') return `Cron: ${calendar.expression}`
  if (calendar.every === 'hours') {
    const often = calendar.hours === 1 ? 'hour' : counted(calendar.hours, 'hour')
    return `Every ${often} at ${minutes(calendar.minute)}`
  }
  const { at } = calendar
  if (calendar.every === 'day') return `Every day at ${at}`
  if (calendar.every === 'week') return `${onDays(calendar.on)} at ${at}`
  return calendar.on === 'last' ? `On the last day of the month at ${at}` : `On day ${calendar.on} of the month at ${at}`
}
