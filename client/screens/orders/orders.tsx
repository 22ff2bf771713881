import { Suspense } from 'react'
import { useExportDialog } from '#client/export/export-dialog.ts'
import { useListLayout } from '#client/session/list-layout.ts'
import { useViewer } from '#client/session/viewer.ts'
import { Banner } from '#client/ui/banner.tsx'
import { FilterChips } from '#client/ui/filter-chips.tsx'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import classes from '#client/ui/list.module.css'
import { useListTools } from '#client/ui/list-tools.ts'
import { selectedIds, useSelection } from '#client/ui/selection.ts'
import { StatusTabs } from '#client/ui/status-tabs.tsx'
import { useViewTabs } from '#client/views/view-tabs.ts'
import { can } from '#shared/access.ts'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'
import { orderFilterChips, activeOrderTab, noOrderFilters, orderTabPatch } from './filters/applied-filters.ts'
import { OrderFilterEditor } from './filters/editors.tsx'
import { OrderFilterFields } from './filters/filters.tsx'
import { OrderHeader } from './header.tsx'
import { useOrderCount } from './order-count.ts'
import { OrderList } from './order-list.tsx'
import { orderTabs } from '#shared/order-search.ts'
import { orderListKey, toOrderFilters } from './filters/request.ts'
import { SearchNotes } from './filters/search-notes.tsx'
import { useOrderSearch } from './search.ts'
import { useOrderTabCounts } from './tab-counts.ts'
import { OrderToolbar } from './toolbar.tsx'

const SearchBox = lazyBehind(async () => (await import('#client/ui/search-box.tsx')).SearchBox)
const OrderPanel = lazyBehind(async () => (await import('./panel/order-panel.tsx')).OrderPanel)
const ListKeysDialog = lazyBehind(async () => (await import('#client/ui/list-keys-dialog.tsx')).ListKeysDialog)
const ViewButton = lazyBehind(async () => (await import('#client/views/view-button.tsx')).ViewButton)
const ExportDialog = lazyBehind(async () => (await import('./export/dialog.tsx')).OrderExportDialog)

const chosenWords = ([first, ...others]: readonly Store[]) =>
  first && others.length === 0 ? first.name : `these ${others.length + 1} stores`

/** The orders of the chosen stores as one list, with all that narrows and orders it. */
export function Orders({ stores, chosen }: { stores: readonly Store[]; chosen: readonly Store[] }) {
  const { search, change, changeAndWait, goTo } = useOrderSearch()
  const layout = useListLayout('orders', search)
  const areAll = search.stores === 'all'
  const storeIds = chosen.map(({ id }) => id)
  const here = { ...search, stores: areAll ? 'all' : storeIds }
  const views = useViewTabs('orders', {
    search: here,
    tabs: orderTabs,
    active: activeOrderTab(search),
    // The filters of a view end with it.
    onTab: (tab) => (search.view ? goTo({ stores: here.stores, ...orderTabPatch(tab) }) : changeAndWait(orderTabPatch(tab))),
    onView: goTo,
  })
  const exporting = useExportDialog()
  const mayExport = can(useViewer(), 'orders.export')
  const tools = useListTools({
    searched: search.search,
    onSearch: (text) => change({ search: text }),
    onExport: mayExport ? exporting.open : null,
  })
  const counts = useOrderTabCounts(chosen, search)
  const selection = useSelection(orderListKey(chosen, search))
  const selected = selection.isAll ? [] : selectedIds(selection.rows)
  const filters = toOrderFilters(search)
  const matching = useOrderCount({ storeIds, ...filters }, false)

  const shown = search.order
  const shownIn = stores.find(({ id }) => id === shown?.storeId)
  return (
    <div className={classes.screen}>
      <OrderHeader stores={stores} chosen={chosen} exportCount={selected.length || matching} onExport={exporting.open} />
      {search.stores !== 'all' && search.stores.some((asked) => stores.every(({ id }) => id !== asked)) && (
        <Banner kind="note" mb="sm">
          {messages.screens.storesUnseen}
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
                <ViewButton
                  view={views.view}
                  shown={{
                    screen: 'orders',
                    search: here,
                    layout,
                    storesShown: areAll ? 'all stores' : chosenWords(chosen),
                    exported: mayExport ? async () => (await import('./repeated.ts')).repeatedOrders(storeIds, filters) : null,
                  }}
                  onOpen={goTo}
                />
              </Suspense>
            }
            actions={<OrderToolbar stores={chosen} {...tools.buttons} />}
            chips={
              <FilterChips chips={orderFilterChips(search)} onRemove={change} onClear={() => change(noOrderFilters)}>
                {(field) => <OrderFilterEditor stores={chosen} field={field} />}
              </FilterChips>
            }
          >
            {tools.isSearching && (
              <Suspense>
                <SearchBox
                  label="Search orders"
                  placeholder="Search orders by name, email..."
                  value={search.search}
                  onSearch={(text) => change({ search: text })}
                  onCancel={tools.cancelSearch}
                />
                <SearchNotes stores={chosen} />
              </Suspense>
            )}
            {tools.isFiltering && <OrderFilterFields stores={chosen} />}
            <OrderList stores={chosen} list={selection} />
          </StatusTabs>
        </div>
        {shown && shownIn && (
          <Suspense>
            <OrderPanel stores={chosen} store={shownIn} orderId={shown.orderId} />
          </Suspense>
        )}
      </div>
      {mayExport && (
        <Suspense>
          <ExportDialog
            stores={stores}
            scope={{ storeIds, filters, selectedIds: selected, to: exporting.to }}
            jobId={exporting.jobId}
            isOpen={exporting.isOpen}
            onClose={exporting.close}
          />
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
