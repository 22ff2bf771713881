import { keepPreviousData } from '@tanstack/react-query'
import { api, cache } from '#client/api.ts'
import { exportsAny } from '#client/session/own-exports.ts'
import { useViewer } from '#client/session/viewer.ts'
import type { Job, JobListRequest, JobListResponse, JobType } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import { pollAfter, watchAfter } from './polling.ts'

const mine = { mine: true, limit: limits.jobs.followed } as const
const recent = { limit: limits.jobs.recent, failures: true } as const

/** The newest jobs of the stores in reach and the exports that failed lately, asked for again every 30 s while something moves. */
export const useRecentJobs = () =>
  api.export.jobs.list.useQuery(recent, {
    refetchInterval: ({ state }) => pollAfter(state.data, limits.jobs.pollMs),
  })

/** A page of jobs that is being looked at. */
export const useJobs = (request: Partial<JobListRequest>) =>
  api.export.jobs.list.useQuery(request, {
    refetchInterval: ({ state }) => pollAfter(state.data, limits.jobs.watchMs),
    placeholderData: keepPreviousData,
  })

/** One's own newest exports, followed to their end. `isAsked`: nothing is asked for those who may not export. */
export function useMyExports() {
  const isAsked = exportsAny(useViewer())
  const query = api.export.jobs.list.useQuery(mine, {
    enabled: isAsked,
    refetchInterval: ({ state }) => watchAfter(state.data, limits.jobs.watchMs),
  })
  return { isAsked, answer: isAsked ? query.data : undefined, error: query.error, asOf: query.dataUpdatedAt }
}

/** When the newest of one's own exports was made, by the server's clock; `null` where the list is not there yet. */
export function newestOfMine(): string | null {
  const answer = cache.export.jobs.list.getData(mine)
  return answer ? (answer.jobs[0]?.createdAt ?? '') : null
}

/** One's own export under way that was made behind another; for the dialog that waits for it, so that the lists of exports hear nothing of it. */
export function useBegunSince(type: JobType, before: string | null): Job | undefined {
  const { data } = api.export.jobs.list.useQuery(
    { ...mine, type },
    { enabled: before !== null, refetchInterval: limits.jobs.watchMs, staleTime: 0, gcTime: 0 },
  )
  return data?.jobs.findLast(({ createdAt, finishedAt }) => finishedAt === null && before !== null && createdAt > before)
}

/** Adds a new job to the user's own list at once, and fetches the other lists again. */
export function addJob(job: Job): void {
  cache.export.jobs.list.setData(mine, (before: JobListResponse | undefined) => before && withJob(before, job))
  void cache.export.jobs.list.invalidate()
}

/** The answer with one more job in front. */
export function withJob({ jobs, totals, ...kept }: JobListResponse, job: Job): JobListResponse {
  return { ...kept, jobs: [job, ...jobs.filter(({ id }) => id !== job.id)], totals: { ...totals, [job.status]: totals[job.status] + 1 } }
}

/** Fetches the lists of jobs again, and each job that is shown by itself. */
export async function refreshJobs(): Promise<void> {
  await Promise.all([cache.export.jobs.list.invalidate(), cache.export.jobs.get.invalidate()])
}
