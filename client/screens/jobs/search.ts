import { z } from 'zod'
import { JobStatus, JobType, type JobListRequest } from '#shared/jobs.ts'
import { Trail } from '#shared/paging.ts'

/** The state of the Jobs screen, which its URL holds. Invalid parts of the URL are ignored. */
export const JobSearch = z.object({
  /** The only job that is shown. */
  job: z.string().max(64).optional().catch(undefined),
  status: JobStatus.optional().catch(undefined),
  type: JobType.optional().catch(undefined),
  store: z.string().max(64).optional().catch(undefined),
  trail: Trail.default([]).catch([]),
})
export type JobSearch = z.infer<typeof JobSearch>

/** The list request for a URL. */
export function toJobRequest({ job, status, type, store, trail }: JobSearch): Partial<JobListRequest> {
  const cursor = trail.at(-1)
  return {
    ...(job && { id: job }),
    ...(status && { status }),
    ...(type && { type }),
    ...(store && { storeId: store }),
    ...(cursor && { cursor }),
  }
}

/** Clears every filter of the list. */
export const noJobFilters = { job: undefined, status: undefined, type: undefined, store: undefined } as const

export const isFiltered = ({ job, status, type, store }: JobSearch): boolean =>
  [job, status, type, store].some((value) => value !== undefined)
