// The shops of the orders' bench: twenty that are listed together, and one with very many orders.
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
export const listedShops = Array.from({ length: 20 }, (_, at) => shopOf(`listed-${at + 1}`, ordersListed))

/** The bench's size; smaller ones only show that it works. */
export const manyOrders = Number(process.env['BENCH_ORDERS'] ?? 100_000)
export const largeShop = shopOf('orders', manyOrders)

export const listLatencyMs = 300
/** What Shopify allows its largest plan: as if the clock of a usual one ran ten times as fast. */
export const plan = { maximumAvailable: 20_000, restoreRate: 1_000 }
