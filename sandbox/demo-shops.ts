import type { ShopSettings } from './settings.ts'

const READS = ['read_products', 'read_inventory', 'read_orders', 'read_customers']

/** The shops of the demo. Their secrets open nothing but the sandbox. */
export const demoShops: readonly ShopSettings[] = [
  {
    platform: 'shopify',
    host: 'north.myshopify.com',
    name: 'North Supply',
    currency: 'USD',
    timezone: 'America/New_York',
    products: 10_000,
    scopes: [...READS, 'read_all_orders'],
    credentials: { accessToken: 'shpat_demo_not_a_secret_north' },
  },
  {
    platform: 'shopify',
    host: 'harbor.myshopify.com',
    name: 'Harbor & Pine',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    products: 400,
    scopes: [...READS, 'read_all_orders'],
    credentials: { clientId: 'demo-client-id-harbor', clientSecret: 'shpss_demo_not_a_secret_harbor' },
  },
  {
    platform: 'shopify',
    host: 'lotus.myshopify.com',
    name: 'Lotus Sài Gòn',
    currency: 'SGD',
    timezone: 'Asia/Ho_Chi_Minh',
    products: 300,
    scopes: [...READS, 'read_all_orders'],
    credentials: { accessToken: 'shpat_demo_not_a_secret_lotus' },
  },
  {
    platform: 'shopify',
    host: 'southern.myshopify.com',
    name: 'Southern Cross',
    currency: 'AUD',
    timezone: 'Australia/Sydney',
    products: 250,
    scopes: READS,
    credentials: { accessToken: 'shpat_demo_not_a_secret_southern' },
  },
  {
    platform: 'shopbase',
    host: 'printhouse.onshopbase.com',
    name: 'Print House',
    currency: 'USD',
    timezone: 'America/Los_Angeles',
    products: 350,
    scopes: ['read_products', 'read_orders'],
    credentials: { apiKey: 'demo-api-key-printhouse', password: 'demo-not-a-secret-printhouse' },
  },
  {
    platform: 'shopbase',
    host: 'giftbarn.onshopbase.com',
    name: 'Gift Barn',
    currency: 'GBP',
    timezone: 'Europe/London',
    products: 300,
    scopes: ['read_products', 'read_orders'],
    credentials: { apiKey: 'demo-api-key-giftbarn', password: 'demo-not-a-secret-giftbarn' },
  },
]
