import { catalogueChangesMessages as messages } from '#shared/catalogue-changes-messages.ts'
import { useCatalogueCsv } from '#client/screens/catalogue/csv-download.tsx'
import { useCatalogueStores } from '#client/screens/catalogue/search.ts'
import { toChangesFilter } from './request.ts'
import { useChangesSearch } from './search.ts'

/** Saves all changes that fit the filters as a file. */
export function useChangesDownload() {
  const { stores, shown } = useCatalogueStores()
  const { search } = useChangesSearch()
  const ofProduct = search.of?.split(':')[0]
  return useCatalogueCsv({
    path: '/catalogue/changes/csv',
    fileName: 'catalogue_changes.csv',
    filter: toChangesFilter(stores, search),
    shown: ofProduct === undefined ? shown : stores.filter(({ id }) => id === ofProduct),
    without: messages.without,
    failed: messages.csvFailed,
  })
}
