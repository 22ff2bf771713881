import type { Store } from '#shared/stores.ts'

/** A connected Shopify store, with the given changes. */
export const madeStore = (change: Partial<Store> & Pick<Store, 'id' | 'name'>): Store => ({
  platform: 'shopify',
  domain: `${change.id}.myshopify.com`,
  active: true,
  locationId: null,
  currency: 'USD',
  timezone: 'UTC',
  credential: 'accessToken',
  state: 'connected',
  stateSince: null,
  stateReason: null,
  ...change,
})
