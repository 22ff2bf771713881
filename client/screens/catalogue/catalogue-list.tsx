import { Text } from '@mantine/core'
import { Suspense } from 'react'
import { counted } from '#client/format/words.ts'
import { isDenied } from '#client/failure.ts'
import { ListFailure } from '#client/shell/list-failure.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { PageSizeSelect } from '#client/ui/page-size.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { SelectedCount } from '#client/ui/selected-count.tsx'
import { selectedIds, useSelectedItems, type ListSelection } from '#client/ui/selection.ts'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { catalogueScreenMessages } from '#shared/catalogue-screen-messages.ts'
import type { CatalogueProduct, CatalogueSearchResponse } from '#shared/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { useCataloguePage } from './catalogue-page.ts'
import { CatalogueTable } from './catalogue-table.tsx'
import { catalogueIdOf } from './columns.tsx'
import { useCatalogueSearch, useCatalogueStores } from './search.ts'

const NoMatches = lazyBehind(async () => (await import('./no-matches.tsx')).NoMatches)

const none: readonly CatalogueProduct[] = []

/** "1,234 products", "more than 10,000 products". */
const countText = ({ count, isAtLeast }: Pick<CatalogueSearchResponse, 'count' | 'isAtLeast'>) =>
  `${isAtLeast ? 'more than ' : ''}${counted(count, 'product')}`

/** "51 to 100". Nothing where one page has everything. */
const rangeOf = (page: number, size: number, { products, count }: CatalogueSearchResponse) => {
  const first = (page - 1) * size + 1
  if (products.length === 0 || products.length === count) return ''
  return `${first.toLocaleString('en-US')} to ${(first + products.length - 1).toLocaleString('en-US')}`
}

/** One page of the products of all stores, with paging. While another page loads, this one stays visible. */
export function CatalogueList({ list }: { list: ListSelection }) {
  const { shown } = useCatalogueStores()
  const { search, change, changeAndWait, next, previous } = useCatalogueSearch()
  const query = useCataloguePage()
  const { error, isFetching, isPlaceholderData } = query
  // After a refusal, the old data is hidden.
  const data = isDenied(error) ? undefined : query.data
  const products = data?.products ?? none
  const { selected, select } = useSelectedItems(list.rows, list.change, products, catalogueIdOf)
  const cursor = data && !error && !isPlaceholderData ? data.nextCursor : null
  const page = search.trail.length + 1

  const body = () => {
    if (isFetching && !data) return <CentredSpinner label="Loading products" />
    if (!data) return null
    if (products.length === 0) return <NoMatches onRefresh={() => void query.refetch()} />
    return <CatalogueTable products={products} list={{ ...list, change: select }} isFetching={isFetching} isStale={isPlaceholderData} />
  }
  return (
    <>
      <Suspense>
        {error && (data || !isFetching) && (
          <ListFailure
            title={catalogueScreenMessages.loadFailed}
            stores={shown}
            query={query}
            toFirstPage={search.trail.length > 0 ? () => change({}) : null}
          />
        )}
        {body()}
      </Suspense>
      <Pager
        status={data ? countText(data) : ''}
        page={page}
        hasPrevious={search.trail.length > 0}
        hasNext={cursor !== null}
        onPrevious={previous}
        onNext={() => cursor !== null && next(cursor)}
        sizes={<PageSizeSelect sizes={limits.pageSizes} value={search.limit} onChange={(limit) => changeAndWait({ limit })} />}
      >
        {data && (
          <Text size="sm" c="dimmed">
            {rangeOf(page, search.limit, data)}
          </Text>
        )}
        <SelectedCount count={selectedIds(list.rows).length} isAll={list.isAll} total={null} onAll={null} onClear={() => list.change({})}>
          <CopyButton
            size="compact-sm"
            variant="transparent"
            fw={400}
            px={4}
            label="Copy SKUs"
            value={selected.flatMap(({ skus }) => skus).join('\n')}
          />
        </SelectedCount>
      </Pager>
    </>
  )
}
