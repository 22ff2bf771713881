import { keepPreviousData } from '@tanstack/react-query'
import { api } from '#client/api.ts'
import { limits } from '#shared/limits.ts'
import type { Store } from '#shared/stores.ts'
import { toOrderRequest } from './filters/request.ts'
import { useOrderSearch } from './search.ts'

/** The page of orders that the URL names. While it loads, the previous page is shown. */
export function useOrderPage(stores: readonly Store[]) {
  const { search } = useOrderSearch()
  return api.orders.list.useQuery(toOrderRequest(stores, search), {
    staleTime: limits.ordersCacheMs,
    placeholderData: keepPreviousData,
    // The loader of the route has already sent this call, and retried it after a failure.
    retryOnMount: false,
  })
}
