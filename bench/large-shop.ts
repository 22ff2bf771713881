// The shop of the large exports: the maximum number of products of one export.
import type { ShopSettings } from '#sandbox/settings.ts'
import { productFields, type ProductField } from '#shared/product-fields.ts'
import { accessToken } from './shops.ts'

/** The bench's size. Smaller values only test that the bench works. */
export const manyProducts = Number(process.env['BENCH_PRODUCTS'] ?? 100_000)

export const largeShop = {
  platform: 'shopify',
  host: 'bench-large.myshopify.com',
  name: 'Bench large',
  currency: 'USD',
  timezone: 'America/New_York',
  products: manyProducts,
  scopes: ['read_products', 'read_inventory', 'read_orders', 'read_customers'],
  credentials: { accessToken },
} satisfies ShopSettings

/** The download speed of a bulk operation's file. */
export const fileBytesPerSecond = 10_000_000

/** An export of all products. Default: all columns. */
export const largeExport = (storeId: string, fields: readonly ProductField[] = productFields) => ({
  storeId,
  config: { fields, maxItemsPerFile: 100_000 },
})
