import { keepPreviousData } from '@tanstack/react-query'
import { api } from '#client/api.ts'
import { limits } from '#shared/limits.ts'
import type { ProductListRequest } from '#shared/products.ts'

/** The page of products that is asked for. While it is on its way, the one before stands in for it. */
export const useProductPage = (request: ProductListRequest) =>
  api.products.list.useQuery(request, {
    staleTime: limits.productsCacheMs,
    placeholderData: keepPreviousData,
    // The route's loader has asked already, and asked again where that failed.
    retryOnMount: false,
  })
