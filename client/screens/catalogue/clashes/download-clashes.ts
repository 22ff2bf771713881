import { catalogueClashesMessages as messages } from '#shared/catalogue-clashes-messages.ts'
import { useCatalogueCsv } from '#client/screens/catalogue/csv-download.tsx'
import { useCatalogueStores } from '#client/screens/catalogue/search.ts'
import { toClashesFilter } from './request.ts'
import { useClashesSearch } from './search.ts'

/** Saves all clashes that fit the filters as a file. */
export function useClashesDownload() {
  const { stores, shown } = useCatalogueStores()
  const { search } = useClashesSearch()
  return useCatalogueCsv({
    path: '/catalogue/clashes/csv',
    fileName: 'catalogue_clashes.csv',
    filter: toClashesFilter(stores, search),
    shown,
    without: messages.without,
    failed: messages.csvFailed,
  })
}
