import { keepPreviousData } from '@tanstack/react-query'
import { Suspense, type Dispatch, type SetStateAction } from 'react'
import { api } from '#client/api.ts'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { PageSize } from '#client/ui/page-size.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { SelectedCount } from '#client/ui/selected-count.tsx'
import { selectedIds } from '#client/ui/selection.ts'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import type { Selection } from '#client/ui/table.tsx'
import { limits } from '#shared/limits.ts'
import type { ProductListResponse } from '#shared/products.ts'
import type { Store } from '#shared/stores.ts'
import { ProductTable } from './product-table.tsx'
import { nextPosition, toRequest } from './request.ts'
import { useProductSearch } from './search.ts'

const ListFailure = lazyBehind(async () => (await import('./list-failure.tsx')).ListFailure)
const NoProducts = lazyBehind(async () => (await import('./no-products.tsx')).NoProducts)

/** "1 product", "50 products (more available)". */
function countText({ products, pageInfo }: ProductListResponse): string {
  const count = products.length === 1 ? '1 product' : `${products.length} products`
  return pageInfo.hasNextPage ? `${count} (more available)` : count
}

type Props = { store: Store; selection: Selection; onSelect: Dispatch<SetStateAction<Selection>> }

/** One page of the store's products, and the way to the others. While the next page is on its way this one stays, out of reach. */
export function ProductList({ store, selection, onSelect }: Props) {
  const { search, change, next, previous } = useProductSearch()
  const request = toRequest(store, search)
  const { data, error, isFetching, isPlaceholderData, refetch } = api.products.list.useQuery(request, {
    staleTime: limits.productsCacheMs,
    placeholderData: keepPreviousData,
    // The route's loader has asked already, and asked again where that failed.
    retryOnMount: false,
  })
  const after = data && !isPlaceholderData ? nextPosition(data.pageInfo) : null

  const body = () => {
    if (isFetching && !data) return <CentredSpinner label="Loading products" />
    if (error && !isFetching) return <ListFailure error={error} onRetry={() => void refetch()} />
    if (!data?.products.length) return <NoProducts isSearching={request.filters.search !== undefined} />
    return (
      <ProductTable
        store={store}
        products={data.products}
        selection={selection}
        onSelect={onSelect}
        isBusy={isFetching}
        isStale={isPlaceholderData}
      />
    )
  }
  return (
    <>
      <Suspense>{body()}</Suspense>
      <Pager
        status={data && !isFetching && !error ? countText(data) : ''}
        hasPrevious={search.trail.length > 0}
        hasNext={after !== null}
        onPrevious={previous}
        onNext={() => after !== null && next(after)}
        sizes={<PageSize sizes={limits.pageSizes} value={search.limit} onChange={(limit) => change({ limit })} />}
      >
        <SelectedCount count={selectedIds(selection).length} onClear={() => onSelect({})} />
      </Pager>
    </>
  )
}
