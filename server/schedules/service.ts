import { isDeepStrictEqual } from 'node:util'
import { can, levels, missingRight, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { maySeeSchedule } from '#shared/job-access.ts'
import { jobPolicies, type JobType } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import type { LossKind } from '#shared/notifications.ts'
import { scheduleLimits } from '#shared/schedule-limits.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type {
  Schedule,
  ScheduleCreateRequest,
  ScheduleFields,
  ScheduleListRequest,
  SchedulePreview,
  SchedulePreviewRequest,
  ScheduleRunsRequest,
  ScheduleRunsResponse,
  ScheduleUpdateRequest,
} from '#shared/schedules.ts'
import type { Deps } from '#server/deps.ts'
import { jobRequestOf } from '#server/export/service.ts'
import type { ExportTask } from '#server/export/task.ts'
import { personName } from '#server/jobs/service.ts'
import { storeNames } from '#server/jobs/slot-use-repo.ts'
import { endScheduleProblems, noteScheduleLost } from '#server/notifications/schedules.ts'
import { activeStoresFor } from '#server/procedure/active-stores-for.ts'
import { notFound } from '#server/procedure/not-found.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'
import { decodeKeysetCursor, encodeKeysetCursor } from '#server/rows/keyset-cursor.ts'
import { assertCalendar, nextRun, nextRuns } from '#server/schedules/calendar.ts'
import { assertChanges } from '#server/schedules/changes.ts'
import { daysAt, isAlwaysReversed } from '#server/schedules/relative-dates.ts'
import { countSchedules, deleteSchedule, findSchedule, insertSchedule, listScheduleRows, updateSchedule } from '#server/schedules/repo.ts'
import type { OwnedSchedule, ScheduleRow } from '#server/schedules/row.ts'
import { lastRuns, listRuns } from '#server/schedules/runs-repo.ts'
import { assertNoDelivery, assertOneFormat, assertOneKindOfDates, taskOfRequest, withDelivery } from '#server/schedules/task.ts'
import { isOwn, mayManage, mayTakeOver, runOf, scheduleOf } from '#server/schedules/view.ts'
import type { StoreRow } from '#server/stores/service.ts'

/** Throws NOT_FOUND where the schedule does not exist or the viewer may not see it. */
export async function scheduleFor({ database }: Deps, viewer: Viewer, id: string): Promise<OwnedSchedule> {
  const row = await findSchedule(database.db, id)
  if (!row || !maySeeSchedule(viewer, row)) throw notFound('Schedule')
  return row
}

/** The name and the time zone of a schedule. null: it was deleted. */
export const scheduleFacts = async ({ database }: Deps, id: string): Promise<Pick<OwnedSchedule, 'name' | 'timezone'> | null> =>
  findSchedule(database.db, id)

async function shown({ database: { db } }: Deps, viewer: Viewer, rows: readonly OwnedSchedule[]): Promise<Schedule[]> {
  const storeIds = [...new Set(rows.flatMap((row) => row.storeIds))]
  const [runs, names] = await Promise.all([
    lastRuns(
      db,
      rows.map(({ id }) => id),
    ),
    storeNames(db, storeIds),
  ])
  return rows.map((row) => scheduleOf(viewer, row, runs.get(row.id), names))
}

export async function getSchedule(deps: Deps, viewer: Viewer, id: string): Promise<Schedule> {
  const [schedule] = await shown(deps, viewer, [await scheduleFor(deps, viewer, id)])
  if (!schedule) throw notFound('Schedule')
  return schedule
}

/** By name. Throws ACCESS_DENIED. */
export async function listSchedules(deps: Deps, viewer: Viewer, { mine = false }: ScheduleListRequest): Promise<Schedule[]> {
  const policy = mine ? 'schedules.use' : 'jobs.list'
  if (!can(viewer, policy)) throw new AppError('ACCESS_DENIED', missingRight(policy))
  const rows = await listScheduleRows(deps.database.db, mine ? viewer.id : null)
  return shown(
    deps,
    viewer,
    rows.filter((row) => maySeeSchedule(viewer, row)),
  )
}

/** The stores of an export in its order, as the export call finds them. Throws NOT_FOUND and ACCESS_DENIED. */
export const exportStores = (deps: Deps, viewer: Viewer, type: JobType, storeIds: readonly string[]): Promise<StoreRow[]> =>
  activeStoresFor({ deps, viewer }, jobPolicies[type], storeIds, 'request.storeIds')

