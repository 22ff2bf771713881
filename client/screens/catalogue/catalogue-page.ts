import { keepPreviousData } from '@tanstack/react-query'
import { api } from '#client/api.ts'
import { limits } from '#shared/limits.ts'
import { useCopies } from './copies.ts'
import { toCatalogueRequest } from './request.ts'
import { useCatalogueSearch, useCatalogueStores } from './search.ts'

const refreshMs = 15_000

/**
 * The page of products that the URL asks for. While it loads, the previous page is shown. An answer belongs to its request, so that a late
 * one never replaces that of a newer search.
 */
export function useCataloguePage() {
  const { stores } = useCatalogueStores()
  const { search } = useCatalogueSearch()
  const { isFilling } = useCopies()
  return api.products.catalogue.search.useQuery(toCatalogueRequest(stores, search), {
    staleTime: limits.freshMs,
    placeholderData: keepPreviousData,
    // The products of a catalogue that is being read appear as they arrive.
    refetchInterval: isFilling ? refreshMs : false,
    // The loader of the route has already sent this call, and retried it after a failure.
    retryOnMount: false,
  })
}
