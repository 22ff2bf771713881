import { z } from 'zod'
import { ExportFormat } from '#shared/export-format.ts'
import { JobStatus, JobType } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import { Words } from '#shared/names.ts'
import { flag, NextCursor } from '#shared/paging.ts'
import { scheduleLimits } from '#shared/schedule-limits.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import { SheetWriting } from '#shared/sheet-writing.ts'
import { isTimezone, StoreId } from '#shared/stores.ts'
import { messages } from '#shared/messages.ts'
import { isUnique } from '#shared/unique.ts'

/** A time of day on the clock of the schedule's zone. */
const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, scheduleMessages.timeInvalid)

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export const Weekday = z.enum(weekdays)
export type Weekday = z.infer<typeof Weekday>

/**
 * When a schedule runs, on the clock of its zone. A time that a change of clocks skips runs at the first moment after it, and one that
 * comes twice runs once, the first time.
 */
export const Calendar = z.discriminatedUnion('every', [
  /** From midnight on, every so many hours. */
  z.strictObject({ every: z.literal('hours'), hours: z.int().min(1).max(23), minute: z.int().min(0).max(59) }),
  z.strictObject({ every: z.literal('day'), at: TimeOfDay }),
  z.strictObject({
    every: z.literal('week'),
    on: z.array(Weekday).min(1, scheduleMessages.daysNeeded).max(weekdays.length).refine(isUnique, scheduleMessages.dayRepeated),
    at: TimeOfDay,
  }),
  /** A day that the month lacks is its last one. */
  z.strictObject({ every: z.literal('month'), on: z.union([z.int().min(1).max(31), z.literal('last')]), at: TimeOfDay }),
  /** Five fields. If both the day of the month and the weekday are limited, either of them is enough. */
  z.strictObject({ every: z.literal('cron'), expression: z.string().trim().min(1).max(scheduleLimits.cronLength) }),
])
export type Calendar = z.infer<typeof Calendar>

export const Timezone = z.string().trim().min(1).refine(isTimezone, messages.stores.timezoneInvalid)

/** Days that move with the calendar, in the schedule's zone. Weeks begin on Monday. */
export const namedDays = [
  'today',
  'yesterday',
  'start-of-week',
  'start-of-last-week',
  'end-of-last-week',
  'start-of-month',
  'start-of-last-month',
  'end-of-last-month',
  'start-of-year',
] as const
const DaysAgo = z.string().regex(/^[1-9]\d{0,2}-days-ago$/, scheduleMessages.relativeDay)
const RelativeDay = z.union([z.enum(namedDays), DaysAgo])
/** `last-run`: the day of the last run that succeeded. Without one there is no first day. */
const RelativeStart = z.union([z.literal('last-run'), RelativeDay])

/** Whole days, both included, that become the dates of the request when a run is due. */
export const RelativeDates = z
  .strictObject({ from: RelativeStart.nullable(), to: RelativeDay.nullable() })
  .refine(({ from, to }) => from !== null || to !== null, { path: ['from'], message: scheduleMessages.datesNeedStart })
export type RelativeDates = z.infer<typeof RelativeDates>

/** Runs that could not start in time, because no worker was there: run once for all of them, or not at all. */
export const MissedPolicy = z.enum(['run-once', 'skip'])
/** What happens to a run while the last one has not ended. */
export const OverlapPolicy = z.enum(['skip', 'wait'])
export const ScheduleState = z.enum(['active', 'paused'])

const fields = z.strictObject({
  name: Words.min(1, scheduleMessages.nameNeeded),
  /** The payload of the export call of the type. */
  request: z.record(z.string(), z.unknown()),
  calendar: Calendar,
  timezone: Timezone,
  delivers: z.enum(['all', 'changes']),
  includeDeleted: z.boolean(),
  dates: RelativeDates.nullable(),
  /** The format of the file; without effect on a spreadsheet. */
  format: ExportFormat,
  /** null: the file stays with the job. */
  destinationId: z.string().min(1).max(64).nullable(),
  /** How the spreadsheet is written. null: each run is a new sheet. */
  sheet: SheetWriting.nullable(),
  fileName: z.string().trim().min(1).max(limits.nameLength).nullable(),
  includeReceipt: z.boolean(),
  missed: MissedPolicy,
  overlap: OverlapPolicy,
})
export type ScheduleFields = z.infer<typeof fields>

