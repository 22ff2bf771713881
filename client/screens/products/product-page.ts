import { keepPreviousData } from '@tanstack/react-query'
import { api } from '#client/api.ts'
import { limits } from '#shared/limits.ts'
import type { ProductListRequest } from '#shared/products.ts'

/** The page of products that is asked for. While it loads, the previous page is shown. */
export const useProductPage = (request: ProductListRequest) =>
  api.products.list.useQuery(request, {
    staleTime: limits.productsCacheMs,
    placeholderData: keepPreviousData,
    // The loader of the route has already sent this call, and retried it after a failure.
    retryOnMount: false,
  })
