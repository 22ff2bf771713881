import { expect, test } from 'vitest'
import { orderEvents } from '#client/screens/orders/panel/timeline-events.ts'
import { rangeOf, rangeText } from '#client/format/price-range.ts'
import type { OrderDetail } from '#shared/orders.ts'
import { adminLink, storefrontLink } from '#shared/shop-links.ts'

type Events = Parameters<typeof orderEvents>[0]
const order: Events = {
  createdAt: '2026-01-01T10:00:00Z',
  cancelledAt: null,
  currency: 'EUR',
  payments: [],
  fulfillments: [],
}
const payment = (kind: string, at: string | null, status = 'success') => ({ kind, status, gateway: 'x', at, amount: '5.00' })
const parcel = (status: string, createdAt: string | null, company: string | null): OrderDetail['fulfillments'][number] => ({
  status,
  createdAt,
  tracking: [{ company, number: null, url: null }],
})
const labels = (changed: Partial<Events>) => orderEvents({ ...order, ...changed }).map(({ label }) => label)

test('what happened to an order stands in the order of time', () => {
  expect(labels({})).toEqual(['Ordered'])
  expect(
    labels({
      // Zones differ between platforms, so the texts are not compared as such.
      payments: [payment('refund', '2026-01-04T09:00:00+02:00'), payment('sale', '2026-01-01T10:05:00Z')],
      fulfillments: [parcel('success', '2026-01-02T00:00:00Z', 'UPS')],
      cancelledAt: '2026-01-04T08:00:00Z',
    }),
  ).toEqual(['Ordered', 'Paid €5.00', 'Shipped by UPS', 'Refunded €5.00', 'Cancelled'])
})

test('an attempt that failed and what has no time are no events, and an unknown kind is named', () => {
  expect(labels({ payments: [payment('sale', '2026-01-02T00:00:00Z', 'failure'), payment('capture', null)] })).toEqual(['Ordered'])
  expect(
    labels({ payments: [payment('change', '2026-01-02T00:00:00Z')], fulfillments: [parcel('pending', '2026-01-03T00:00:00Z', null)] }),
  ).toEqual(['Ordered', 'Change €5.00', 'Shipment pending'])
})

const priceRange = (variants: { price: string }[], currency: string) => {
  const range = rangeOf(variants)
  return range && rangeText(range, currency)
}

test('the prices of a product are a range, compared as numbers', () => {
  expect(priceRange([], 'USD')).toBeNull()
  expect(priceRange([{ price: '9.00' }, { price: '9' }], 'USD')).toBe('$9.00')
  expect(priceRange([{ price: '9.50' }, { price: '10.00' }, { price: '100.00' }], 'USD')).toBe('$9.50 – $100.00')
})

test('links lead into the shop of each platform', () => {
  expect(adminLink({ platform: 'shopify', domain: 'north.myshopify.com' }, 'orders', '7')).toBe(
    'https://admin.shopify.com/store/north/orders/7',
  )
  expect(adminLink({ platform: 'shopbase', domain: 'gift.onshopbase.com' }, 'products', '7')).toBe(
    'https://gift.onshopbase.com/admin/products/7',
  )
  expect(storefrontLink('gift.onshopbase.com', 'áo')).toBe('https://gift.onshopbase.com/products/%C3%A1o')
})
