import { keepPreviousData } from '@tanstack/react-query'
import { api } from '#client/api.ts'
import { limits } from '#shared/limits.ts'
import type { Store } from '#shared/stores.ts'
import { toOrderRequest } from './filters/request.ts'
import { useOrderSearch } from './search.ts'

/** The page of orders that the URL names. While it is on its way, the one before stands in for it. */
export function useOrderPage(stores: readonly Store[]) {
  const { search } = useOrderSearch()
  return api.orders.list.useQuery(toOrderRequest(stores, search), {
    staleTime: limits.ordersCacheMs,
    placeholderData: keepPreviousData,
    // The route's loader has asked already, and asked again where that failed.
    retryOnMount: false,
  })
}
