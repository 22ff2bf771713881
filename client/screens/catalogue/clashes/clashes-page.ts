import { api } from '#client/api.ts'
import { useCatalogueStores } from '#client/screens/catalogue/search.ts'
import { pageOptions } from '#client/screens/catalogue/page-options.ts'
import { toClashesRequest } from './request.ts'
import { useClashesSearch } from './search.ts'

/** The page of clashes that the URL asks for. */
export function useClashesPage() {
  const { stores } = useCatalogueStores()
  const { search } = useClashesSearch()
  return api.products.catalogue.clashes.useQuery(toClashesRequest(stores, search), pageOptions)
}
