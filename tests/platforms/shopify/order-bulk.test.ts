// Large exports of orders through bulk operations. They have the same orders as exports through pages.
import { parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { everyOrderColumn } from '#shared/order-columns.ts'
import type { ExportOrder } from '#server/platforms/port.ts'
import { bulkOrders } from '#server/platforms/shopify/orders/bulk.ts'
import { everyPart, orderPartsFor } from '#server/platforms/shopify/orders/parts.ts'
import { checkBulkQuery } from '#sandbox/shopify/bulk/check.ts'
import { schemaOf } from '#sandbox/shopify/schema.ts'
import { bothWays } from '#tests/platforms/shopify/both-ways.ts'

const { sandbox, shopWith, bulk, paged } = bothWays()
const walked = (orders: AsyncIterable<ExportOrder>) => Array.fromAsync(orders)
const asked = () => sandbox().requests.map(({ operation }) => operation)

test('it gives the orders that pages give, with all of their line items, in the same order', async () => {
  const byPages = await walked(paged().walkOrders({ query: {} }, everyOrderColumn))
  sandbox().requests.length = 0
  const byBulk = await walked(bulk().walkOrders({ query: {} }, everyOrderColumn))
  expect(byBulk).toEqual(byPages)
  expect(byBulk.some(({ paymentTerms }) => paymentTerms?.nextDueAt)).toBe(true)
  expect(byBulk.some(({ lineItems }) => lineItems.length === 300)).toBe(true)
  expect(asked()).toContain('StartBulk')
  expect(asked()).not.toContain('OrderExportPage')
  expect(asked()).not.toContain('OrderLines')
})

test('the filter goes along, quotes and all, and a later attempt begins behind the last order', async () => {
  const query = { search: 'a "b\\ c', fulfillmentStatus: ['unfulfilled', 'partial'], createdFrom: new Date('2020-01-01') } as const
  for (const selection of [{ query: {} }, { query }, { query: { financialStatus: ['paid'] } }] as const) {
    const all = await walked(paged().walkOrders(selection, ['total']))
    const after = all[Math.floor(all.length / 2)]?.platformOrderId ?? '0'
    const rest = await walked(shopWith(0).walkOrders(selection, ['total'], { after }))
    expect(rest).toEqual(all.filter(({ platformOrderId }) => BigInt(platformOrderId) > BigInt(after)))
  }
})

test('few orders, and chosen ones, are read by pages; so are all where the operation fails', async () => {
  await walked(shopWith(1).walkOrders({ query: {} }, ['total']))
  await walked(shopWith(0).walkOrders({ ids: ['1'] }, ['total']))
  expect(asked()).not.toContain('StartBulk')
  sandbox().faults.add({ kind: 'status', status: 404, shop: 'storage.googleapis.com' })
  expect(await walked(bulk().walkOrders({ query: {} }, ['total']))).toHaveLength(150)
  expect(asked()).toContain('OrderExportPage')
})

test.each([{ ...everyPart, terms: true }, orderPartsFor(['total'])])('what it carries out is valid, whatever is searched for', (parts) => {
  const query = bulkOrders(parts, String.raw`tag:"a \"b\" \\" (email:'x')`)
  const schema = schemaOf('2026-10')
  expect(validate(schema, parse(query)).map(({ message }) => message)).toEqual([])
  expect(checkBulkQuery(schema, query)).not.toHaveProperty('problems')
})
