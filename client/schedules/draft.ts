import { deliveryMistake, type DeliveryDraft } from '#client/export/delivery.ts'
import type { ExportFormat } from '#shared/export-format.ts'
import type { JobRequestResponse } from '#shared/jobs.ts'
import { ScheduleCreateRequest, type Calendar, type Schedule, type Weekday } from '#shared/schedules.ts'
import { presetOfDays } from '#shared/date-presets.ts'
import { messages } from '#shared/messages.ts'
import type { SheetMode, SheetWriting } from '#shared/sheet-writing.ts'
import { spreadsheetId } from '#shared/sheets.ts'
import { datesOfPeriod, periodOfDates, type Period } from './periods.ts'
import { partsOfRequest, requestWith } from './request-parts.ts'

/** The export that is repeated. */
export type Repeated = Pick<JobRequestResponse, 'request' | 'type'>

/** Where the result goes. */
export type ResultTarget = 'file' | 'sheet'

/** A schedule in its form. The fields of all kinds of calendars stand beside each other, so that a change of the kind loses nothing. */
export type ScheduleDraft = {
  name: string
  every: Calendar['every']
  hours: string
  minute: string
  at: string
  weekdays: Weekday[]
  /** `last`, or the number of a day. */
  monthDay: string
  expression: string
  timezone: string
  /** Empty: the days of the request, if it has any. `other`: relative dates that the form does not offer. */
  period: Period | '' | 'other'
  delivers: Schedule['delivers']
  includeDeleted: boolean
  target: ResultTarget
  format: ExportFormat
  sheetUrl: string
  /** Of a spreadsheet. The fields of all modes stand beside each other. */
  sheetMode: SheetMode
  sheetTab: string
  sheetKey: string
  /** Of a file. */
  delivery: DeliveryDraft
  missed: Schedule['missed']
  overlap: Schedule['overlap']
}

const firstCalendar = { every: 'day', hours: '6', minute: '0', at: '06:00', monthDay: '1', expression: '0 6 * * 1-5' } as const

/** A new schedule. Fixed days of the export that have a name become relative ones. @param zone the time zone of its first store */
export function newSchedule({ type, request }: Repeated, name: string, zone: string): ScheduleDraft {
  const { days, sheetUrl, sheet, format, delivery } = partsOfRequest(type, request)
  return {
    name,
    ...firstCalendar,
    weekdays: ['mon'],
    timezone: zone,
    period: presetOfDays({ from: days.from, to: days.to }, new Date(), zone) ?? '',
    delivers: 'all',
    includeDeleted: false,
    target: sheetUrl === '' ? 'file' : 'sheet',
    format,
    sheetUrl,
    sheetMode: sheet?.mode ?? 'new',
    sheetTab: sheet?.tab ?? '',
    sheetKey: sheet?.key ?? '',
    delivery,
    missed: 'run-once',
    overlap: 'skip',
  }
}

/** The fields of the form that a calendar sets. */
function fieldsOf(calendar: Calendar): Partial<ScheduleDraft> {
  const { every } = calendar
  if (every === 'hours') return { every, hours: String(calendar.hours), minute: String(calendar.minute) }
  if (every === 'day') return { every, at: calendar.at }
  if (every === 'week') return { every, at: calendar.at, weekdays: calendar.on }
  if (every === 'month') return { every, at: calendar.at, monthDay: String(calendar.on) }
  return { every, expression: calendar.expression }
}

/** An existing schedule in its form. */
export function scheduleDraftOf(schedule: Schedule): ScheduleDraft {
  const { name, timezone, calendar, dates, delivers, includeDeleted, format, missed, overlap } = schedule
  const { destinationId, fileName, includeReceipt, sheet } = schedule
  return {
    ...newSchedule(schedule, name, timezone),
    ...fieldsOf(calendar),
    period: dates ? (periodOfDates(dates) ?? 'other') : '',
    delivers,
    includeDeleted,
    format,
    sheetMode: sheet?.mode ?? 'new',
    sheetTab: sheet?.tab ?? '',
    sheetKey: sheet?.key ?? '',
    delivery: { destinationId: destinationId ?? '', fileName: fileName ?? '', includeReceipt },
    missed,
    overlap,
  }
}

/** A number that was typed. Anything else is NaN, which the server's schema refuses. */
const whole = (typed: string) => (/^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN)

/** The calendar that the fields say. */
export function calendarOf({ every, hours, minute, at, weekdays, monthDay, expression }: ScheduleDraft): Calendar {
  if (every === 'hours') return { every, hours: whole(hours), minute: whole(minute) }
  if (every === 'day') return { every, at }
  if (every === 'week') return { every, on: weekdays, at }
  if (every === 'month') return { every, on: monthDay === 'last' ? 'last' : whole(monthDay), at }
  return { every, expression }
}

