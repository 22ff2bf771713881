import type { JobType, RequestSummary } from '#shared/jobs.ts'
import type { KeptDelivery, WantedChanges } from '#server/jobs/row.ts'

/** A job that is about to be created. `scheduleId`: the schedule that makes it. `changes`: what that schedule wants of changes only. */
export type NewJob = {
  id: string
  type: JobType
  payload: unknown
  request?: RequestSummary
  delivery?: KeptDelivery | null
  createdBy: string
  storeIds: readonly string[]
  scheduleId?: string
  changes?: WantedChanges | null
}
