import { z } from 'zod'
import { JobType } from '#shared/jobs.ts'
import { NotificationKind, ProblemOrEnd } from '#shared/notifications.ts'
import { StoreId, StoreState } from '#shared/stores.ts'

/** What programs can be told of. */
export const eventTypes = [
  'job.completed',
  'job.failed',
  'schedule.failing',
  'schedule.recovered',
  'store.failing',
  'store.recovered',
  'notification.created',
] as const
/** Those that a webhook is told of unless it chooses: what a notification says, the other events say to programs. */
export const usualEventTypes = eventTypes.filter((type) => type !== 'notification.created')
export const EventType = z.enum(eventTypes)
export type EventType = z.infer<typeof EventType>

/** The end of an export. It names the job, which `GET /jobs/{id}` answers whole. */
export const JobEventData = z.object({
  jobId: z.string(),
  jobType: JobType,
  storeIds: z.array(StoreId),
  createdBy: z.string(),
  /** The rows of the result; null where there is none. */
  rows: z.int().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type JobEventData = z.infer<typeof JobEventData>

/** A shop that stopped answering or refuses us, or that answers again. */
export const StoreEventData = z.object({
  storeId: StoreId,
  storeName: z.string(),
  state: StoreState,
  /** The shop's limits, or the reason of its refusal. */
  reason: z.string().nullable(),
})
export type StoreEventData = z.infer<typeof StoreEventData>

/** A problem of a schedule, once until it is solved, or its solution. */
export const ScheduleEventData = z.object({
  scheduleId: z.string(),
  scheduleName: z.string(),
  scheduleType: JobType,
  ownerId: z.string(),
  storeIds: z.array(StoreId),
  kind: ProblemOrEnd,
  message: z.string(),
  /** The path of the screen that shows more. */
  link: z.string(),
})
export type ScheduleEventData = z.infer<typeof ScheduleEventData>

/** A notification of a person. */
export const NotificationEventData = z.object({
  notificationId: z.string(),
  userId: z.string(),
  kind: NotificationKind,
  message: z.string(),
  /** The path of the screen that shows more. */
  link: z.string(),
  storeIds: z.array(StoreId),
})
export type NotificationEventData = z.infer<typeof NotificationEventData>

/** For each type, what an event of it says. */
export const eventData = {
  'job.completed': JobEventData,
  'job.failed': JobEventData,
  'schedule.failing': ScheduleEventData,
  'schedule.recovered': ScheduleEventData,
  'store.failing': StoreEventData,
  'store.recovered': StoreEventData,
  'notification.created': NotificationEventData,
} as const satisfies Record<EventType, z.ZodObject>

const eventOf = <Type extends EventType>(type: Type) =>
  z.object({ id: z.string(), type: z.literal(type), timestamp: z.iso.datetime(), data: eventData[type] })

/** Something that happened. `id` stays the same however often it is sent. */
export const Event = z.discriminatedUnion('type', [
  eventOf('job.completed'),
  eventOf('job.failed'),
  eventOf('schedule.failing'),
  eventOf('schedule.recovered'),
  eventOf('store.failing'),
  eventOf('store.recovered'),
  eventOf('notification.created'),
])
export type Event = z.infer<typeof Event>

/** The stores that an event is about. */
export const storesOf = (event: Event): readonly string[] => ('storeIds' in event.data ? event.data.storeIds : [event.data.storeId])
