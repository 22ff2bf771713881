import { Suspense } from 'react'
import { capitalized } from '#client/format/words.ts'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import classes from '#client/ui/list.module.css'
import { useListTools } from '#client/ui/list-tools.ts'
import { SearchBox } from '#client/ui/search-box.tsx'
import { useSelection } from '#client/ui/selection.ts'
import { noChips, StatusTabs } from '#client/ui/status-tabs.tsx'
import { catalogueMessages } from '#shared/catalogue-messages.ts'
import { limits } from '#shared/limits.ts'
import { ProductStatus, productTabs } from '#shared/products.ts'
import { countCatalogueFilters } from './applied-filters.ts'
import { CatalogueList } from './catalogue-list.tsx'
import own from './catalogue.module.css'
import { FreshnessLine } from './freshness-line.tsx'
import { catalogueListKey, isTooShort } from './request.ts'
import { useCatalogueSearch, useCatalogueStores } from './search.ts'
import { useCatalogueTabCounts } from './tab-counts.ts'
import { CatalogueToolbar } from './toolbar.tsx'

const Filters = lazyBehind(async () => (await import('./filters.tsx')).CatalogueFilterMenus)
const Chips = lazyBehind(async () => (await import('./active-filters.tsx')).CatalogueChips)
const ListKeysDialog = lazyBehind(async () => (await import('#client/ui/list-keys-dialog.tsx')).ListKeysDialog)
const ListedPanel = lazyBehind(async () => (await import('./listed-panel.tsx')).ListedPanel)

const tabs = productTabs.map((value) => ({ value, label: capitalized(value) }))

/** The products of all stores in one list, with its tabs, search, filters and sorting, and the panel of a product. */
export function CatalogueScreen() {
  const { stores } = useCatalogueStores()
  const { search, changeAndWait, searchFor } = useCatalogueSearch()
  const counts = useCatalogueTabCounts(search)
  const tools = useListTools({ searched: search.search, onSearch: searchFor, onExport: null, startsSearching: true })
  const selection = useSelection(catalogueListKey(stores, search))
  return (
    <div className={classes.beside}>
      <div className={classes.card}>
        <StatusTabs
          label="Status"
          tabs={tabs}
          counts={counts}
          value={search.status ?? 'all'}
          onChange={(tab) => changeAndWait({ status: ProductStatus.safeParse(tab).data })}
          actions={<CatalogueToolbar {...tools.buttons} />}
          chips={
            countCatalogueFilters(search) === 0 ? (
              noChips
            ) : (
              <Suspense fallback={noChips}>
                <Chips />
              </Suspense>
            )
          }
        >
          {tools.isSearching && (
            <SearchBox
              label="Search products"
              placeholder="Search by title, SKU, barcode, vendor or tag"
              value={search.search}
              onSearch={searchFor}
              onCancel={tools.cancelSearch}
              pauseMs={limits.catalogue.searchPauseMs}
              isFocused={tools.isSearchAsked}
            />
          )}
          <p className={own.hint} role="status">
            {isTooShort(search.search) && catalogueMessages.searchTooShort}
          </p>
          <Suspense>{tools.isFiltering && <Filters />}</Suspense>
          <FreshnessLine />
          <CatalogueList list={selection} />
        </StatusTabs>
      </div>
      {search.product && (
        <Suspense>
          <ListedPanel id={search.product} />
        </Suspense>
      )}
      {tools.isExplaining && (
        <Suspense>
          <ListKeysDialog onClose={tools.closeKeys} />
        </Suspense>
      )}
    </div>
  )
}