/** Throws INVALID_INPUT, NOT_FOUND, ACCESS_DENIED and SHEETS_OFF as the export call does, and INVALID_INPUT for what a schedule cannot do. */
async function checked(deps: Deps, viewer: Viewer, type: JobType, fields: ScheduleFields): Promise<ExportTask> {
  const { calendar, dates, request, destinationId } = fields
  assertNoDelivery(request)
  if (taskOfRequest(type, request).destination.sheet && destinationId !== null)
    refuseField('destinationId', scheduleMessages.requestOrDestination)
  const task = taskOfRequest(type, withDelivery(request, fields))
  assertChanges(task, fields)
  assertCalendar(calendar)
  assertOneKindOfDates(type, request, dates)
  assertOneFormat(fields)
  if (dates && isAlwaysReversed(dates)) refuseField('dates.to', scheduleMessages.periodReversed)
  await jobRequestOf(deps, await exportStores(deps, viewer, type, task.storeIds), task)
  return task
}

const { perPerson } = scheduleLimits
const noRoom = () => new AppError('CONFLICT', scheduleMessages.tooMany(perPerson))

async function add({ database }: Deps, row: ScheduleRow) {
  if (!(await insertSchedule(database, row, perPerson))) throw noRoom()
}

/** The times of an active schedule. */
function timesOf({ now }: Deps, { calendar, timezone }: Pick<ScheduleFields, 'calendar' | 'timezone'>) {
  const nextDue = nextRun(calendar, timezone, new Date(now()))
  return { state: 'active', pausedReason: null, nextDue, lookAt: nextDue } as const
}

/** Throws the errors of `checked`, and CONFLICT where the viewer has the maximum number of schedules. */
export async function createSchedule(deps: Deps, viewer: Viewer, { type, ...fields }: ScheduleCreateRequest): Promise<Schedule> {
  const { payload: _payload, storeIds } = await checked(deps, viewer, type, fields)
  const at = new Date(deps.now())
  const id = crypto.randomUUID()
  const about = { id, type, storeIds: [...storeIds], ownerId: viewer.id, revision: 0, createdAt: at, updatedAt: at }
  await add(deps, { ...fields, ...about, ...timesOf(deps, fields) })
  return getSchedule(deps, viewer, id)
}

/**
 * With a store that is left out go the reasons that can name it: whoever reaches the other stores sees the schedule from then on. Throws
 * CONFLICT where somebody else changed it meanwhile.
 */
export async function changeSchedule(deps: Deps, row: ScheduleRow, change: Partial<Omit<ScheduleRow, 'id' | 'revision'>>) {
  const { storeIds = row.storeIds } = change
  const leavesOut = row.storeIds.some((id) => !storeIds.includes(id))
  const reason = leavesOut && row.state === 'paused' ? { pausedReason: scheduleMessages.storesChanged } : {}
  const changed = { ...change, ...reason, updatedAt: new Date(deps.now()) }
  if (!(await updateSchedule(deps.database, row, changed, leavesOut))) throw new AppError('CONFLICT')
}

/** Throws ACCESS_DENIED unless the viewer owns the schedule. */
export function assertOwn(viewer: Viewer, row: ScheduleRow) {
  if (!isOwn(viewer, row)) throw new AppError('ACCESS_DENIED', scheduleMessages.onlyOwner)
}

/** Throws ACCESS_DENIED unless the viewer owns the schedule, or has level 90 or above in all of its stores. */
export function assertManages(viewer: Viewer, row: ScheduleRow) {
  if (!mayManage(viewer, row)) throw new AppError('ACCESS_DENIED', scheduleMessages.notYours(levels.admin))
}

/** Changes what is given. A paused schedule stays paused. Throws NOT_FOUND, ACCESS_DENIED, CONFLICT and the errors of `checked`. */
export async function updateScheduleOf(deps: Deps, viewer: Viewer, { id, ...given }: ScheduleUpdateRequest): Promise<Schedule> {
  const row = await scheduleFor(deps, viewer, id)
  assertOwn(viewer, row)
  const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const fields: ScheduleRow = { ...row, ...change }
  const { storeIds } = await checked(deps, viewer, row.type, fields)
  // A form sends them as they were as well. Then a run that is due stays due.
  const hasNewTimes = !isDeepStrictEqual([fields.calendar, fields.timezone], [row.calendar, row.timezone])
  const times = row.state === 'active' && hasNewTimes ? timesOf(deps, fields) : {}
  await changeSchedule(deps, row, { ...change, storeIds: [...storeIds], ...times })
  return getSchedule(deps, viewer, id)
}

