import { api } from '#client/api.ts'
import { useViewer } from '#client/session/viewer.ts'
import { can } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'

/** The destinations of the team, without their addresses. Nothing is asked for those who may not export. */
export const useDestinations = () =>
  api.settings.destinations.list.useQuery(undefined, {
    enabled: can(useViewer(), 'destinations.use'),
    staleTime: limits.productsCacheMs,
  })

/** Whether a destination is a spreadsheet, which gets a sheet and no file. False for none, and while it is not known. */
export function useIsSheet(destinationId: string): boolean {
  const { data } = useDestinations()
  return data?.destinations.find(({ id }) => id === destinationId)?.kind === 'sheet'
}
