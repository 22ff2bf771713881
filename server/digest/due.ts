import { notificationLimits } from '#shared/notification-limits.ts'
import { nextRun } from '#server/schedules/calendar.ts'

/** The zone of those who have chosen none. */
const usualZone = 'UTC'

/** When the next daily mail is due. `timezone`: an IANA zone, or null for the usual one. */
export const nextDigest = (timezone: string | null, after: Date): Date =>
  nextRun({ every: 'day', at: notificationLimits.digestAt }, timezone ?? usualZone, after)
