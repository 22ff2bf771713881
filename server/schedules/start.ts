import { mayExport } from '#shared/job-access.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import { findPerson } from '#server/auth/viewer.ts'
import type { Deps } from '#server/deps.ts'
import { jobRequestOf } from '#server/export/service.ts'
import type { ExportTask } from '#server/export/task.ts'
import type { NewJob } from '#server/jobs/new-job.ts'
import { AppError } from '#shared/errors.ts'
import { daysAt, isEmptyPeriod } from '#server/schedules/relative-dates.ts'
import type { ScheduleRow } from '#server/schedules/row.ts'
import { lastSuccess } from '#server/schedules/runs-repo.ts'
import { taskOfRequest, withDelivery, withRunDays } from '#server/schedules/task.ts'
import { findStores, type StoreRow } from '#server/stores/service.ts'

/** `paused`: the schedule cannot go on by itself. `refused`: this run cannot start. `empty`: there is nothing to export at this time. */
export type Prepared = { kind: 'job'; job: NewJob } | { kind: 'paused' | 'refused' | 'empty'; reason: string }

const paused = (reason: string): Prepared => ({ kind: 'paused', reason })

async function storesOf(deps: Deps, ids: readonly string[]): Promise<readonly StoreRow[] | string> {
  const found = await findStores(deps, ids)
  const stores = ids.flatMap((id) => found.find((one) => one.id === id) ?? [])
  if (stores.length < ids.length) return scheduleMessages.storeGone
  const inactive = stores.find(({ active }) => !active)
  return inactive ? scheduleMessages.storeInactive(inactive.name) : stores
}

async function requestAt({ database }: Deps, { id, type, request, dates }: ScheduleRow, stores: readonly StoreRow[], at: Date) {
  if (!dates) return request
  const zones = stores.map(({ timezone }) => timezone)
  const days = daysAt(dates, at, zones, await lastSuccess(database.db, id))
  return isEmptyPeriod(days) ? null : withRunDays(type, request, days)
}

/** null: the request, which was valid when it was saved, is not one of the export call any more. */
function taskOf({ type, ...schedule }: ScheduleRow, request: ScheduleRow['request']): ExportTask | null {
  try {
    return taskOfRequest(type, withDelivery({ ...request, format: schedule.format }, schedule))
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_INPUT') return null
    throw error
  }
}

/** The job of a run, with the rights that the owner has now. `at`: the time that relative dates count from. */
export async function prepareRun(deps: Deps, schedule: ScheduleRow, at: Date): Promise<Prepared> {
  const { id: scheduleId, ownerId, storeIds } = schedule
  const [owner, stores] = await Promise.all([findPerson(deps, ownerId), storesOf(deps, storeIds)])
  if (!owner) return paused(scheduleMessages.ownerGone)
  // Whoever has lost a store hears nothing more of it, such as its name.
  if (!mayExport(owner, schedule)) return paused(scheduleMessages.rightLost)
  if (typeof stores === 'string') return paused(stores)
  const request = await requestAt(deps, schedule, stores, at)
  const changes = schedule.delivers === 'changes' ? { includeDeleted: schedule.includeDeleted } : null
  if (!request) return { kind: 'empty', reason: scheduleMessages.emptyPeriod }
  const task = taskOf(schedule, request)
  if (!task) return paused(scheduleMessages.requestOutdated)
  try {
    const job = await jobRequestOf(deps, stores, task)
    return { kind: 'job', job: { ...job, id: crypto.randomUUID(), createdBy: ownerId, scheduleId, changes } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code === 'INVALID_INPUT' ? paused(error.message) : { kind: 'refused', reason: error.message }
  }
}
