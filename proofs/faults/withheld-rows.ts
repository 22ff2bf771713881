// Case 138: Shopify shops that withhold customers' data from the app, in each of Shopify's ways, or because a scope is missing.
import assert from 'node:assert/strict'
import { z } from 'zod'
import { startSandbox } from '#sandbox/start.ts'
import type { ShopifySettings } from '#sandbox/settings.ts'
import { messages } from '#shared/messages.ts'
import { shopifyMessages } from '#shared/shopify-messages.ts'
import { OrderDetail, OrderListResponse } from '#shared/orders.ts'
import { nothingKnown, proofShop, type Fixture } from './fixture.ts'
import { ask, assertFailed, orderOf, said } from './calls.ts'
import { outcomeOf, madeJob } from './exports.ts'
import { everywhere, type Row, type Trial } from './row.ts'
import { openProofServer, type ProofServer } from './server.ts'

type Hidden = NonNullable<ShopifySettings['hidesPersons']> | 'scope'
const { personsHidden, customersHidden, ordersHidden, ordersRefused } = shopifyMessages
const says: Record<Hidden, string> = {
  fields: personsHidden,
  fieldsWithCode: personsHidden,
  objects: personsHidden,
  orders: ordersHidden,
  scope: customersHidden,
}

function hidingShop(hidden: Hidden): ShopifySettings {
  const shop = proofShop('shopify', `hides-${hidden.toLowerCase()}`)
  if (shop.platform !== 'shopify') throw new Error('a shop of the wrong platform')
  if (hidden !== 'scope') return { ...shop, hidesPersons: hidden }
  return { ...shop, scopes: shop.scopes.filter((scope) => scope !== 'read_customers') }
}

type Hiding = { shop: ShopifySettings; server: ProofServer; fixture: Fixture }

/** The work at a server whose only shop withholds customers' data. */
async function at(fixture: Fixture, hidden: Hidden, bulkAfterMs: number, work: (hiding: Hiding) => Promise<void>): Promise<void> {
  const shop = hidingShop(hidden)
  const sandbox = await startSandbox({ shops: [shop] })
  sandbox.tune({ costBucket: false })
  const server = await openProofServer({ shops: [shop], endpoints: { ...sandbox.endpoints }, bulkAfterMs })
  const own: Fixture = { ...fixture, sandbox, people: server, shops: { ...fixture.shops, shopify: shop }, known: nothingKnown() }
  try {
    await work({ shop, server, fixture: own })
  } finally {
    await server[Symbol.asyncDispose]()
    await sandbox.close()
  }
}

const trial =
  (hidden: Hidden, work: (hiding: Hiding) => Promise<void>, bulkAfterMs = Infinity): Trial =>
  (fixture) =>
    at(fixture, hidden, bulkAfterMs, work)

const tested = (hidden: Hidden) =>
  trial(hidden, async ({ fixture, shop }) => {
    const { limits } = z.object({ limits: z.array(z.string()) }).parse(said(await ask(fixture, 'test', shop)))
    assert.deepEqual(limits, [hidden === 'scope' ? messages.stores.missingScopes(['read_customers']) : says[hidden]])
  })

const listed = (hidden: Hidden) =>
  trial(hidden, async ({ shop, server }) => {
    const answer = await server.call('POST', '/orders/fetch', { storeIds: [server.storeOf(shop.host)], limit: 50 })
    if (hidden === 'orders') return assertFailed(answer, 'STORE_LACKS_SCOPE', ordersRefused(shop.name))
    const { orders, warnings } = OrderListResponse.parse(answer.body)
    assert.deepEqual([orders.length, orders.some(({ customer }) => customer !== null)], [shop.orders, false])
    assert.deepEqual(warnings, [`${shop.name}: ${says[hidden]}`])
  })

const shown = (hidden: Hidden) =>
  trial(hidden, async ({ fixture, shop }) => {
    // Without listed orders, any number is sufficient.
    if (hidden === 'orders') fixture.known.texts.set(orderOf(shop), Promise.resolve('1'))
    const answer = await ask(fixture, 'order', shop)
    if (hidden === 'orders') return assertFailed(answer, 'STORE_LACKS_SCOPE', ordersRefused(shop.name))
    assert.equal(z.object({ order: OrderDetail }).parse(said(answer)).order.customer, null)
  })

const exported = (hidden: Hidden, bulkAfterMs: number) =>
  trial(
    hidden,
    async ({ shop, server }) => {
      const columns = ['orderName', 'customer.name', 'customer.email', 'shippingAddress.name', 'total']
      const id = await madeJob(server, '/orders/export', { storeIds: [server.storeOf(shop.host)], columns })
      const { job, file } = await outcomeOf(server, id)
      if (hidden === 'orders') {
        assert.deepEqual([job.status, job.error?.message, file], ['failed', ordersRefused(shop.name), null])
        return
      }
      assert.deepEqual([job.status, job.warning, job.counts.fetched], ['completed', says[hidden], shop.orders])
      assert.equal(file?.trimEnd().split('\r\n').length, (shop.orders ?? 0) + 1)
    },
    bulkAfterMs,
  )

const row = (hidden: Hidden, what: string): Row => ({
  number: 138,
  what,
  cells: {
    ...everywhere('knows no customers'),
    test: tested(hidden),
    list: listed(hidden),
    order: shown(hidden),
    'export page': exported(hidden, Infinity),
    'bulk poll': exported(hidden, 0),
    'bulk download': 'there is no file',
  },
})

export const withheldCases: readonly Row[] = [
  row('fields', 'names and addresses are kept, errors without a code'),
  row('fieldsWithCode', 'names and addresses are kept, ACCESS_DENIED'),
  row('objects', 'customers and addresses are kept as a whole'),
  row('orders', 'orders are kept as a whole'),
  row('scope', 'the scope read_customers is missing'),
]
