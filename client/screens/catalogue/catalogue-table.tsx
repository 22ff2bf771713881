import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { changeWidths, useTableLayout, useWidths } from '#client/session/list-layout.ts'
import { usePageSelection, type ListSelection } from '#client/ui/selection.ts'
import { DataTable } from '#client/ui/table.tsx'
import { catalogueSorts } from '#shared/catalogue-sorts.ts'
import { type CatalogueProduct } from '#shared/catalogue.ts'
import { catalogueIdOf, catalogueTableColumns } from './columns.tsx'
import { useCatalogueSearch, useCatalogueStores } from './search.ts'

/** Most answers come sooner. The list would flicker at each letter. */
const busyAfterMs = 300

const nameOf = ({ title, storeName }: CatalogueProduct) => `${title}, ${storeName}`

type Props = {
  products: readonly CatalogueProduct[]
  list: ListSelection
  /** Newer data is loading. */
  isFetching: boolean
  /** These are the products of the previous page. */
  isStale: boolean
}

/** The products of one page, each with its store. */
export function CatalogueTable({ products, list, isFetching, isStale }: Props) {
  const { stores } = useCatalogueStores()
  const { search, change, open } = useCatalogueSearch()
  const { columns: shown, density } = useTableLayout('catalogue')
  const widths = useWidths('catalogue')
  const columns = useMemo(() => catalogueTableColumns(stores, shown, (product) => open(catalogueIdOf(product))), [stores, shown, open])
  const { selection, onSelect } = usePageSelection(list, products.map(catalogueIdOf))
  const [isSlow] = useDebouncedValue(isFetching, busyAfterMs)
  const sorting = {
    keys: catalogueSorts.map(({ key }) => key),
    key: search.sortKey,
    isDescending: search.reverse,
    onSort: (pressed: string) => {
      const sort = catalogueSorts.find(({ key }) => key === pressed)
      if (sort) change({ sortKey: sort.key, reverse: sort.key === search.sortKey ? !search.reverse : sort.reverse })
    },
  }
  return (
    <DataTable
      label="Products"
      columns={columns}
      items={products}
      idOf={catalogueIdOf}
      nameOf={nameOf}
      selection={selection}
      onSelect={onSelect}
      density={density}
      widths={widths}
      onWidth={(id, width) => changeWidths('catalogue', { ...widths, [id]: width ?? undefined })}
      sorting={sorting}
      openId={search.product ?? null}
      isBusy={isFetching && isSlow}
      isStale={isStale}
    />
  )
}
