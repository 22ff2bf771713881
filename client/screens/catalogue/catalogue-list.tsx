import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { isDenied } from '#client/failure.ts'
import { counted } from '#client/format/words.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { SelectedCount } from '#client/ui/selected-count.tsx'
import { selectedIds, useSelectedItems, type ListSelection } from '#client/ui/selection.ts'
import { catalogueScreenMessages } from '#shared/catalogue-screen-messages.ts'
import type { CatalogueProduct, CatalogueSearchResponse } from '#shared/catalogue.ts'
import { wordsOfSearch } from '#shared/marked-text.ts'
import { useCataloguePage } from './catalogue-page.ts'
import { CatalogueTable } from './catalogue-table.tsx'
import { catalogueIdOf } from './columns.tsx'
import { SearchedWords } from './marked-text.tsx'
import { PagedList } from './paged-list.tsx'
import { isTooShort } from './request.ts'
import { useCatalogueSearch } from './search.ts'

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

/** One page of the products of all stores. */
export function CatalogueList({ list }: { list: ListSelection }) {
  const listSearch = useCatalogueSearch()
  const { search } = listSearch
  const query = useCataloguePage()
  const listed = isDenied(query.error) ? undefined : query.data
  const products = listed?.products ?? none
  const { selected, select } = useSelectedItems(list.rows, list.change, products, catalogueIdOf)
  const words = useMemo(() => (isTooShort(search.search) ? [] : wordsOfSearch(search.search)), [search.search])
  return (
    <PagedList
      noun="products"
      failed={catalogueScreenMessages.loadFailed}
      list={listSearch}
      query={query}
      statusOf={countText}
      foot={
        <>
          {listed && (
            <Text size="sm" c="dimmed">
              {rangeOf(search.trail.length + 1, search.limit, listed)}
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
        </>
      }
    >
      {(data, page) =>
        data.products.length === 0 ? (
          <NoMatches onRefresh={() => void query.refetch()} />
        ) : (
          <SearchedWords value={words}>
            <CatalogueTable products={data.products} list={{ ...list, change: select }} {...page} />
          </SearchedWords>
        )
      }
    </PagedList>
  )
}
