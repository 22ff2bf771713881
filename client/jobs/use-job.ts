import { api } from '#client/api.ts'
import { isSettled } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'

/** One job, followed to its end. It is apart from queries.ts, which every screen loads. */
export const useJob = (id: string) =>
  api.export.jobs.get.useQuery(
    { id },
    { refetchInterval: ({ state }) => (state.data && !isSettled(state.data.job) ? limits.jobs.watchMs : false) },
  )
