import { z } from 'zod'
import { JobStatus, JobType, type JobListRequest } from '#shared/jobs.ts'
import { Trail } from '#shared/paging.ts'

/** The state of the Jobs screen, which its URL holds. Invalid parts of the URL are ignored. */
export const JobSearch = z.object({
  status: JobStatus.optional().catch(undefined),
  type: JobType.optional().catch(undefined),
  store: z.string().max(64).optional().catch(undefined),
  trail: Trail.default([]).catch([]),
})
export type JobSearch = z.infer<typeof JobSearch>

/** The list request for a URL. */
export function toJobRequest({ status, type, store, trail }: JobSearch): Partial<JobListRequest> {
  const cursor = trail.at(-1)
  return { ...(status && { status }), ...(type && { type }), ...(store && { storeId: store }), ...(cursor && { cursor }) }
}

/** Clears every filter of the list. */
export const noJobFilters = { status: undefined, type: undefined, store: undefined } as const

export const isFiltered = ({ status, type, store }: JobSearch): boolean => [status, type, store].some((value) => value !== undefined)
