import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  defaultOrderColumns,
  furtherOrderCategory,
  furtherOrderColumns,
  orderColumn,
  orderColumnCategories,
  orderColumns,
  orderLayouts,
  type OrderColumn,
  type OrderColumnCategory,
  type OrderLayout,
} from '#shared/order-columns.ts'
import { traits } from '#shared/platforms.ts'
import { csvWriter } from '#server/rows/csv.ts'
import { storeTime } from '#server/rows/local-time.ts'
import { orderHeader, orderRows, type RowStore } from '#server/export/order-rows.ts'
import type { ExportOrder } from '#server/platforms/port.ts'
import { exportShopbaseOrder as shopbaseOrder } from '#server/platforms/shopbase/order-map.ts'
import { ShopbaseOrder as ShopbaseWire } from '#server/platforms/shopbase/order-wire.ts'
import { exportShopifyOrder as shopifyOrder } from '#server/platforms/shopify/orders/map.ts'
import { ShopifyOrder as ShopifyWire } from '#server/platforms/shopify/orders/wire.ts'

const recording = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../platforms/recordings/${name}.json`, import.meta.url), 'utf8'))

const cases: { platform: 'shopify' | 'shopbase'; order: ExportOrder; store: RowStore }[] = [
  {
    platform: 'shopify',
    order: shopifyOrder(ShopifyWire.parse(recording('shopify-order'))),
    store: { name: 'Harbor & Pine', platform: 'shopify', timezone: 'Europe/Berlin' },
  },
  {
    platform: 'shopbase',
    order: shopbaseOrder(ShopbaseWire.parse(recording('shopbase-order'))),
    store: { name: 'Gift Barn', platform: 'shopbase', timezone: 'America/New_York' },
  },
]

function csvOf(columns: readonly OrderColumn[], layout: OrderLayout, order: ExportOrder, store: RowStore) {
  const { start, row } = csvWriter({ bom: false, protectFormulas: true, delimiter: ',' }, orderHeader(columns))
  return start(orderHeader(columns)) + orderRows(columns, layout, store)(order).map(row).join('')
}

describe('the catalogue', () => {
  test('has 61 keys in eleven categories, each with a label of its own', () => {
    expect(orderColumns).toHaveLength(61)
    const columns = orderColumns.map((column) => orderColumn[column])
    expect(new Set(columns.map(({ label }) => label)).size).toBe(61)
    expect(new Set(columns.map(({ category }) => category))).toEqual(new Set(orderColumnCategories))
  })

  test('has further columns, each with a label of its own, in a group outside the categories', () => {
    expect(furtherOrderColumns).toHaveLength(16)
    const labels = Object.values(orderColumn).map(({ label }) => label)
    expect(new Set(labels).size).toBe(labels.length)
    for (const column of furtherOrderColumns) expect(orderColumn[column].category).toBe(furtherOrderCategory)
  })

  const address = (of: string) =>
    ['name', 'street', 'address1', 'address2', 'company', 'city', 'zip', 'province', 'country', 'phone'].map((part) => `${of}.${part}`)
  const line = 'quantity name price compareAtPrice sku requiresShipping taxable fulfillmentStatus discount vendor id'
    .split(' ')
    .map((part) => `lineItem.${part}`)
  test.each<[OrderColumnCategory, string[]]>([
    ['Customer Info', ['customer.name', 'customer.email']],
    ['Financial Info', ['financialStatus', 'paidAt']],
    ['Fulfillment Info', ['fulfillmentStatus', 'fulfilledAt']],
    [
      'Order Info',
      'orderName acceptsMarketing currency subtotal taxes total createdAt notes noteAttributes cancelledAt orderId tags source customer.phone'.split(
        ' ',
      ),
    ],
    ['Line Items', line],
    ['Payment Info', ['paymentMethod', 'paymentReference', 'refundedAmount']],
    ['Shipping Info', ['shipping', 'shippingMethod', ...address('shippingAddress')]],
    ['Discount Info', ['discountCode', 'discountAmount']],
    ['Billing Info', address('billingAddress')],
    ['Risk Info', ['riskLevel']],
    ['Store Info', ['storeName', 'storePlatform']],
  ])('%s holds its keys and no others', (category, keys) => {
    const held = orderColumns.filter((column) => orderColumn[column].category === category)
    expect(held.toSorted()).toEqual(keys.toSorted())
  })

  test('54 are chosen at first', () => {
    expect(defaultOrderColumns).toHaveLength(54)
    expect(defaultOrderColumns.slice(0, 3)).toEqual(['orderName', 'customer.email', 'financialStatus'])
    const missing = orderColumns.filter((column) => !defaultOrderColumns.includes(column))
    expect(missing.toSorted()).toEqual([
      'billingAddress.street',
      'customer.name',
      'lineItem.id',
      'riskLevel',
      'shippingAddress.street',
      'storeName',
      'storePlatform',
    ])
  })

  test('the header of a default export stands in the order of Shopify’s own order CSV', () => {
    const shopifys =
      'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount,Tax 1 Name,Tax 1 Value,Tax 2 Name,Tax 2 Value,Tax 3 Name,Tax 3 Value,Tax 4 Name,Tax 4 Value,Tax 5 Name,Tax 5 Value,Phone'.split(
        ',',
      )
    const header = orderHeader(defaultOrderColumns)
    expect(shopifys.filter((label) => header.includes(label))).toEqual(header)
  })
})

describe.each(cases)('an order of $platform', ({ platform, order, store }) => {
  test.each(orderLayouts)('with all columns, layout %s', async (layout) => {
    await expect(csvOf(orderColumns, layout, order, store)).toMatchFileSnapshot(`golden/${platform}-order-${layout}.csv`)
  })

  test('with the further columns', async () => {
    const columns = ['orderName', ...furtherOrderColumns, 'lineItem.sku'] as const
    await expect(csvOf(columns, 'first-row', order, store)).toMatchFileSnapshot(`golden/${platform}-order-further.csv`)
  })

  test('has no value in the columns that the platform is said to lack', () => {
    for (const column of traits[platform].orders.lacks)
      expect(orderRows([column], 'repeat', store)(order).flat()).toEqual(order.lineItems.map(() => null).slice(0, rowsOf(column)))
  })

  const rowsOf = (column: OrderColumn) => orderRows([column], 'repeat', store)(order).length

  test('is one row without a line-item column', () => {
    expect(orderRows(['orderName', 'total'], 'repeat', store)(order)).toEqual([[order.orderName, order.total]])
  })

  test('sums to its total in the first-row layout', () => {
    const totals = orderRows(['total', 'lineItem.sku'], 'first-row', store)(order).map(([total]) => total)
    expect(totals).toEqual([order.total, null])
  })
})

test('times are the store’s, and tell the repeated hour apart', () => {
  const berlin = storeTime('Europe/Berlin')
  expect(berlin('2026-10-25T00:30:00Z')).toBe('2026-10-25 02:30:00 +0200')
  expect(berlin('2026-10-25T01:30:00Z')).toBe('2026-10-25 02:30:00 +0100')
  expect(storeTime('America/New_York')('2026-03-08T06:59:59.000Z')).toBe('2026-03-08 01:59:59 -0500')
  expect(storeTime('Asia/Kathmandu')('2026-01-01T18:15:00Z')).toBe('2026-01-02 00:00:00 +0545')
  expect(storeTime('UTC')('2026-01-01T00:00:00Z')).toBe('2026-01-01 00:00:00 +0000')
  expect(berlin(null)).toBeNull()
})
