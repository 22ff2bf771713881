import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, type Dispatch, type SetStateAction } from 'react'
import { api } from '#client/api.ts'
import { Pager } from '#client/ui/pager.tsx'
import { SelectedCount } from '#client/ui/selected-count.tsx'
import { selectedIds } from '#client/ui/selection.ts'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { DataTable, type Selection } from '#client/ui/table.tsx'
import { limits } from '#shared/limits.ts'
import type { Order } from '#shared/orders.ts'
import type { Store } from '#shared/stores.ts'
import { orderColumns } from './columns.tsx'
import { ListFailure } from './list-failure.tsx'
import { NoOrders } from './no-orders.tsx'
import { PageTotals } from './page-totals.tsx'
import { toRequest } from './request.ts'
import { useOrderSearch } from './search.ts'
import { Warnings } from './warnings.tsx'

/** Ids are a shop's own: over several shops only the pair is unique. */
const idOf = ({ storeId, platformOrderId }: Order) => `${storeId}:${platformOrderId}`
const nameOf = ({ orderName }: Order) => orderName

type Props = { stores: readonly Store[]; selection: Selection; onSelect: Dispatch<SetStateAction<Selection>> }

/** One page of the stores' orders, and the way to the others. While the next page is on its way this one stays, out of reach. */
export function OrderList({ stores, selection, onSelect }: Props) {
  const { search, next, previous, open } = useOrderSearch()
  const { data, error, isFetching, isPlaceholderData, refetch } = api.orders.list.useQuery(toRequest(stores, search), {
    staleTime: limits.ordersCacheMs,
    placeholderData: keepPreviousData,
    // The route's loader has asked already, and asked again where that failed.
    retryOnMount: false,
  })
  const columns = useMemo(
    () => orderColumns(stores, ({ storeId, platformOrderId }) => open({ storeId, orderId: platformOrderId })),
    [stores, open],
  )
  const cursor = data && !isPlaceholderData ? data.pageInfo.endCursor : null
  const orders = data && !error ? data.orders : []

  const body = () => {
    if (isFetching && !data) return <CentredSpinner label="Loading orders" />
    if (error && !isFetching) return <ListFailure error={error} onRetry={() => void refetch()} />
    if (orders.length === 0 && !isFetching) return <NoOrders />
    return (
      <DataTable
        label="Orders"
        columns={columns}
        items={data?.orders ?? []}
        idOf={idOf}
        nameOf={nameOf}
        selection={selection}
        onSelect={onSelect}
        isBusy={isFetching}
        isStale={isPlaceholderData}
      />
    )
  }
  return (
    <>
      {data && !error && !isPlaceholderData && <Warnings stores={stores} warnings={data.warnings} />}
      {body()}
      <Pager
        status={data && !isFetching && !error ? `Showing ${orders.length} results` : ''}
        hasPrevious={search.trail.length > 0}
        hasNext={cursor !== null}
        onPrevious={previous}
        onNext={() => cursor !== null && next(cursor)}
      >
        {stores.length > 1 && !isFetching && <PageTotals orders={orders} />}
        <SelectedCount count={selectedIds(selection).length} onClear={() => onSelect({})} />
      </Pager>
    </>
  )
}