export const ScheduleCreateRequest = z.strictObject({
  ...fields.shape,
  type: JobType,
  delivers: fields.shape.delivers.default('all'),
  includeDeleted: fields.shape.includeDeleted.default(false),
  dates: fields.shape.dates.default(null),
  format: fields.shape.format.default('csv'),
  destinationId: fields.shape.destinationId.default(null),
  sheet: fields.shape.sheet.default(null),
  fileName: fields.shape.fileName.default(null),
  includeReceipt: fields.shape.includeReceipt.default(false),
  missed: fields.shape.missed.default('run-once'),
  overlap: fields.shape.overlap.default('skip'),
})
export type ScheduleCreateRequest = z.infer<typeof ScheduleCreateRequest>

export const ScheduleRef = z.strictObject({ id: z.string().min(1).max(64) })
/** Omitted fields keep their values. A schedule never changes its type. */
export const ScheduleUpdateRequest = fields.partial().extend(ScheduleRef.shape)
export type ScheduleUpdateRequest = z.infer<typeof ScheduleUpdateRequest>

/** `queued` and `running`: the job has not ended. `skipped`: no job was made. `refused`: the export could not start. */
export const RunOutcome = z.enum(['queued', 'running', 'completed', 'incomplete', 'failed', 'cancelled', 'skipped', 'refused'])
export type RunOutcome = z.infer<typeof RunOutcome>

export const ScheduleRun = z.object({
  id: z.string(),
  /** The instant that was due. null: somebody asked for this run. */
  due: z.iso.datetime().nullable(),
  startedAt: z.iso.datetime(),
  /** The end of the job. */
  finishedAt: z.iso.datetime().nullable(),
  outcome: RunOutcome,
  /** A sentence about a run without a job, a late run, or a failure. */
  reason: z.string().nullable(),
  /** How many due instants this run stands for, besides its own. */
  missed: z.int(),
  jobId: z.string().nullable(),
  jobStatus: JobStatus.nullable(),
  /** The written rows. */
  rows: z.int().nullable(),
})
export type ScheduleRun = z.infer<typeof ScheduleRun>

export const Schedule = z.object({
  id: z.string(),
  ...fields.shape,
  dates: z.object(RelativeDates.shape).nullable(),
  sheet: z.object(SheetWriting.shape).nullable(),
  type: JobType,
  state: ScheduleState,
  /** Why it is paused, as a sentence. */
  pausedReason: z.string().nullable(),
  /** The next instants; none while it is paused. */
  nextRuns: z.array(z.iso.datetime()),
  lastRun: ScheduleRun.nullable(),
  ownerId: z.string(),
  /** null where the person was deleted. */
  ownerName: z.string().nullable(),
  storeIds: z.array(StoreId),
  /** The same stores with their names; null where a store was deleted. */
  stores: z.array(z.object({ id: StoreId, name: z.string().nullable() })),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Whether it is the viewer's own. */
  isMine: z.boolean(),
  /** Whether the viewer may change and run it. Whoever has the right to export from all of its stores may duplicate it. */
  canEdit: z.boolean(),
  /** Whether the viewer may pause, resume and delete it. */
  canManage: z.boolean(),
  canTakeOver: z.boolean(),
})
export type Schedule = z.infer<typeof Schedule>

/** `mine`: only the viewer's own, which needs only the right to export. Without it, those in reach (settings:read). */
export const ScheduleListRequest = z.strictObject({ mine: flag.optional() })
export type ScheduleListRequest = z.infer<typeof ScheduleListRequest>
export const ScheduleListResponse = z.object({ schedules: z.array(Schedule) })
export const ScheduleResponse = z.object({ schedule: Schedule })

export const ScheduleRunsRequest = ScheduleRef.extend({
  limit: z.coerce.number().int().min(1).max(scheduleLimits.maxRunsPage).default(scheduleLimits.runsPage),
  cursor: z.string().max(200).optional(),
})
export type ScheduleRunsRequest = z.infer<typeof ScheduleRunsRequest>
/** Newest first. */
export const ScheduleRunsResponse = z.object({ runs: z.array(ScheduleRun), nextCursor: NextCursor })
export type ScheduleRunsResponse = z.infer<typeof ScheduleRunsResponse>

/** For a form: when a calendar would run, and which days relative dates would mean at the first of these runs. */
export const SchedulePreviewRequest = z.strictObject({
  calendar: Calendar,
  timezone: Timezone,
  dates: RelativeDates.nullable().default(null),
  /** The time zones of the stores, which count the days; that of the calendar where they are left out. */
  storeZones: z.array(Timezone).max(limits.storesAtOnce).default([]),
})
export type SchedulePreviewRequest = z.infer<typeof SchedulePreviewRequest>
export const SchedulePreview = z.object({
  nextRuns: z.array(z.iso.datetime()),
  /** ISO dates. null: no limit on that side. */
  days: z.object({ from: z.iso.date().nullable(), to: z.iso.date().nullable() }).nullable(),
})
export type SchedulePreview = z.infer<typeof SchedulePreview>
