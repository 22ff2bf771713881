import type { CopyProduct, CopyVariant } from '#drizzle/catalogue/copy.ts'
import type { ProductColumn } from '#shared/product-fields.ts'
import { keptTime } from '#server/platforms/kept-time.ts'
import type { ExportProduct, ExportVariant } from '#server/platforms/port.ts'

/** The columns whose parts the copy needs of each product. */
export const copiedColumns: readonly ProductColumn[] = [
  'Title',
  'Handle',
  'Vendor',
  'Product Type',
  'Tags',
  'Status',
  'Image link',
  'Option1 Value',
  'Variant SKU',
  'Variant Barcode',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Inventory Qty',
  'Variant Inventory Tracker',
]

/** A time of a shop in milliseconds since 1970. null: the shop tells none that can be kept. */
export const shopTime = (iso: string | null): number | null => keptTime(Date.parse(iso ?? ''))

const mostUnits = 2 ** 31 - 1

/** Whole units, as far as both databases count them. One product with others would keep its store, or the list of all stores, from being read. */
const unitsIn = (quantity: number | null): number | null =>
  quantity === null ? null : Math.min(Math.max(Math.floor(quantity), -mostUnits), mostUnits)

const variantOf = (variant: ExportVariant): CopyVariant => ({
  id: variant.id,
  title: variant.optionValues.join(' / '),
  sku: variant.sku,
  barcode: variant.barcode,
  price: variant.price,
  compareAtPrice: variant.compareAtPrice,
  stock: variant.inventoryTracker === null ? null : unitsIn(variant.inventoryQuantity),
})

/** A walked product as the copy holds it. */
export const copyOf = (product: ExportProduct): CopyProduct => ({
  productId: product.id,
  title: product.title,
  handle: product.handle,
  image: product.images[0]?.url ?? null,
  status: product.status,
  vendor: product.vendor,
  productType: product.productType,
  tags: product.tags,
  createdAt: shopTime(product.createdAt),
  updatedAt: shopTime(product.updatedAt),
  variants: product.variants.map(variantOf),
})
