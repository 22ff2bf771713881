// When calendars run: against an independent library, and by hand where clocks change.
import { CronExpressionParser } from 'cron-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Calendar } from '#shared/schedules.ts'
import { assertCalendar, nextRuns } from '#server/schedules/calendar.ts'
import { daysAt } from '#server/schedules/relative-dates.ts'

const runs = (calendar: Calendar, zone: string, after: string, most = 3) =>
  nextRuns(calendar, zone, new Date(after), most).map((at) => at.toISOString().replace(':00.000Z', 'Z'))
const cron = (expression: string): Calendar => ({ every: 'cron', expression })

const changes: [string, Calendar, string, string, string[]][] = [
  [
    'a skipped time runs at the first moment after it',
    { every: 'day', at: '02:30' },
    'Europe/Berlin',
    '2026-03-28T12:00Z',
    ['2026-03-29T01:00Z', '2026-03-30T00:30Z'],
  ],
  [
    'a time that comes twice runs once, the first time',
    { every: 'day', at: '02:30' },
    'Europe/Berlin',
    '2026-10-24T12:00Z',
    ['2026-10-25T00:30Z', '2026-10-26T01:30Z'],
  ],
  [
    'several skipped times are one instant',
    cron('*/15 2 * * *'),
    'Europe/Berlin',
    '2026-03-28T12:00Z',
    ['2026-03-29T01:00Z', '2026-03-30T00:00Z'],
  ],
  [
    'a skipped time and the one after it are one instant',
    { every: 'hours', hours: 1, minute: 0 },
    'Europe/Berlin',
    '2026-03-28T23:30Z',
    ['2026-03-29T00:00Z', '2026-03-29T01:00Z', '2026-03-29T02:00Z'],
  ],
  [
    'an hour that comes twice has one run',
    { every: 'hours', hours: 1, minute: 0 },
    'Europe/Berlin',
    '2026-10-24T23:30Z',
    ['2026-10-25T00:00Z', '2026-10-25T02:00Z'],
  ],
  [
    'a change of half an hour',
    { every: 'day', at: '02:15' },
    'Australia/Lord_Howe',
    '2026-10-03T00:00Z',
    ['2026-10-03T15:30Z', '2026-10-04T15:15Z'],
  ],
  [
    'a midnight that does not exist',
    { every: 'day', at: '00:00' },
    'America/Havana',
    '2026-03-07T12:00Z',
    ['2026-03-08T05:00Z', '2026-03-09T04:00Z'],
  ],
  [
    'a day that does not exist',
    { every: 'day', at: '12:00' },
    'Pacific/Apia',
    '2011-12-29T12:00Z',
    ['2011-12-29T22:00Z', '2011-12-30T10:00Z', '2011-12-30T22:00Z'],
  ],
  [
    'the last day of each month',
    { every: 'month', on: 'last', at: '06:00' },
    'UTC',
    '2028-01-31T07:00Z',
    ['2028-02-29T06:00Z', '2028-03-31T06:00Z'],
  ],
  [
    'a day that a month lacks is its last one',
    { every: 'month', on: 30, at: '06:00' },
    'UTC',
    '2027-01-31T07:00Z',
    ['2027-02-28T06:00Z', '2027-03-30T06:00Z'],
  ],
  [
    'weekdays',
    { every: 'week', on: ['sun', 'mon'], at: '06:00' },
    'UTC',
    '2026-11-26T00:00Z',
    ['2026-11-29T06:00Z', '2026-11-30T06:00Z', '2026-12-06T06:00Z'],
  ],
  [
    'hours that do not divide a day begin again at midnight',
    { every: 'hours', hours: 7, minute: 5 },
    'UTC',
    '2026-11-26T14:06Z',
    ['2026-11-26T21:05Z', '2026-11-27T00:05Z'],
  ],
  ['29 February across a century', cron('0 0 29 2 *'), 'UTC', '2096-03-01T00:00Z', ['2104-02-29T00:00Z']],
  [
    'a day of the month or a weekday',
    cron('0 0 13 * fri'),
    'UTC',
    '2026-11-07T00:00Z',
    ['2026-11-13T00:00Z', '2026-11-20T00:00Z', '2026-11-27T00:00Z', '2026-12-04T00:00Z', '2026-12-11T00:00Z', '2026-12-13T00:00Z'],
  ],
  [
    'a step over all days of the month limits nothing: the weekday counts as well',
    cron('0 0 */2 * mon'),
    'UTC',
    '2026-11-01T00:00Z',
    ['2026-11-09T00:00Z', '2026-11-23T00:00Z', '2026-12-07T00:00Z'],
  ],
  [
    'nor does one over all weekdays',
    cron('0 0 13 * */2'),
    'UTC',
    '2026-11-01T00:00Z',
    ['2026-12-13T00:00Z', '2027-02-13T00:00Z', '2027-03-13T00:00Z'],
  ],
]
test.each(changes)('%s', (_, calendar, zone, after, expected) => {
  expect(runs(calendar, zone, after, expected.length)).toEqual(expected)
})

