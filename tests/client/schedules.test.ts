import { expect, test } from 'vitest'
import { calendarWords } from '#client/format/schedule-words.ts'
import { mistakesByField, mistakesInSchedule, newSchedule, requestField, scheduleRequest, type Repeated } from '#client/schedules/draft.ts'
import { datesInWords, datesOfPeriod, periodOfDates, periods } from '#client/schedules/periods.ts'
import { partsInWords, partsOfRequest } from '#client/schedules/request-parts.ts'
import { sheetWritingMessages } from '#shared/sheet-writing-messages.ts'
import { RelativeDates, ScheduleCreateRequest, type Calendar } from '#shared/schedules.ts'

const orders = (more: object = {}): Repeated => ({
  type: 'order_export',
  request: { storeIds: ['north'], columns: ['orderName'], filters: {}, ...more },
})
const products = (more: object = {}): Repeated => ({
  type: 'product_export',
  request: { storeId: 'north', config: { fields: ['Title'], filter: { status: 'draft' }, maxItemsPerFile: 10 }, ...more },
})
const draftOf = (repeated: Repeated) => newSchedule(repeated, 'Mornings', 'Europe/Berlin')

test('a new schedule is one that the server takes', () => {
  for (const repeated of [orders(), products()]) {
    const draft = draftOf(repeated)
    expect(mistakesInSchedule(draft, repeated)).toEqual({})
    const request = ScheduleCreateRequest.parse(scheduleRequest(draft, repeated, null))
    expect(request).toMatchObject({ calendar: { every: 'day', at: '06:00' }, timezone: 'Europe/Berlin', dates: null, format: 'csv' })
  }
})

test('the format of the export becomes that of the schedule, and leaves the request', () => {
  const repeated = products({ format: 'xlsx' })
  const { format, request } = scheduleRequest(draftOf(repeated), repeated, null)
  expect(format).toBe('xlsx')
  expect(request).not.toHaveProperty('format')
})

test('relative dates replace the fixed days of the export, which stay without them', () => {
  const repeated = orders({ filters: { createdAfter: '2026-01-01', createdBefore: '2026-01-31', financialStatus: ['paid'] } })
  const draft = draftOf(repeated)
  expect(scheduleRequest(draft, repeated, null)).toMatchObject({ dates: null, request: { filters: { createdAfter: '2026-01-01' } } })
  const moving = scheduleRequest({ ...draft, period: 'lastRun' }, repeated, null)
  expect(moving).toMatchObject({ dates: { from: 'last-run', to: null } })
  expect(moving.request['filters']).toEqual({ financialStatus: ['paid'] })
  expect(scheduleRequest({ ...draft, period: 'other' }, repeated, { from: '3-days-ago', to: null }).dates?.from).toBe('3-days-ago')
})

test('what changed has neither relative dates nor fixed days, and chosen deleted items only then', () => {
  const repeated = orders({ filters: { createdAfter: '2026-01-01', financialStatus: ['paid'] } })
  const draft = { ...draftOf(repeated), period: 'lastRun' as const, includeDeleted: true }
  expect(scheduleRequest({ ...draft, delivers: 'changes' }, repeated, null)).toMatchObject({
    dates: null,
    delivers: 'changes',
    includeDeleted: true,
    request: { filters: { financialStatus: ['paid'] } },
  })
  expect(scheduleRequest({ ...draft, delivers: 'changes' }, repeated, null).request['filters']).not.toHaveProperty('createdAfter')
  expect(scheduleRequest(draft, repeated, null)).toMatchObject({ delivers: 'all', includeDeleted: false })
})

const url = 'https://docs.google.com/spreadsheets/d/abc/edit'

test('a sheet is written as the form says, and its mistakes stand at their fields', () => {
  const repeated = orders({ url, sheet: { mode: 'update', tab: 'Orders', key: 'orderName' } })
  const draft = draftOf(repeated)
  const request = scheduleRequest(draft, repeated, null)
  expect(request).toMatchObject({ sheet: { mode: 'update', tab: 'Orders', key: 'orderName' }, request: { url } })
  expect(request.request).not.toHaveProperty('sheet')
  expect(scheduleRequest({ ...draft, sheetMode: 'replace' }, repeated, null).sheet).toEqual({ mode: 'replace', tab: 'Orders', key: null })
  expect(scheduleRequest({ ...draft, sheetMode: 'new' }, repeated, null).sheet).toBeNull()
  expect(scheduleRequest({ ...draft, target: 'file' }, repeated, null).sheet).toBeNull()
  const { tabNeeded, keyNeeded } = sheetWritingMessages
  expect(mistakesInSchedule({ ...draft, sheetTab: ' ', sheetKey: '' }, repeated)).toEqual({ sheetTab: tabNeeded, sheetKey: keyNeeded })
  expect(['sheet', 'sheet.mode', 'sheet.tab', 'sheet.key', 'name'].map(requestField)).toEqual([
    'sheetMode',
    'sheetMode',
    'sheetTab',
    'sheetKey',
    'name',
  ])
})

