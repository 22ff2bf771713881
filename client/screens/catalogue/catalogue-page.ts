import { api } from '#client/api.ts'
import { useCopies } from './copies.ts'
import { pageOptions } from './page-options.ts'
import { toCatalogueRequest } from './request.ts'
import { useCatalogueSearch, useCatalogueStores } from './search.ts'

const refreshMs = 15_000

/** The page of products that the URL asks for. */
export function useCataloguePage() {
  const { stores } = useCatalogueStores()
  const { search } = useCatalogueSearch()
  const { isFilling } = useCopies()
  return api.products.catalogue.search.useQuery(toCatalogueRequest(stores, search), {
    ...pageOptions,
    // The products of a catalogue that is being read appear as they arrive.
    refetchInterval: isFilling ? refreshMs : false,
    // The loader of the route has already sent this call, and retried it after a failure.
    retryOnMount: false,
  })
}
