import { columnsOf } from '#client/ui/table.tsx'
import type { Traits } from '#shared/platforms.ts'
import type { Product } from '#shared/products.ts'
import { noSellerCode, sellerCode } from '#shared/seller-code.ts'
import { ProductTitle } from './product-title.tsx'
import { StatusBadge } from './status-badge.tsx'

const column = columnsOf<Product>()

/** The columns of the list. Columns that the platform has no values for are left out. */
export const productColumns = ({ showsCategory }: Traits) =>
  column.columns([
    column.accessor('title', {
      header: 'Product',
      meta: { width: 300, takesRest: true },
      cell: ({ row }) => <ProductTitle product={row.original} />,
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { width: 110 },
      cell: ({ getValue }) => <StatusBadge status={getValue()} />,
    }),
    column.accessor(({ title }) => sellerCode(title) ?? noSellerCode, { id: 'sellerCode', header: 'Seller code', meta: { width: 130 } }),
    ...(showsCategory ? [column.accessor('category', { header: 'Category', meta: { width: 200 } })] : []),
    column.accessor('productType', { header: 'Product type', meta: { width: 160 } }),
    column.accessor('vendor', { header: 'Vendor', meta: { width: 160 } }),
  ])
