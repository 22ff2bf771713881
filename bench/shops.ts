// The shops of the bench in two sizes, with the same goods on every machine.
import type { ShopSettings } from '#sandbox/settings.ts'

export const accessToken = 'shpat_bench_not_a_secret'

const shopOf = (products: number) =>
  ({
    platform: 'shopify',
    host: `bench-${products}.myshopify.com`,
    name: `Bench ${products}`,
    currency: 'USD',
    timezone: 'America/New_York',
    products,
    scopes: ['read_products', 'read_inventory', 'read_locations', 'read_orders', 'read_customers'],
    credentials: { accessToken },
  }) satisfies ShopSettings

export const benchShops = { small: shopOf(1_000), large: shopOf(10_000) }
export type BenchShop = keyof typeof benchShops

/** The delay of every answer of the shops in milliseconds, as from a distant shop. */
export const latencyMs = 50
