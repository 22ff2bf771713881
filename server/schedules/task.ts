import { z } from 'zod'
import { deliveryFields } from '#shared/delivery.ts'
import { AppError } from '#shared/errors.ts'
import type { JobType } from '#shared/jobs.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { ScheduleFields } from '#shared/schedules.ts'
import type { ExportTask } from '#server/export/task.ts'
import { tasks } from '#server/export/tasks.ts'
import { sentenceOfIssue } from '#server/procedure/failure.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'
import type { DaysOfRun } from '#server/schedules/relative-dates.ts'

type Request = Record<string, unknown>
const Part = z.record(z.string(), z.unknown()).catch({})

/** The field of the request that has its filters, and the one that has the chosen items. */
const filterPaths = { product_export: ['config', 'filter'], order_export: ['filters'] } as const satisfies Record<
  JobType,
  readonly string[]
>
const selections = { product_export: 'productIds', order_export: 'orderIds' } as const satisfies Record<JobType, string>

const filtersOf = (type: JobType, request: Request): Request =>
  filterPaths[type].reduce((part: Request, name) => Part.parse(part[name]), request)

function withFilters(request: Request, [name, ...rest]: readonly string[], filters: Request): Request {
  if (name === undefined) return { ...request, ...filters }
  return { ...request, [name]: withFilters(Part.parse(request[name]), rest, filters) }
}

/** The request with the dates of a run. */
export function withRunDays(type: JobType, request: Request, { from, to }: DaysOfRun): Request {
  const days = { ...(from === null ? {} : { createdAfter: from }), ...(to === null ? {} : { createdBefore: to }) }
  return withFilters(request, filterPaths[type], days)
}

/** The export of a schedule. Throws INVALID_INPUT where the request is not one of the type's export call. */
export function taskOfRequest(type: JobType, request: Request): ExportTask {
  try {
    return tasks[type](request)
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    const issues = error.issues.map(({ path, message }) => ({ path: ['request', ...path].join('.'), message }))
    throw new AppError('INVALID_INPUT', issues[0] && sentenceOfIssue(issues[0]), { issues, cause: error })
  }
}

type Delivered = Pick<ScheduleFields, keyof typeof deliveryFields>

/** The request of a run, whose file is delivered as the schedule says. */
export const withDelivery = (request: Request, { destinationId, fileName, includeReceipt, sheet }: Delivered): Request => ({
  ...request,
  ...(destinationId === null ? {} : { destinationId }),
  ...(fileName === null ? {} : { fileName }),
  ...(includeReceipt ? { includeReceipt } : {}),
  ...(sheet === null ? {} : { sheet }),
})

/** The delivery stands in the schedule, so that all of its parts are in one place. Throws INVALID_INPUT where the request has some. */
export function assertNoDelivery(request: Request): void {
  for (const field of Object.keys(deliveryFields))
    if (request[field] !== undefined) refuseField(`request.${field}`, scheduleMessages.deliveryInRequest)
}

/** The dates stand in the schedule or in the request. Throws INVALID_INPUT where both have some, or chosen items have none. */
export function assertOneKindOfDates(type: JobType, request: Request, dates: ScheduleFields['dates']): void {
  if (!dates) return
  const { createdAfter, createdBefore } = filtersOf(type, request)
  if (createdAfter !== undefined || createdBefore !== undefined) refuseField('dates', scheduleMessages.datesTwice)
  if (request[selections[type]] !== undefined) refuseField('dates', scheduleMessages.datesOfSelection)
}

/** The format stands in the schedule. Throws INVALID_INPUT where the request names another one. */
export function assertOneFormat({ request, format }: Pick<ScheduleFields, 'request' | 'format'>): void {
  if (request['format'] !== undefined && request['format'] !== format) refuseField('request.format', scheduleMessages.formatTwice)
}
