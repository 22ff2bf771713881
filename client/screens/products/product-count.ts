import { api } from '#client/api.ts'
import { limits } from '#shared/limits.ts'
import type { ProductCountRequest } from '#shared/products.ts'

const options = { staleTime: limits.keptCounts.ttlMs, retry: false } as const

/** How many products match. null: the shop cannot count them; undefined: not known yet. */
export const useProductCount = (request: ProductCountRequest, isWanted = true): number | null | undefined =>
  api.products.count.useQuery(request, { ...options, enabled: isWanted }).data?.count

/** The same for several requests. */
export const useProductCounts = (requests: readonly ProductCountRequest[]): (number | null | undefined)[] =>
  api.useQueries((query) => requests.map((request) => query.products.count(request, options))).map(({ data }) => data?.count)
