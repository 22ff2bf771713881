import { cache } from '#client/api.ts'
import { refreshJobs } from '#client/jobs/queries.ts'
import type { EventType } from '#shared/events.ts'

const refreshStores = () => cache.stores.list.invalidate()
const refreshSchedules = () => cache.export.schedules.invalidate()

/** For each kind of event, what a screen that shows it asks for again. */
const refreshes: Record<EventType, () => Promise<void>> = {
  'job.completed': refreshJobs,
  'job.failed': refreshJobs,
  'schedule.failing': refreshSchedules,
  'schedule.recovered': refreshSchedules,
  'store.failing': refreshStores,
  'store.recovered': refreshStores,
  'notification.created': () => cache.profile.notifications.list.invalidate(),
}

/** Brings what is on the screen up to date after an event. */
export const refreshAfter = (type: EventType): void => void refreshes[type]()