/** Tells the owner, unless they did it themselves or are gone. */
async function tellOwner(deps: Deps, viewer: Viewer, row: OwnedSchedule, kind: LossKind) {
  if (isOwn(viewer, row) || row.ownerName === null) return
  await noteScheduleLost(deps, row, kind, await personName(deps, viewer.id))
}

/** Deletes a schedule and its history, and tells its owner. Its jobs stay. Returns the deleted schedule. Throws NOT_FOUND and ACCESS_DENIED. */
export async function removeSchedule(deps: Deps, viewer: Viewer, id: string): Promise<Schedule> {
  const schedule = await getSchedule(deps, viewer, id)
  const row = await scheduleFor(deps, viewer, id)
  assertManages(viewer, row)
  const at = new Date(deps.now())
  const [deleted] = await deps.database.batch((db) => [deleteSchedule(db, id), endScheduleProblems(db, id, at)])
  if (deleted.length === 0) throw notFound('Schedule')
  await tellOwner(deps, viewer, row, 'deleted')
  return schedule
}

/** A copy of the viewer's own, paused, so that it can be changed before it runs. Throws NOT_FOUND, ACCESS_DENIED and CONFLICT. */
export async function duplicateSchedule(deps: Deps, viewer: Viewer, id: string): Promise<Schedule> {
  const { ownerName: _ownerName, ownerEmail: _ownerEmail, ...row } = await scheduleFor(deps, viewer, id)
  await exportStores(deps, viewer, row.type, row.storeIds)
  const at = new Date(deps.now())
  const name = scheduleMessages.copyOf(row.name).slice(0, limits.nameLength).trim()
  const fresh = { id: crypto.randomUUID(), name, ownerId: viewer.id, revision: 0, createdAt: at, updatedAt: at }
  const paused = { state: 'paused', pausedReason: scheduleMessages.copied, nextDue: null, lookAt: null } as const
  await add(deps, { ...row, ...fresh, ...paused })
  return getSchedule(deps, viewer, fresh.id)
}

/** From then on it runs with the viewer's rights, and its owner before is told. Throws NOT_FOUND, ACCESS_DENIED and CONFLICT. */
export async function takeOverSchedule(deps: Deps, viewer: Viewer, id: string): Promise<Schedule> {
  const row = await scheduleFor(deps, viewer, id)
  if (isOwn(viewer, row)) throw new AppError('CONFLICT', scheduleMessages.alreadyYours)
  if (!mayTakeOver(viewer, row)) throw new AppError('ACCESS_DENIED', scheduleMessages.takeOver(levels.admin))
  if ((await countSchedules(deps.database.db, viewer.id)) >= perPerson) throw noRoom()
  await changeSchedule(deps, row, { ownerId: viewer.id })
  await tellOwner(deps, viewer, row, 'taken-over')
  return getSchedule(deps, viewer, id)
}

/** Throws NOT_FOUND and INVALID_CURSOR. */
export async function runsOfSchedule(deps: Deps, viewer: Viewer, request: ScheduleRunsRequest): Promise<ScheduleRunsResponse> {
  const { id, limit, cursor } = request
  const schedule = await scheduleFor(deps, viewer, id)
  const found = await listRuns(deps.database.db, id, limit, decodeKeysetCursor(cursor))
  const page = found.slice(0, limit)
  const last = page.at(-1)?.run
  return {
    runs: page.map((run) => runOf(viewer, schedule, run)),
    nextCursor: found.length > limit && last ? encodeKeysetCursor({ at: last.startedAt, id: last.id }) : null,
  }
}

/** Throws INVALID_INPUT for a cron text that cannot be read, never fires, or fires too often. */
export function previewSchedule({ now }: Deps, { calendar, timezone, dates, storeZones }: SchedulePreviewRequest): SchedulePreview {
  assertCalendar(calendar)
  const zones = storeZones.length > 0 ? storeZones : [timezone]
  const runs = nextRuns(calendar, timezone, new Date(now()), scheduleLimits.nextRuns)
  const [first] = runs
  return { nextRuns: runs.map((at) => at.toISOString()), days: dates && first ? daysAt(dates, first, zones, null) : null }
}