/** The relative dates that the fields say. `other` keeps those of the schedule. What changed has none. */
export function datesIn({ period, delivers }: Pick<ScheduleDraft, 'period' | 'delivers'>, kept: Schedule['dates']): Schedule['dates'] {
  if (delivers === 'changes') return null
  if (period === 'other') return kept
  return period === '' ? null : datesOfPeriod(period)
}

/** Where the schedule says that the file goes. */
function deliveredAs({ target, delivery }: ScheduleDraft) {
  const { destinationId, fileName, includeReceipt } = delivery
  if (target === 'sheet' || destinationId === '') return { destinationId: null, fileName: null, includeReceipt: false }
  return { destinationId, fileName: fileName.trim() || null, includeReceipt }
}

/** How the schedule writes its spreadsheet. A destination may be one. null: each run is a new sheet. */
function writtenAs({ target, delivery, sheetMode: mode, sheetTab, sheetKey }: ScheduleDraft): SheetWriting | null {
  const isSheet = target === 'sheet' || delivery.destinationId !== ''
  if (!isSheet || mode === 'new') return null
  return { mode, tab: sheetTab.trim() || null, key: mode === 'update' ? sheetKey || null : null }
}

/** The body of the call that makes a schedule. @param kept the dates of the schedule that is changed */
export function scheduleRequest(draft: ScheduleDraft, { type, request }: Repeated, kept: Schedule['dates']) {
  const { name, timezone, delivers, target, format, sheetUrl, missed, overlap } = draft
  const dates = datesIn(draft, kept)
  return {
    name,
    type,
    request: requestWith(type, request, target === 'sheet' ? sheetUrl.trim() : '', dates === null && delivers === 'all'),
    calendar: calendarOf(draft),
    timezone,
    dates,
    delivers,
    includeDeleted: delivers === 'changes' && draft.includeDeleted,
    format,
    ...deliveredAs(draft),
    sheet: writtenAs(draft),
    missed,
    overlap,
  }
}

/** The field of the form that shows a mistake in the calendar. */
const calendarFields: Record<Calendar['every'], keyof ScheduleDraft> = {
  hours: 'hours',
  day: 'at',
  week: 'weekdays',
  month: 'at',
  cron: 'expression',
}

const sheetFields: Record<string, keyof ScheduleDraft> = { tab: 'sheetTab', key: 'sheetKey' }

/** The field of the form that shows a mistake in this field of the request. */
const fieldOf = (name: string, { every }: Pick<ScheduleDraft, 'every'>, rest: readonly PropertyKey[] = []): string => {
  if (name === 'calendar') return rest[0] === 'at' ? 'at' : calendarFields[every]
  if (name === 'sheet') return sheetFields[String(rest[0])] ?? 'sheetMode'
  return name === 'dates' ? 'period' : name
}

/** The names of the request's fields that the form shows mistakes at; see `requestField`. */
export const requestFields = [
  'name',
  'timezone',
  'calendar',
  'dates',
  'delivers',
  'includeDeleted',
  'destinationId',
  'fileName',
  'sheetMode',
  'sheetTab',
  'sheetKey',
] as const

/** The name of a mistake's field. The parts of `sheet` are fields of their own. */
export function requestField(path: string): string {
  const [name = path, part = ''] = path.split('.')
  return name === 'sheet' ? (sheetFields[part] ?? 'sheetMode') : name
}

/** The server's mistakes by field of the form. */
export const mistakesByField = (mistakes: Record<string, string>, draft: ScheduleDraft): Record<string, string> =>
  Object.fromEntries(Object.entries(mistakes).map(([name, message]) => [fieldOf(name, draft), message]))

/** The draft's mistakes by field, from the server's schema. */
export function mistakesInSchedule(draft: ScheduleDraft, repeated: Repeated): Record<string, string> {
  const issues = ScheduleCreateRequest.safeParse(scheduleRequest(draft, repeated, null)).error?.issues ?? []
  const fileName = draft.target === 'file' ? deliveryMistake(draft.delivery) : undefined
  const sheet = draft.target === 'sheet' && spreadsheetId(draft.sheetUrl.trim()) === null
  return {
    ...Object.fromEntries(issues.map(({ path: [name, ...rest], message }) => [fieldOf(String(name), draft, rest), message])),
    ...(fileName !== undefined && { fileName }),
    ...(sheet && { sheetUrl: draft.sheetUrl.trim() === '' ? messages.sheets.urlNeeded : messages.sheets.urlInvalid }),
  }
}
