// The shops of the orders' bench: twenty shops in one list, and one shop with 100,000 orders by default.
import type { ShopSettings } from '#sandbox/settings.ts'
import { accessToken } from './shops.ts'

const shopOf = (name: string, orders: number) =>
  ({
    platform: 'shopify',
    host: `bench-${name}.myshopify.com`,
    name: `Bench ${name}`,
    currency: 'USD',
    timezone: 'America/New_York',
    products: 300,
    orders,
    scopes: ['read_products', 'read_inventory', 'read_locations', 'read_orders', 'read_customers', 'read_all_orders'],
    credentials: { accessToken },
  }) satisfies ShopSettings

const ordersListed = 300
export const listedShops = Array.from({ length: 20 }, (_, index) => shopOf(`listed-${index + 1}`, ordersListed))

/** The bench's size. Smaller values only test that the bench works. */
export const manyOrders = Number(process.env['BENCH_ORDERS'] ?? 100_000)
export const largeShop = shopOf('orders', manyOrders)

export const listLatencyMs = 300
/**
 * A usual plan's bucket, 2.5 times as fast as in reality: otherwise 100,000 orders take ten minutes. With a higher rate, an export waits
 * for the emulated shop, which shares two cores with it, instead of the bucket.
 */
export const plan = { maximumAvailable: 2_000, restoreRate: 250 }
