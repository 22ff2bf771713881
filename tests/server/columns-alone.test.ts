// Each column exported alone equals its column in the full export: it does not depend on the other columns' queries.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyOrderColumn, orderColumn, type OrderColumn } from '#shared/order-columns.ts'
import { everyProductField, type ProductField } from '#shared/product-fields.ts'
import type { Cell } from '#server/rows/csv.ts'
import { orderRows } from '#server/export/order-rows.ts'
import { productRows } from '#server/export/product-rows.ts'
import { inTurns } from '#server/platforms/ahead.ts'
import type { Shop } from '#server/platforms/port.ts'
import { createPlatforms, type Platforms } from '#server/platforms/registry.ts'
import type { ShopSettings } from '#sandbox/settings.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { fakeClock } from '#tests/platforms/fake-clock.ts'
import { shopbase } from '#tests/platforms/shopbase/subject.ts'
import { shopify } from '#tests/platforms/shopify/subject.ts'

/** The unusual products and orders come first, followed by a few ordinary ones. */
const small = (settings: ShopSettings): ShopSettings => ({ ...settings, products: 50, orders: 40 })
const ways = [
  { way: 'Shopify by pages', subject: shopify, bulkAfterMs: Number.POSITIVE_INFINITY },
  { way: 'Shopify by bulk operations', subject: shopify, bulkAfterMs: 0 },
  { way: 'ShopBase', subject: shopbase, bulkAfterMs: Number.POSITIVE_INFINITY },
]
/** Connections allow a few concurrent calls. */
const AT_ONCE = 6

const store = { name: 'Shop', platform: 'shopify', timezone: 'UTC' } as const
type Rows = Cell[][][]

/** The rows of each product. */
async function products(shop: Shop, fields: readonly ProductField[]): Promise<Rows> {
  const rowsOf = productRows(fields, 0, 'USD')
  return Array.fromAsync(shop.walkProducts({ query: {} }, fields), (product) => rowsOf(product))
}

async function orders(shop: Shop, columns: readonly OrderColumn[]): Promise<Rows> {
  const rowsOf = orderRows(columns, 'first-row', store)
  return Array.fromAsync(shop.walkOrders({ query: {} }, columns), (order) => rowsOf(order))
}

const isEmpty = (cell: Cell | undefined) => cell === null || cell === undefined || cell === ''

/**
 * A column of the full export. Rows after a product's first are omitted where the column is empty; a handle only identifies the product.
 */
const columnOf = (full: Rows, at: number, field: ProductField): Rows =>
  full.map((rows) => rows.map((row) => [row[at] ?? null]).filter(([cell], line) => line === 0 || (field !== 'Handle' && !isEmpty(cell))))

/** A column of the full export. A column that is not about line items is only on each order's first row. */
const orderColumnOf = (full: Rows, at: number, column: OrderColumn): Rows =>
  full.map((rows) => (orderColumn[column].category === 'Line Items' ? rows : rows.slice(0, 1)).map((row) => [row[at] ?? null]))

describe.each(ways)('$way', ({ subject, bulkAfterMs }) => {
  let sandbox: Sandbox
  let platforms: Platforms
  let shop: Shop
  beforeAll(async () => {
    sandbox = await startSandbox({ shops: [small(subject.settings)] })
    sandbox.tune({ costBucket: false, callBucket: false })
    platforms = createPlatforms({ ...fakeClock(), endpoints: sandbox.endpoints, log: () => {}, bulkAfterMs })
    shop = platforms.connect(subject.connection)
  })
  afterAll(async () => {
    await platforms.close()
    await sandbox.close()
  })

  test('every field of products', async () => {
    const full = await products(shop, everyProductField)
    expect(full.length).toBe(50)
    const alone = await inTurns(everyProductField, AT_ONCE, (field) => products(shop, [field]))
    if (bulkAfterMs === 0) expect(sandbox.requests.map(({ operation }) => operation)).toContain('StartBulk')
    for (const [index, field] of everyProductField.entries()) expect([field, alone[index]]).toEqual([field, columnOf(full, index, field)])
  })

  test('every column of orders', async () => {
    const full = await orders(shop, everyOrderColumn)
    expect(full.length).toBe(40)
    const alone = await inTurns(everyOrderColumn, AT_ONCE, (column) => orders(shop, [column]))
    for (const [index, column] of everyOrderColumn.entries())
      expect([column, alone[index]]).toEqual([column, orderColumnOf(full, index, column)])
  })

  test('fields of the product alone make a row for each product', async () => {
    const full = await products(shop, ['Title', 'SKU', 'Price', 'Color'])
    expect(full.every((rows) => rows.length === 1)).toBe(true)
  })
})
