import { Suspense } from 'react'
import { isDenied } from '#client/failure.ts'
import { ListFailure } from '#client/shell/list-failure.tsx'
import { useListLayout } from '#client/session/list-layout.ts'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { PageSizeSelect } from '#client/ui/page-size.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { SelectedCount } from '#client/ui/selected-count.tsx'
import { selectedIds, usePageSelection, type ListSelection } from '#client/ui/selection.ts'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { ProductListResponse } from '#shared/products.ts'
import type { Store } from '#shared/stores.ts'
import { useProductCount } from './product-count.ts'
import { useProductPage } from './product-page.ts'
import { ProductTable } from './product-table.tsx'
import { nextPosition, toProductRequest } from './request.ts'
import { useProductSearch } from './search.ts'

const CopyOffer = lazyBehind(async () => (await import('./copy-offer.tsx')).CopyOffer)
const ListWarnings = lazyBehind(async () => (await import('./list-warnings.tsx')).ListWarnings)
const ProductRange = lazyBehind(async () => (await import('./product-range.tsx')).ProductRange)
const SelectedProducts = lazyBehind(async () => (await import('./selected-products.tsx')).SelectedProducts)
const NoProducts = lazyBehind(async () => (await import('./no-products.tsx')).NoProducts)

/** "1 product", "50 products (more available)". */
function countText({ products, pageInfo }: ProductListResponse): string {
  const count = products.length === 1 ? '1 product' : `${products.length} products`
  return pageInfo.hasNextPage ? `${count} (more available)` : count
}

type Props = { store: Store; list: ListSelection }

/** One page of the store's products, with paging. While another page loads, this one stays visible but disabled. */
export function ProductList({ store, list }: Props) {
  const { search, change, changeAndWait, next, previous } = useProductSearch()
  const request = toProductRequest(store, search, useListLayout('products', search).columns)
  const query = useProductPage(request)
  const { error, isFetching, isPlaceholderData } = query
  // After a refusal, the old data is hidden.
  const data = isDenied(error) ? undefined : query.data
  const ids = data?.products.map(({ id }) => id) ?? []
  const { selection, onSelect } = usePageSelection(list, ids)
  const selected = selectedIds(list.rows)
  const total = useProductCount({ storeId: store.id, filters: request.filters }, selected.length > 0)
  const after = data && !error && !isPlaceholderData ? nextPosition(data.pageInfo) : null

  const body = () => {
    if (isFetching && !data) return <CentredSpinner label="Loading products" />
    if (!data) return null
    if (data.products.length === 0)
      return <NoProducts isSearching={request.filters.search !== undefined} onRefresh={() => void query.refetch()} />
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
      <Suspense>
        {error && (data || !isFetching) && (
          <ListFailure
            title={messages.products.loadFailed}
            stores={[store]}
            query={query}
            toFirstPage={search.trail.length > 0 ? () => change({}) : null}
          >
            {!isDenied(error) && (
              <Suspense>
                <CopyOffer store={store} search={search.search} />
              </Suspense>
            )}
          </ListFailure>
        )}
        {data?.warnings[0] && <ListWarnings warnings={data.warnings} />}
        {body()}
      </Suspense>
      <Pager
        status={data && !isFetching ? countText(data) : ''}
        page={search.trail.length + 1}
        hasPrevious={search.trail.length > 0}
        hasNext={after !== null}
        onPrevious={previous}
        onNext={() => after !== null && next(after)}
        sizes={<PageSizeSelect sizes={limits.pageSizes} value={search.limit} onChange={(limit) => changeAndWait({ limit })} />}
      >
        <Suspense>
          {data && !isFetching && !error && (
            <ProductRange
              storeId={store.id}
              filters={request.filters}
              page={search.trail.length + 1}
              pageSize={search.limit}
              shown={data.products.length}
            />
          )}
        </Suspense>
        <SelectedCount
          count={selected.length}
          isAll={list.isAll}
          total={total}
          onAll={ids.every((id) => selection[id]) && (after !== null || search.trail.length > 0) ? list.selectAll : null}
          onClear={() => list.change({})}
        >
          <Suspense>
            <SelectedProducts ids={selected} />
          </Suspense>
        </SelectedCount>
      </Pager>
    </>
  )
}
