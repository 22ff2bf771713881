import type { ShopSettings } from '#sandbox/settings.ts'

/** The address that the server of the proof believes to have. */
export const fuzzedUrl = 'http://localhost:3000'

const scopes = [
  'read_products',
  'write_products',
  'read_inventory',
  'read_locations',
  'read_orders',
  'read_customers',
  'read_all_orders',
  'read_markets',
]
const size = { currency: 'USD', timezone: 'America/New_York', products: 40, orders: 60, scopes }

/** Small shops, one of each platform. */
export const fuzzedShops: readonly ShopSettings[] = [
  {
    ...size,
    platform: 'shopify',
    host: 'fuzz-north.myshopify.com',
    name: 'North',
    credentials: { accessToken: 'shpat_fuzz_north_secret' },
    app: { clientId: 'fuzz-north-app', clientSecret: 'shpss_fuzz_north_app_secret', isForeign: true },
  },
  {
    ...size,
    platform: 'shopbase',
    host: 'fuzz-print.onshopbase.com',
    name: 'Print',
    credentials: { apiKey: 'fuzz-print-api-key', password: 'fuzz-print-password' },
  },
]
