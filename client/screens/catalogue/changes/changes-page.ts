import { api } from '#client/api.ts'
import { useCatalogueStores } from '#client/screens/catalogue/search.ts'
import { pageOptions } from '#client/screens/catalogue/page-options.ts'
import { toChangesRequest } from './request.ts'
import { useChangesSearch } from './search.ts'

/** The page of changes that the URL asks for. */
export function useChangesPage() {
  const { stores } = useCatalogueStores()
  const { search } = useChangesSearch()
  return api.products.catalogue.changes.useQuery(toChangesRequest(stores, search), {
    ...pageOptions,
    // The loader of the route has already sent this call, and retried it after a failure.
    retryOnMount: false,
  })
}
