import { getRouteApi } from '@tanstack/react-router'
import { api } from '#client/api.ts'
import * as paging from '#shared/paging.ts'
import type { JobSearch } from './search.ts'

const route = getRouteApi('/signed-in/jobs')

/** The screen's state and the moves in it. */
export function useJobSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const go = (move: (before: JobSearch) => JobSearch) => void navigate({ search: move })
  return {
    search,
    change: (patch: Partial<Omit<JobSearch, 'trail'>>) => go((before) => paging.change(before, patch)),
    next: (cursor: string) => go((before) => paging.next(before, cursor)),
    previous: () => go(paging.previous),
  }
}

export const useJobStores = () => api.stores.list.useQuery({}).data?.stores ?? []
