import { api } from '#client/api.ts'
import { limits } from '#shared/limits.ts'
import type { OrderCountRequest } from '#shared/orders.ts'

const options = { staleTime: limits.keptCounts.ttlMs, retry: false } as const

/** How many orders match. null: a shop cannot count them; undefined: not known yet. */
export const useOrderCount = (request: OrderCountRequest, isWanted = true): number | null | undefined =>
  api.orders.count.useQuery(request, { ...options, enabled: isWanted }).data?.count
