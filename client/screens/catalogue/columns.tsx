import { Moment } from '#client/format/moment.tsx'
import { rangeText } from '#client/format/price-range.ts'
import { StatusBadge } from '#client/ui/product-status.tsx'
import { columnsOf } from '#client/ui/table-columns.ts'
import type { CatalogueSort } from '#shared/catalogue-sorts.ts'
import type { CatalogueProduct } from '#shared/catalogue.ts'
import type { ListColumn } from '#shared/list-layout.ts'
import type { Store } from '#shared/stores.ts'
import { MarkedText } from './marked-text.tsx'
import { StoreCell } from './store-cell.tsx'
import { TitleCell } from './title-cell.tsx'

type Column = ListColumn<'catalogue'>
const column = columnsOf<CatalogueProduct>()

/** Ids are a shop's own: over several shops only the pair is unique. */
export const catalogueIdOf = ({ storeId, productId }: Pick<CatalogueProduct, 'storeId' | 'productId'>): string => `${storeId}:${productId}`

/** The header of each column, its width in pixels until a person changes it, and what its header sorts by. */
export const catalogueColumns: Record<Column, { label: string; width: number; sortKey?: CatalogueSort }> = {
  store: { label: 'Store', width: 170, sortKey: 'store' },
  status: { label: 'Status', width: 105, sortKey: 'status' },
  price: { label: 'Price', width: 190, sortKey: 'price' },
  stock: { label: 'Stock', width: 90, sortKey: 'stock' },
  skus: { label: 'SKUs', width: 150 },
  vendor: { label: 'Vendor', width: 130, sortKey: 'vendor' },
  productType: { label: 'Type', width: 130, sortKey: 'productType' },
  tags: { label: 'Tags', width: 200 },
  createdAt: { label: 'Created', width: 230, sortKey: 'created' },
  updatedAt: { label: 'Updated', width: 230, sortKey: 'updated' },
}

// An empty cell stays empty: a card leaves it out.
const marked = (text: string) => text && <MarkedText text={text} />

/** The chosen columns of the list in their order. The title is always the first one. */
export function catalogueTableColumns(stores: readonly Store[], shown: readonly Column[], onOpen: (product: CatalogueProduct) => void) {
  const zones = new Map(stores.map(({ id, timezone }) => [id, timezone]))
  // Beside moments in other zones, each one says its own.
  const isZoned = new Set(zones.values()).size > 1
  const moment = (at: string | null, { storeId }: CatalogueProduct) =>
    at && <Moment at={at} zone={zones.get(storeId) ?? 'UTC'} isZoned={isZoned} />
  const of = (key: Column) => {
    const { label, ...meta } = catalogueColumns[key]
    return { id: key, header: label, meta }
  }
  const named = (key: Column) => {
    const { meta, ...rest } = of(key)
    return { ...rest, meta: { ...meta, onCard: 'named' as const } }
  }
  const all = {
    store: column.accessor('storeName', {
      ...of('store'),
      cell: ({ row, getValue }) => <StoreCell id={row.original.storeId} name={getValue()} />,
    }),
    status: column.accessor('status', { ...of('status'), cell: ({ getValue }) => <StatusBadge status={getValue()} /> }),
    price: column.accessor(({ priceRange, currency }) => priceRange && rangeText(priceRange, currency), {
      ...of('price'),
      meta: { ...of('price').meta, isNumber: true, onCard: 'first' },
    }),
    stock: column.accessor(({ stock }) => stock?.toLocaleString('en-US'), {
      ...named('stock'),
      meta: { ...named('stock').meta, isNumber: true },
    }),
    skus: column.accessor(({ skus }) => skus.join(', '), { ...named('skus'), cell: ({ getValue }) => marked(getValue()) }),
    vendor: column.accessor('vendor', { ...named('vendor'), cell: ({ getValue }) => marked(getValue()) }),
    productType: column.accessor('productType', named('productType')),
    tags: column.accessor(({ tags }) => tags.join(', '), { ...named('tags'), cell: ({ getValue }) => marked(getValue()) }),
    createdAt: column.accessor('createdAt', { ...named('createdAt'), cell: ({ row, getValue }) => moment(getValue(), row.original) }),
    updatedAt: column.accessor('updatedAt', { ...named('updatedAt'), cell: ({ row, getValue }) => moment(getValue(), row.original) }),
  } satisfies Record<Column, unknown>
  return column.columns([
    column.accessor('title', {
      header: 'Product',
      meta: { width: 300, takesRest: true, sortKey: 'title' },
      cell: ({ row: { original } }) => <TitleCell product={original} onOpen={() => onOpen(original)} />,
    }),
    ...[...new Set(shown)].map((key) => all[key]),
  ])
}
