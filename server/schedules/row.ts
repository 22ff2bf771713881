import { z } from 'zod'
import { JobType } from '#shared/jobs.ts'
import { Calendar, MissedPolicy, OverlapPolicy, RelativeDates, ScheduleState, ScheduleCreateRequest } from '#shared/schedules.ts'
import { SheetWriting } from '#shared/sheet-writing.ts'

const { delivers, format } = ScheduleCreateRequest.shape

/** The row of a schedule; see drizzle/schedule-tables.ts. */
export const ScheduleRow = z.object({
  id: z.string(),
  name: z.string(),
  type: JobType,
  request: z.record(z.string(), z.unknown()),
  storeIds: z.array(z.string()),
  calendar: Calendar,
  timezone: z.string(),
  delivers,
  includeDeleted: z.boolean(),
  dates: RelativeDates.nullable(),
  format,
  destinationId: z.string().nullable(),
  sheet: SheetWriting.nullable(),
  fileName: z.string().nullable(),
  includeReceipt: z.boolean(),
  missed: MissedPolicy,
  overlap: OverlapPolicy,
  ownerId: z.string(),
  state: ScheduleState,
  pausedReason: z.string().nullable(),
  nextDue: z.date().nullable(),
  lookAt: z.date().nullable(),
  revision: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type ScheduleRow = z.infer<typeof ScheduleRow>

/** A schedule with the name and address of its owner; null where the person was deleted. */
export type OwnedSchedule = ScheduleRow & { ownerName: string | null; ownerEmail: string | null }

/** A run; see drizzle/schedule-tables.ts. */
export const RunRow = z.object({
  id: z.string(),
  scheduleId: z.string(),
  due: z.date().nullable(),
  startedAt: z.date(),
  outcome: z.enum(['started', 'skipped', 'refused']),
  reason: z.string().nullable(),
  missed: z.int(),
  jobId: z.string().nullable(),
})
export type RunRow = z.infer<typeof RunRow>
