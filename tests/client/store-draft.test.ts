import { describe, expect, test } from 'vitest'
import {
  connectRequestOf,
  createRequestOf,
  isApprovedIn,
  storeDraftOf,
  mistakesIn,
  newStoreDraft,
  requestOf,
  withPlatform,
  type StoreDraft,
} from '#client/screens/stores/store-draft.ts'
import type { Store } from '#shared/stores.ts'

const shopify: StoreDraft = {
  ...newStoreDraft('shopify'),
  name: 'North',
  domain: 'north.myshopify.com',
  token: 'shpat_1',
  locationId: ' 77 ',
}
const keys = { apiKey: 'k', apiPassword: 'p' }
const shopbase: StoreDraft = { ...newStoreDraft('shopbase'), name: 'West', domain: 'west.onshopbase.com', ...keys }
const stored: Store = {
  id: 's1',
  name: 'North',
  platform: 'shopify',
  domain: 'north.myshopify.com',
  active: true,
  locationId: null,
  currency: 'USD',
  timezone: 'UTC',
  credential: 'accessToken',
  state: null,
  stateSince: null,
  stateReason: null,
}

describe('what is sent', () => {
  test('for Shopify holds the token and no ShopBase keys', () => {
    expect(requestOf({ ...shopify, ...keys })).toEqual({
      name: 'North',
      platform: 'shopify',
      domain: 'north.myshopify.com',
      active: true,
      currency: '',
      timezone: '',
      locationId: '77',
      token: 'shpat_1',
    })
  })

  test('of a new store leaves out what the shop is to fill in', () => {
    expect(createRequestOf(shopify)).not.toHaveProperty('currency')
    expect(createRequestOf({ ...shopify, timezone: 'Asia/Ho_Chi_Minh' })).toMatchObject({
      timezone: 'Asia/Ho_Chi_Minh',
      fillFromShop: true,
    })
  })

  test('for ShopBase holds the keys, no token and no location', () => {
    const request = requestOf({ ...withPlatform(shopify, 'shopbase'), ...keys })
    expect(request).toMatchObject({ platform: 'shopbase', locationId: null, ...keys })
    expect(request).not.toHaveProperty('token')
  })

  test('for a client id and secret holds no token', () => {
    const request = requestOf({ ...shopify, credential: 'clientCredentials', clientId: 'id', clientSecret: 'secret' })
    expect(request).toMatchObject({ clientId: 'id', clientSecret: 'secret' })
    expect(request).not.toHaveProperty('token')
  })

  test('on edit leaves empty secrets out', () => {
    expect(Object.keys(requestOf(storeDraftOf(stored)))).toEqual([
      'name',
      'platform',
      'domain',
      'active',
      'currency',
      'timezone',
      'locationId',
    ])
  })
})

describe('mistakes', () => {
  test('none in what is complete', () => {
    expect([mistakesIn(shopify, null), mistakesIn(shopbase, null), mistakesIn(storeDraftOf(stored), stored)]).toEqual([{}, {}, {}])
  })

  test('in an empty form are all named at once', () => {
    expect(mistakesIn(newStoreDraft('shopify'), null)).toEqual({
      name: 'Please enter a name',
      domain: 'Please enter the domain',
      token: 'Please enter the access token',
    })
  })

  test('an approval is asked for with the app, and changes no address', () => {
    const draft: StoreDraft = { ...shopify, credential: 'appGrant', clientId: 'id', clientSecret: 'secret' }
    expect(connectRequestOf(draft)).toEqual({
      name: 'North',
      platform: 'shopify',
      domain: 'north.myshopify.com',
      active: true,
      locationId: '77',
      clientId: 'id',
      clientSecret: 'secret',
    })
    expect(isApprovedIn(draft, stored)).toBe(true)
    expect(isApprovedIn({ ...draft, clientId: '', clientSecret: '' }, { ...stored, credential: 'appGrant' })).toBe(false)
    expect(mistakesIn({ ...draft, domain: 'other.myshopify.com' }, stored)).toEqual({
      domain: 'Please add a shop at another address as a new store',
    })
  })

  test.each(['north.example.com', '10.0.0.1', 'north.myshopify.com:8443', 'north.myshopify.com/admin/orders'])(
    '%s is no shop',
    (domain) => {
      expect(mistakesIn({ ...shopify, domain }, null)).toEqual({ domain: "Please enter the shop's own address: your-shop.myshopify.com" })
    },
  )

  test('each missing ShopBase secret is named', () => {
    expect(mistakesIn({ ...shopbase, apiKey: '', apiPassword: '' }, null)).toEqual({
      apiKey: 'Please enter the API key',
      apiPassword: 'Please enter the API password',
    })
  })

  test.each<[string, Partial<StoreDraft>, string[]]>([
    ['the domain', { domain: 'south.myshopify.com' }, ['token']],
    ['the platform', { platform: 'shopbase', credential: 'apiPassword', domain: 'north.onshopbase.com' }, ['apiKey', 'apiPassword']],
    ['the kind of credentials', { credential: 'clientCredentials' }, ['clientId', 'clientSecret']],
  ])('a change of %s wants the credentials again', (_name, change, fields) => {
    const again = Object.fromEntries(fields.map((field) => [field, 'Please re-enter the credentials']))
    expect(mistakesIn({ ...storeDraftOf(stored), ...change }, stored)).toEqual(again)
  })

  test('writing the domain differently is no change', () => {
    expect(mistakesIn({ ...storeDraftOf(stored), domain: ' https://North.myshopify.com/ ' }, stored)).toEqual({})
  })

  test('half of a pair of secrets is not enough', () => {
    const pair: Store = { ...stored, credential: 'clientCredentials' }
    expect(mistakesIn({ ...storeDraftOf(pair), clientSecret: 'new' }, pair)).toEqual({ clientId: 'Please enter the client ID' })
  })
})
