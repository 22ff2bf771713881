import { Moment } from '#client/format/moment.tsx'
import { rangeText } from '#client/format/price-range.ts'
import { StatusBadge } from '#client/ui/product-status.tsx'
import { ProductTitle } from '#client/ui/product-title.tsx'
import { columnsOf } from '#client/ui/table-columns.ts'
import { listColumns, type ListColumn } from '#shared/list-layout.ts'
import { traits } from '#shared/platforms.ts'
import type { ListedProduct } from '#shared/products.ts'
import { noSellerCode, sellerCode } from '#shared/seller-code.ts'
import type { Store } from '#shared/stores.ts'

type Column = ListColumn<'products'>
const column = columnsOf<ListedProduct>()

/** The header of each column, and its width in pixels until a person changes it. */
export const productColumns: Record<Column, { label: string; width: number }> = {
  status: { label: 'Status', width: 110 },
  sellerCode: { label: 'Seller code', width: 130 },
  category: { label: 'Category', width: 200 },
  productType: { label: 'Product type', width: 160 },
  vendor: { label: 'Vendor', width: 160 },
  price: { label: 'Price', width: 165 },
  stock: { label: 'Stock', width: 90 },
  skus: { label: 'SKUs', width: 190 },
  tags: { label: 'Tags', width: 200 },
  createdAt: { label: 'Created', width: 175 },
  updatedAt: { label: 'Updated', width: 175 },
}

/** The columns that the store's platform has values for, in their order. */
export const columnsIn = ({ platform }: Pick<Store, 'platform'>): Column[] =>
  listColumns.products.filter((key) => key !== 'category' || traits[platform].showsCategory)

const moment = (at: string | null, zone: string) => at && <Moment at={at} zone={zone} />

/** The chosen columns of the list in their order. The title is always the first one. */
export function productTableColumns(store: Store, shown: readonly Column[], onOpen: (product: ListedProduct) => void) {
  const of = productColumns
  const all = {
    status: column.accessor('status', {
      header: of.status.label,
      meta: { width: of.status.width },
      cell: ({ getValue }) => <StatusBadge status={getValue()} />,
    }),
    sellerCode: column.accessor(({ title }) => sellerCode(title) ?? noSellerCode, {
      id: 'sellerCode',
      header: of.sellerCode.label,
      meta: { width: of.sellerCode.width, onCard: 'named' },
    }),
    category: column.accessor('category', { header: of.category.label, meta: { width: of.category.width } }),
    productType: column.accessor('productType', {
      header: of.productType.label,
      meta: { width: of.productType.width, sortKey: 'PRODUCT_TYPE' },
    }),
    vendor: column.accessor('vendor', { header: of.vendor.label, meta: { width: of.vendor.width, sortKey: 'VENDOR', onCard: 'named' } }),
    price: column.accessor(({ priceRange }) => priceRange && rangeText(priceRange, store.currency), {
      id: 'price',
      header: of.price.label,
      meta: { width: of.price.width, isNumber: true, onCard: 'first' },
    }),
    stock: column.accessor(({ stock }) => stock?.toLocaleString('en-US'), {
      id: 'stock',
      header: of.stock.label,
      meta: { width: of.stock.width, isNumber: true, sortKey: 'INVENTORY_TOTAL', onCard: 'named' },
    }),
    skus: column.accessor(({ skus }) => skus?.join(', '), {
      id: 'skus',
      header: of.skus.label,
      meta: { width: of.skus.width, onCard: 'named' },
    }),
    tags: column.accessor(({ tags }) => tags.join(', '), {
      id: 'tags',
      header: of.tags.label,
      meta: { width: of.tags.width, onCard: 'named' },
    }),
    createdAt: column.accessor('createdAt', {
      header: of.createdAt.label,
      meta: { width: of.createdAt.width, sortKey: 'CREATED_AT', onCard: 'named' },
      cell: ({ getValue }) => moment(getValue(), store.timezone),
    }),
    updatedAt: column.accessor('updatedAt', {
      header: of.updatedAt.label,
      meta: { width: of.updatedAt.width, sortKey: 'UPDATED_AT', onCard: 'named' },
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