test.each(['0 0 31 4 *', '0 0 30 2 *'])('%s never fires', (expression) => {
  expect(() => assertCalendar(cron(expression))).toThrow('never fires')
})
test.each(['* * * * *', '0,3 6 * * *', '58 23 * * *', '0 0 29 2 *', '*/5 * * * *', '0,58 0,23 1 * *'])('%s is judged', (expression) => {
  const isRefused = ['* * * * *', '0,3 6 * * *'].includes(expression)
  const judge = () => assertCalendar(cron(expression))
  if (isRefused) expect(judge).toThrow('every 5 minutes')
  else expect(judge).not.toThrow()
})
test('the last and the first day of a month are neighbours', () => {
  expect(() => assertCalendar(cron('0,58 0,23 1,31 * *'))).toThrow('every 5 minutes')
})

const zones = Intl.supportedValuesOf('timeZone')
/** Minutes from UTC. */
function offsetAt(zone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at)
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}
const dayMs = 24 * 3_600_000
/** Whether the clock changes within two days of the instant. There, the written cases above judge. */
const isNearChange = (zone: string, at: Date) =>
  [-2, -1, 1, 2].some((days) => offsetAt(zone, new Date(at.getTime() + days * dayMs)) !== offsetAt(zone, at))

const part = (min: number, max: number) =>
  fc.oneof(
    fc.constant('*'),
    fc.integer({ min, max }).map(String),
    fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 4 }).map((values) => values.toSorted((a, b) => a - b).join(',')),
    fc.tuple(fc.integer({ min, max }), fc.integer({ min, max })).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    fc.integer({ min: 2, max: Math.max(2, Math.floor(max / 2)) }).map((step) => `*/${step}`),
  )
/** A step over all days counts as all in some programs and as a limit in others, so days have none. */
const days = (min: number, max: number) => part(min, max).filter((text) => !text.includes('/'))
const expressions = fc.tuple(part(0, 59), part(0, 23), days(1, 28), part(1, 12), days(0, 6)).map((parts) => parts.join(' '))

test('runs are those of an independent library, except near changes of the clock', () => {
  fc.assert(
    fc.property(
      expressions,
      fc.constantFrom(...zones),
      fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      (expression, zone, after) => {
        const theirs = CronExpressionParser.parse(expression, { currentDate: after, tz: zone })
        let from = after
        for (const at of nextRuns(cron(expression), zone, after, 3)) {
          const expected = theirs.next().toDate()
          fc.pre(![from, at, expected].some((one) => isNearChange(zone, one)))
          expect(at.toISOString()).toBe(expected.toISOString())
          from = at
        }
      },
    ),
    { numRuns: 150, seed: 7 },
  )
})

test('relative dates are days of the stores, of several zones the earliest', () => {
  const at = new Date('2026-03-01T22:30:00Z')
  const asked = (from: Parameters<typeof daysAt>[0]['from'], to: Parameters<typeof daysAt>[0]['to'], ...others: string[]) =>
    daysAt({ from, to }, at, ['Europe/Berlin', ...others], new Date('2026-02-26T23:30:00Z'))
  expect(asked('yesterday', 'today')).toEqual({ from: '2026-02-28', to: '2026-03-01' })
  expect(asked('yesterday', 'today', 'Asia/Tokyo')).toEqual({ from: '2026-02-28', to: '2026-03-01' })
  expect(daysAt({ from: 'yesterday', to: 'today' }, at, ['Asia/Tokyo'], null)).toEqual({ from: '2026-03-01', to: '2026-03-02' })
  expect(asked('start-of-last-week', 'end-of-last-week')).toEqual({ from: '2026-02-16', to: '2026-02-22' })
  expect(asked('start-of-week', null)).toEqual({ from: '2026-02-23', to: null })
  expect(asked('start-of-last-month', 'end-of-last-month')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(asked('start-of-month', 'start-of-year')).toEqual({ from: '2026-03-01', to: '2026-01-01' })
  expect(asked('30-days-ago', '7-days-ago')).toEqual({ from: '2026-01-30', to: '2026-02-22' })
  expect(asked('last-run', 'yesterday')).toEqual({ from: '2026-02-27', to: '2026-02-28' })
  expect(asked('last-run', null, 'America/New_York')).toEqual({ from: '2026-02-26', to: null })
})
