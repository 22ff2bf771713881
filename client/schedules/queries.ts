import { api, cache } from '#client/api.ts'
import type { Permission } from '#shared/access.ts'
import type { JobType } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import type { Schedule } from '#shared/schedules.ts'
import type { scheduleRequest } from './draft.ts'

const mine = { mine: true } as const
const rights: Record<JobType, Permission> = { product_export: 'products:export', order_export: 'orders:export' }

/** The stores from which the person may make exports of a type. */
export const useExportStores = (type: JobType) =>
  api.stores.list.useQuery({ permission: rights[type] }, { staleTime: limits.productsCacheMs })

/** Whether a run is under way, so that its end is waited for. */
const isMoving = ({ lastRun }: Schedule) => lastRun?.outcome === 'queued' || lastRun?.outcome === 'running'

/** The schedules in reach, or only one's own; asked for again while one of them runs. */
export const useSchedules = (isMine: boolean, isWanted = true) =>
  api.export.schedules.list.useQuery(isMine ? mine : {}, {
    enabled: isWanted,
    refetchInterval: ({ state }) => (state.data?.schedules.some(isMoving) ? limits.jobs.watchMs : false),
  })

/** Fetches the schedules and their runs again. */
export const refreshSchedules = () => cache.export.schedules.invalidate()

/** Makes a schedule, or changes the given one. Resolves to its new state. */
export function useSaveSchedule(schedule: Schedule | undefined) {
  const create = api.export.schedules.create.useMutation()
  const update = api.export.schedules.update.useMutation()
  return async ({ type, ...fields }: ReturnType<typeof scheduleRequest>): Promise<Schedule> => {
    const saved = schedule ? await update.mutateAsync({ id: schedule.id, ...fields }) : await create.mutateAsync({ type, ...fields })
    await refreshSchedules()
    return saved.schedule
  }
}

/** The key of the query for a schedule's runs. */
export const runsKey = (id: string) => ['scheduleRuns', id]
