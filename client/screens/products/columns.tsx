import { Moment } from '#client/format/moment.tsx'
import { columnsOf } from '#client/ui/table.tsx'
import { listColumns, type ListColumn } from '#shared/list-layout.ts'
import { traits } from '#shared/platforms.ts'
import type { ListedProduct } from '#shared/products.ts'
import { noSellerCode, sellerCode } from '#shared/seller-code.ts'
import type { Store } from '#shared/stores.ts'
import { rangeText } from './price-range.ts'
import { ProductTitle } from './product-title.tsx'
import { StatusBadge } from './status-badge.tsx'

type Column = ListColumn<'products'>
const column = columnsOf<ListedProduct>()

export const productColumnLabels: Record<Column, string> = {
  status: 'Status',
  sellerCode: 'Seller code',
  category: 'Category',
  productType: 'Product type',
  vendor: 'Vendor',
  price: 'Price',
  stock: 'Stock',
  tags: 'Tags',
  createdAt: 'Created',
  updatedAt: 'Updated',
}

/** The columns that the store's platform has values for, in their order. */
export const columnsIn = ({ platform }: Pick<Store, 'platform'>): Column[] =>
  listColumns.products.filter((key) => key !== 'category' || traits[platform].showsCategory)

const moment = (at: string | null, zone: string) => at && <Moment at={at} zone={zone} />

/** The chosen columns of the list in their order. The title is always the first one. */
export function productTableColumns(store: Store, shown: readonly Column[], onOpen: (product: ListedProduct) => void) {
  const header = productColumnLabels
  const all = {
    status: column.accessor('status', {
      header: header.status,
      meta: { width: 110 },
      cell: ({ getValue }) => <StatusBadge status={getValue()} />,
    }),
    sellerCode: column.accessor(({ title }) => sellerCode(title) ?? noSellerCode, {
      id: 'sellerCode',
      header: header.sellerCode,
      meta: { width: 130, onCard: 'named' },
    }),
    category: column.accessor('category', { header: header.category, meta: { width: 200 } }),
    productType: column.accessor('productType', { header: header.productType, meta: { width: 160, sortKey: 'PRODUCT_TYPE' } }),
    vendor: column.accessor('vendor', { header: header.vendor, meta: { width: 160, sortKey: 'VENDOR', onCard: 'named' } }),
    price: column.accessor(({ priceRange }) => priceRange && rangeText(priceRange, store.currency), {
      id: 'price',
      header: header.price,
      meta: { width: 165, isNumber: true, onCard: 'first' },
    }),
    stock: column.accessor(({ stock }) => stock?.toLocaleString('en-US'), {
      id: 'stock',
      header: header.stock,
      meta: { width: 90, isNumber: true, sortKey: 'INVENTORY_TOTAL', onCard: 'named' },
    }),
    tags: column.accessor(({ tags }) => tags.join(', '), { id: 'tags', header: header.tags, meta: { width: 200, onCard: 'named' } }),
    createdAt: column.accessor('createdAt', {
      header: header.createdAt,
      meta: { width: 175, sortKey: 'CREATED_AT', onCard: 'named' },
      cell: ({ getValue }) => moment(getValue(), store.timezone),
    }),
    updatedAt: column.accessor('updatedAt', {
      header: header.updatedAt,
      meta: { width: 175, sortKey: 'UPDATED_AT', onCard: 'named' },
      cell: ({ getValue }) => moment(getValue(), store.timezone),
    }),
  } satisfies Record<Column, unknown>
  return column.columns([
    column.accessor('title', {
      header: 'Product',
      meta: { width: 300, takesRest: true, sortKey: 'TITLE' },
      cell: ({ row }) => <ProductTitle product={row.original} onOpen={() => onOpen(row.original)} />,
    }),
    ...[...new Set(shown)].filter((key) => columnsIn(store).includes(key)).map((key) => all[key]),
  ])
}
