import { Suspense, useState } from 'react'
import { useExportDialog } from '#client/export/export-dialog.ts'
import { useListLayout } from '#client/session/list-layout.ts'
import { useViewer } from '#client/session/viewer.ts'
import { Banner } from '#client/ui/banner.tsx'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import classes from '#client/ui/list.module.css'
import { useListTools } from '#client/ui/list-tools.ts'
import { selectedIds, useSelection } from '#client/ui/selection.ts'
import { noChips, StatusTabs } from '#client/ui/status-tabs.tsx'
import { useViewTabs } from '#client/views/view-tabs.ts'
import { capitalized } from '#client/format/words.ts'
import { can } from '#shared/access.ts'
import { messages } from '#shared/messages.ts'
import { productTabs } from '#shared/products.ts'
import type { Store } from '#shared/stores.ts'
import { activeProductTab, countProductFilters, productTabPatch } from './applied-filters.ts'
import { ProductHeader } from './header.tsx'
import { useProductCount } from './product-count.ts'
import { ProductList } from './product-list.tsx'
import { productListKey, toProductFilters } from './request.ts'
import { useProductSearch } from './search.ts'
import { useProductTabCounts } from './tab-counts.ts'
import { ProductToolbar } from './toolbar.tsx'

const Filters = lazyBehind(async () => (await import('./filters.tsx')).ProductFilterFields)
const SearchBox = lazyBehind(async () => (await import('#client/ui/search-box.tsx')).SearchBox)
const ActiveFilters = lazyBehind(async () => (await import('./active-filters.tsx')).ActiveFilters)
const ListKeysDialog = lazyBehind(async () => (await import('#client/ui/list-keys-dialog.tsx')).ListKeysDialog)
const ProductPanel = lazyBehind(async () => (await import('./panel/product-panel.tsx')).ProductPanel)
const ViewButton = lazyBehind(async () => (await import('#client/views/view-button.tsx')).ViewButton)
const ExportDialog = lazyBehind(async () => (await import('./export-dialog.tsx')).ProductExportDialog)

const tabs = productTabs.map((value) => ({ value, label: capitalized(value) }))

type Props = { stores: readonly Store[]; store: Store; /** The link names a store that the viewer cannot see. */ isUnseen: boolean }

/** One store's products, with tabs, search, filters and sorting. */
export function Catalogue({ stores, store, isUnseen }: Props) {
  const { search, change, changeAndWait, goTo } = useProductSearch()
  const layout = useListLayout('products', search)
  const here = { ...search, store: store.id }
  const views = useViewTabs('products', {
    search: here,
    tabs,
    active: activeProductTab(search),
    // The filters of a view end with it.
    onTab: (tab) => (search.view ? goTo({ store: store.id, ...productTabPatch(tab) }) : changeAndWait(productTabPatch(tab))),
    onView: goTo,
  })
  const exporting = useExportDialog()
  const mayExport = can(useViewer(), 'products.export', store.id)
  const tools = useListTools({
    searched: search.search,
    onSearch: (text) => change({ search: text }),
    onExport: mayExport ? exporting.open : null,
  })
  const selection = useSelection(productListKey(store, search))
  const counts = useProductTabCounts(store, search)
  const filters = toProductFilters(store, search)
  const exported = mayExport ? async () => (await import('./repeated.ts')).repeatedProducts(store.id, filters) : null
  const shown = { screen: 'products', search: here, layout, storesShown: store.name, exported } as const
  const matching = useProductCount({ storeId: store.id, filters }, false)
  const selected = selection.isAll ? [] : selectedIds(selection.rows)
  // An export of the product in the panel leaves the selection as it is.
  const [only, setOnly] = useState<string>()

  const exportThis = (id: string) => () => {
    setOnly(id)
    exporting.open()
  }
  const closeExport = () => {
    setOnly(undefined)
    exporting.close()
  }

  return (
    <div className={classes.screen}>
      <ProductHeader stores={stores} store={store} exportCount={selected.length || matching} onExport={exporting.open} />
      {isUnseen && (
        <Banner kind="note" mb="sm">
          {messages.screens.storeUnseen(store.name)}
        </Banner>
      )}
      <div className={classes.beside}>
        <div className={classes.card}>
          <StatusTabs
            label="Status"
            {...views.tabs}
            counts={counts}
            after={
              <Suspense>
                <ViewButton view={views.view} shown={shown} onOpen={goTo} />
              </Suspense>
            }
            actions={<ProductToolbar store={store} {...tools.buttons} />}
            chips={
              countProductFilters(search) === 0 ? (
                noChips
              ) : (
                <Suspense fallback={noChips}>
                  <ActiveFilters store={store} />
                </Suspense>
              )
            }
          >
            <Suspense>
              {tools.isSearching && (
                <SearchBox
                  label="Search products"
                  placeholder="Searching all products"
                  value={search.search}
                  onSearch={(text) => change({ search: text })}
                  onCancel={tools.cancelSearch}
                />
              )}
            </Suspense>
            <Suspense>{tools.isFiltering && <Filters store={store} />}</Suspense>
            <ProductList key={store.id} store={store} list={selection} />
          </StatusTabs>
        </div>
        {search.product && (
          <Suspense>
            <ProductPanel store={store} productId={search.product} onExport={mayExport ? exportThis(search.product) : null} />
          </Suspense>
        )}
      </div>
      {tools.isExplaining && (
        <Suspense>
          <ListKeysDialog onClose={tools.closeKeys} />
        </Suspense>
      )}
      {mayExport && (
        <Suspense>
          <ExportDialog
            store={store}
            scope={{
              storeId: store.id,
              filters,
              selectedIds: only === undefined ? selected : [only],
            }}
            jobId={exporting.jobId}
            isOpen={exporting.isOpen}
            onClose={closeExport}
          />
        </Suspense>
      )}
    </div>
  )
}
