// The shop of the large exports: as many products as one export may have.
import type { ShopSettings } from '#sandbox/settings.ts'
import { productFields, type ProductField } from '#shared/product-fields.ts'
import { accessToken } from './shops.ts'

/** The bench's size; smaller ones only show that it works. */
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

/** How the shop's storage sends the file of a bulk operation. */
export const fileBytesPerSecond = 10_000_000

/** All products, with everything that can be exported of them unless fewer columns are named. */
export const largeExport = (storeId: string, fields: readonly ProductField[] = productFields) => ({
  storeId,
  config: { fields, maxItemsPerFile: 100_000 },
})
