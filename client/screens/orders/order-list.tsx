import { Suspense, useMemo } from 'react'
import { isDenied } from '#client/failure.ts'
import { changeWidths, useListLayout, useTimes, useWidths } from '#client/session/list-layout.ts'
import { ListFailure } from '#client/shell/list-failure.tsx'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { Pager } from '#client/ui/pager.tsx'
import { SelectedCount } from '#client/ui/selected-count.tsx'
import { selectedIds, usePageSelection, useSelectedItems, type ListSelection } from '#client/ui/selection.ts'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { DataTable } from '#client/ui/table.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Order } from '#shared/orders.ts'
import type { Store } from '#shared/stores.ts'
import { orderTableColumns } from './columns.tsx'
import { sortByHeader, sortIn, sortsOf, toOrderFilters } from './filters/request.ts'
import { NoOrders } from './no-orders.tsx'
import { useOrderCount } from './order-count.ts'
import { useOrderPage } from './order-page.ts'
import { PageTotals } from './page-totals.tsx'
import { useOrderSearch } from './search.ts'
import { SelectedOrders } from './selected-orders.tsx'
import { Warnings } from './warnings.tsx'

const OrderRange = lazyBehind(async () => (await import('./order-range.tsx')).OrderRange)

/** Ids are a shop's own: over several shops only the pair is unique. */
const idOf = ({ storeId, platformOrderId }: Order) => `${storeId}:${platformOrderId}`
const nameOf = ({ orderName }: Order) => orderName

const none: readonly Order[] = []

type Props = { stores: readonly Store[]; list: ListSelection }

/** One page of the stores' orders, and the way to the others. While the next page is on its way this one stays, out of reach. */
export function OrderList({ stores, list }: Props) {
  const { search, change, page, next, previous, open } = useOrderSearch()
  const query = useOrderPage(stores)
  const { error, isFetching, isPlaceholderData } = query
  // After a refusal, the old data is hidden.
  const data = isDenied(error) ? undefined : query.data
  const { columns: shown, density } = useListLayout('orders', search)
  const widths = useWidths('orders')
  const times = useTimes()
  const columns = useMemo(
    () =>
      orderTableColumns({ stores, shown, times, onOpen: ({ storeId, platformOrderId }) => open({ storeId, orderId: platformOrderId }) }),
    [stores, shown, times, open],
  )
  const cursor = data && !error && !isPlaceholderData ? data.pageInfo.endCursor : null
  const orders = data?.orders ?? none
  const ids = orders.map(idOf)
  const { selection, onSelect } = usePageSelection(list, ids)
  const { selected, select } = useSelectedItems(list.rows, onSelect, orders, idOf)
  const count = selectedIds(list.rows).length
  const countRequest = { storeIds: stores.map(({ id }) => id), ...toOrderFilters(search) }
  const total = useOrderCount(countRequest, count > 0)
  const missing = stores.filter(({ id }) => data?.missing.includes(id))

  const sortBy = sortIn(stores, search.sortBy)
  const sorting = {
    keys: sortsOf(stores).map(({ key }) => key),
    key: sortBy,
    isDescending: search.sortOrder === 'desc',
    onSort: (pressed: string) => change(sortByHeader(pressed, { sortBy, sortOrder: search.sortOrder })),
  }

  const body = () => {
    if (isFetching && !data) return <CentredSpinner label="Loading orders" />
    if (!data) return null
    if (orders.length === 0 && !isFetching) return <NoOrders onRefresh={() => void query.refetch()} />
    return (
      <DataTable
        label="Orders"
        columns={columns}
        items={orders}
        idOf={idOf}
        nameOf={nameOf}
        selection={selection}
        onSelect={select}
        density={density}
        widths={widths}
        onWidth={(id, width) => changeWidths('orders', { ...widths, [id]: width ?? undefined })}
        sorting={sorting}
        openId={search.order ? `${search.order.storeId}:${search.order.orderId}` : null}
        isBusy={isFetching}
        isStale={isPlaceholderData}
      />
    )
  }
  return (
    <>
      <Suspense>
        {error && (data || !isFetching) && (
          <ListFailure
            title={messages.orders.loadFailed}
            fallback={messages.orders.unknownError}
            stores={stores}
            query={query}
            toFirstPage={search.trail.length > 0 ? () => change({}) : null}
          />
        )}
      </Suspense>
      {data && !isPlaceholderData && (
        <Warnings stores={stores} warnings={data.warnings} onRetry={missing.length > 0 ? () => void query.refetch() : null} />
      )}
      {body()}
      <Pager
        status={data && !isFetching ? `Showing ${orders.length} results` : ''}
        page={page}
        hasPrevious={search.trail.length > 0}
        hasNext={cursor !== null}
        onPrevious={previous}
        onNext={() => cursor !== null && next(cursor)}
      >
        <Suspense>
          {data && !isFetching && !error && page !== null && (
            <OrderRange request={countRequest} page={page} pageSize={limits.defaultPageSize} shown={orders.length} />
          )}
        </Suspense>
        {stores.length > 1 && !isFetching && count === 0 && !list.isAll && (
          <PageTotals orders={orders} without={missing.map(({ name }) => name)} />
        )}
        <SelectedCount
          count={count}
          isAll={list.isAll}
          total={total}
          onAll={ids.every((id) => selection[id]) && (cursor !== null || search.trail.length > 0) ? list.selectAll : null}
          onClear={() => list.change({})}
        >
          <SelectedOrders orders={selected} />
        </SelectedCount>
      </Pager>
    </>
  )
}
