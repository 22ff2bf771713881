import { getRouteApi } from '@tanstack/react-router'
import { api } from '#client/api.ts'
import { listMoves } from '#client/ui/list-moves.ts'
import type { JobSearch } from './search.ts'

const route = getRouteApi('/signed-in/jobs/')

/** The screen's state and the navigation in it. */
export function useJobSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return { search, ...listMoves<JobSearch>((move, resetScroll = false) => navigate({ search: move, resetScroll })) }
}

export const useJobStores = () => api.stores.list.useQuery({}).data?.stores ?? []
