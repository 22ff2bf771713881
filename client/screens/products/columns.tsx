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
    column.accessor('title', { header: 'Product', cell: ({ row }) => <ProductTitle product={row.original} /> }),
    column.accessor('status', { header: 'Status', cell: ({ getValue }) => <StatusBadge status={getValue()} /> }),
    column.accessor(({ title }) => sellerCode(title) ?? noSellerCode, { id: 'sellerCode', header: 'Seller code' }),
    ...(showsCategory ? [column.accessor('category', { header: 'Category' })] : []),
    column.accessor('productType', { header: 'Product type' }),
    column.accessor('vendor', { header: 'Vendor' }),
  ])
