// Examples of the schemas of stores.
import type { z } from 'zod'
import { platforms } from '#shared/platforms.ts'
import type { schemas } from './schemas.ts'

export const exampleStore = {
  id: 'st_north',
  name: 'North',
  platform: platforms[0],
  domain: 'north.myshopify.com',
  active: true,
  locationId: null,
  currency: 'USD',
  timezone: 'America/New_York',
  credential: 'accessToken',
  state: 'connected',
  stateSince: '2026-03-01T08:00:00.000Z',
  stateReason: null,
} as const

export const storeExamples = {
  Store: exampleStore,
  StoreCreateRequest: { name: 'North', platform: platforms[0], domain: 'north.myshopify.com', token: 'example-admin-access-token' },
  StoreUpdateRequest: { id: exampleStore.id, name: 'North America' },
  StoreConnectRequest: {
    name: 'North',
    platform: platforms[0],
    domain: 'north.myshopify.com',
    clientId: 'example-client-id',
    clientSecret: 'example-client-secret',
  },
  StoreReconnectRequest: { id: exampleStore.id },
  StoreRedirectResponse: { redirectUrl: 'https://backcounter.example.com/api/v1/stores/connect/callback' },
  StoreConnectResponse: { url: 'https://north.myshopify.com/admin/oauth/authorize?client_id=example-client-id' },
  StoreFinishRequest: { refuseIfLimited: true },
  StoreListResponse: { stores: [exampleStore], nextCursor: null },
  StoreResponse: { store: exampleStore },
  StoreSavedResponse: { store: exampleStore, warning: null },
} satisfies { readonly [Key in Extract<keyof typeof schemas, `Store${string}`>]?: z.input<(typeof schemas)[Key]> }
