import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { ProductListRequest } from '#shared/products.ts'
import { encodeProductCursor, decodeProductCursor } from '#server/products/cursor.ts'
import { toQuery } from '#server/products/query.ts'

const store = (timezone: string) => ({ platform: 'shopify' as const, timezone })

test.each([
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['Asia/Ho_Chi_Minh', '2026-06-01', '2026-05-31T17:00:00.000Z', '2026-06-01T17:00:00.000Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ['UTC', '2024-02-29', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
])('in %s the day %s is whole, clock changes included', (timezone, day, from, until) => {
  const query = toQuery(store(timezone), { createdAfter: day, createdBefore: day })
  expect([query.createdFrom?.toISOString(), query.createdUntil?.toISOString()]).toEqual([from, until])
})

test('what the platform cannot filter by is refused, never ignored', () => {
  const shopbase = { platform: 'shopbase' as const, timezone: 'UTC' }
  expect(() => toQuery(shopbase, { tag: ['new'] })).toThrow('ShopBase shops cannot be filtered by tag')
  expect(() => toQuery(shopbase, { collection: ['1', '2'] })).toThrow('ShopBase shops take one value for collection')
  expect(toQuery(shopbase, { collection: ['1'], search: '  tee ' })).toEqual({ collection: ['1'], search: 'tee' })
})

const list = (change: object = {}) => ProductListRequest.parse({ storeId: 'a', ...change })

test('a cursor goes on with its own list and no other', () => {
  const cursor = encodeProductCursor(list({ filters: { status: 'draft' } }), 'platform-cursor')
  expect(decodeProductCursor(list({ filters: { status: 'draft' }, limit: 100 }), cursor)).toBe('platform-cursor')
  for (const other of [
    list(),
    list({ storeId: 'b', filters: { status: 'draft' } }),
    list({ filters: { status: 'draft' }, sortKey: 'TITLE' }),
  ])
    expect(() => decodeProductCursor(other, cursor)).toThrow(AppError)
})

test.each(['x', '!!', Buffer.from('{}').toString('base64url'), Buffer.from('null').toString('base64url')])(
  '"%s" is no cursor',
  (cursor) => {
    expect(() => decodeProductCursor(list(), cursor)).toThrow(new AppError('INVALID_CURSOR'))
  },
)