test('every period is one that the server knows, and is found again by its dates', () => {
  for (const period of periods) {
    const dates = RelativeDates.parse(datesOfPeriod(period))
    expect(periodOfDates(dates)).toBe(period)
  }
  expect(datesInWords({ from: '3-days-ago', to: 'yesterday' })).toBe('from 3 days ago to yesterday')
  expect(datesInWords({ from: 'start-of-last-week', to: 'end-of-last-week' })).toBe('Last week (Monday to Sunday)')
})

test('mistakes stand at the fields that have them', () => {
  const repeated = orders()
  const draft = draftOf(repeated)
  expect(mistakesInSchedule({ ...draft, name: ' ' }, repeated)).toEqual({ name: 'Please enter a name for the schedule' })
  expect(mistakesInSchedule({ ...draft, at: '' }, repeated)).toEqual({ at: 'Please enter a time such as 06:00' })
  expect(mistakesInSchedule({ ...draft, every: 'week', weekdays: [] }, repeated)).toHaveProperty('weekdays')
  expect(mistakesInSchedule({ ...draft, timezone: 'Mars/Phobos' }, repeated)).toHaveProperty('timezone')
  expect(mistakesInSchedule({ ...draft, target: 'sheet' }, repeated)).toHaveProperty('sheetUrl')
  expect(mistakesByField({ calendar: 'This cron text never fires', dates: 'No' }, { ...draft, every: 'cron' })).toEqual({
    expression: 'This cron text never fires',
    period: 'No',
  })
})

test('a schedule says in words how often it runs and what it exports', () => {
  const words: [Calendar, string][] = [
    [{ every: 'hours', hours: 1, minute: 5 }, 'Every hour at :05'],
    [{ every: 'hours', hours: 6, minute: 0 }, 'Every 6 hours at :00'],
    [{ every: 'day', at: '06:00' }, 'Every day at 06:00'],
    [{ every: 'week', on: ['fri', 'mon'], at: '08:30' }, 'Mon, Fri at 08:30'],
    [{ every: 'week', on: ['mon', 'tue', 'wed', 'thu', 'fri'], at: '08:30' }, 'Monday to Friday at 08:30'],
    [{ every: 'month', on: 'last', at: '23:00' }, 'On the last day of the month at 23:00'],
    [{ every: 'cron', expression: '0 6 * * 1-5' }, 'Cron: 0 6 * * 1-5'],
  ]
  for (const [calendar, sentence] of words) expect(calendarWords(calendar)).toBe(sentence)
  const { type, request } = products()
  expect(partsInWords(type, partsOfRequest(type, request))).toBe('1 column · Status: Draft')
  expect(partsInWords(type, partsOfRequest(type, { ...request, productIds: ['1', '2'] }))).toBe('1 column · 2 selected products')
})

test('the destination of the export becomes that of the schedule, and leaves the request', () => {
  const delivery = { destinationId: 'd', fileName: '{schedule}-{date}', includeReceipt: true }
  for (const repeated of [orders(delivery), products(delivery)]) {
    const { request, ...schedule } = scheduleRequest(draftOf(repeated), repeated, null)
    expect(schedule).toMatchObject(delivery)
    for (const field of Object.keys(delivery)) expect(request).not.toHaveProperty(field)
  }
  const sheet = { ...draftOf(orders(delivery)), target: 'sheet' as const, sheetUrl: 'https://docs.google.com/spreadsheets/d/abc/edit' }
  expect(scheduleRequest(sheet, orders(delivery), null)).toMatchObject({ destinationId: null, fileName: null, includeReceipt: false })
})

test('a mistake in the pattern of a file name is told before it is sent', () => {
  const repeated = orders({ destinationId: 'd', fileName: '{shop}' })
  expect(mistakesInSchedule(draftOf(repeated), repeated)).toEqual({ fileName: '{shop} is not known in a file name' })
})
