import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DatePreset, dayBefore, daysOfPreset, presetOfDays } from '#shared/date-presets.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']
const zone = fc.constantFrom(...zones)
const moment = fc.date({ min: new Date('2015-01-01T00:00:00Z'), max: new Date('2040-01-01T00:00:00Z'), noInvalidDate: true })
const todayIn = (timeZone: string, now: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

test.each([
  ['today', '2026-03-08', '2026-03-08'],
  ['yesterday', '2026-03-07', '2026-03-07'],
  ['last7Days', '2026-03-02', '2026-03-08'],
  ['last30Days', '2026-02-07', '2026-03-08'],
  ['thisMonth', '2026-03-01', '2026-03-08'],
  ['lastMonth', '2026-02-01', '2026-02-28'],
] as const)('%s on the day the clocks change in New York', (preset, from, to) => {
  // 23:30 in New York, where it is still March 8.
  expect(daysOfPreset(preset, new Date('2026-03-09T03:30:00Z'), 'America/New_York')).toEqual({ from, to })
})

test.each([
  ['lastMonth', '2026-01-15T12:00:00Z', '2025-12-01', '2025-12-31'],
  ['lastMonth', '2028-03-31T12:00:00Z', '2028-02-01', '2028-02-29'],
  ['yesterday', '2026-01-01T12:00:00Z', '2025-12-31', '2025-12-31'],
] as const)('%s at %s', (preset, now, from, to) => {
  expect(daysOfPreset(preset, new Date(now), 'UTC')).toEqual({ from, to })
})

test('in every zone and at every moment a preset is whole days that end by today', () => {
  fc.assert(
    fc.property(zone, moment, (timeZone, now) => {
      const today = todayIn(timeZone, now)
      const daysOf = (preset: DatePreset) => daysOfPreset(preset, now, timeZone)
      expect(daysOf('today')).toEqual({ from: today, to: today })
      expect(dayBefore(4, now, timeZone)).toBe(dayAfter(today, -4))
      expect(daysOf('yesterday')).toEqual({ from: dayAfter(today, -1), to: dayAfter(today, -1) })
      expect(daysOf('last7Days')).toEqual({ from: dayAfter(today, -6), to: today })
      expect(daysOf('last30Days')).toEqual({ from: dayAfter(today, -29), to: today })
      expect(daysOf('thisMonth')).toEqual({ from: `${today.slice(0, 7)}-01`, to: today })
      const { from, to } = daysOf('lastMonth')
      expect([from.slice(8), dayAfter(to, 1)]).toEqual(['01', `${today.slice(0, 7)}-01`])
      expect(from.slice(0, 7)).toBe(to.slice(0, 7))
    }),
  )
})

test('the days of a preset are known as one that means the same days', () => {
  fc.assert(
    fc.property(zone, moment, fc.constantFrom(...DatePreset.options), (timeZone, now, preset) => {
      const known = presetOfDays(daysOfPreset(preset, now, timeZone), now, timeZone)
      expect(known && daysOfPreset(known, now, timeZone)).toEqual(daysOfPreset(preset, now, timeZone))
    }),
  )
  expect(presetOfDays({ from: undefined, to: undefined }, new Date(), 'UTC')).toBeNull()
  expect(presetOfDays({ from: '2020-01-01', to: undefined }, new Date(), 'UTC')).toBeNull()
})
