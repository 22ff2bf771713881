// Case 200: a ShopBase shop that writes its values in other types than it says, and shops that send a row that nobody can read.
import assert from 'node:assert/strict'
import { z } from 'zod'
import { messages } from '#shared/messages.ts'
import { OrderListResponse } from '#shared/orders.ts'
import { platforms, type Platform } from '#shared/platforms.ts'
import { under, type Bench, type Strike } from './bench.ts'
import { ask, said, undisturbed } from './calls.ts'
import { assertJobFailed, exported } from './exports.ts'
import { secondPage } from './http-rows.ts'
import { everywhere, type Row, type Trial } from './row.ts'

const odd: Strike = { kind: 'altered', how: 'oddScalars' }
const unreadable: Strike = { kind: 'altered', how: 'unreadableRow' }

async function orders({ people, shops }: Bench, platform: Platform = 'shopbase'): Promise<OrderListResponse> {
  const { status, body, text } = await people.call('POST', '/orders/fetch', { storeIds: [people.storeOf(shops[platform].host)] })
  assert.equal(status, 200, text.slice(0, 300))
  return OrderListResponse.parse(body)
}

const aim = ({ shops }: Bench) => ({ shop: shops.shopbase.host })

const listed: Trial = async (bench) => {
  const products = await undisturbed(bench, 'list', bench.shops.shopbase)
  assert.deepEqual(said(await under(bench, odd, aim(bench), () => ask(bench, 'list', bench.shops.shopbase))), products)
  const whole = await orders(bench)
  const list = await under(bench, odd, aim(bench), () => orders(bench))
  assert.deepEqual([list.orders.length, list.warnings], [whole.orders.length, []])
}

const read: Trial = async (bench) => {
  said(await under(bench, odd, aim(bench), () => ask(bench, 'order', bench.shops.shopbase)))
}

const exportedWhole: Trial = async (bench) => {
  const { job } = await under(bench, odd, aim(bench), () => exported(bench.pages, bench.shops.shopbase))
  assert.deepEqual([job.status, job.counts.fetched], ['completed', bench.shops.shopbase.products])
}

const leftOut: Trial = async (bench) => {
  for (const [platform, field] of [
    ['shopbase', 'created_at'],
    ['shopify', 'currencyCode'],
  ] as const) {
    const whole = await orders(bench, platform)
    const list: OrderListResponse = await under(bench, unreadable, { shop: bench.shops[platform].host }, () => orders(bench, platform))
    assert.equal(list.orders.length, whole.orders.length - 1)
    const [, second] = whole.orders
    assert.ok(second)
    const row = { row: `order ${second.orderName} (id ${second.platformOrderId})`, field }
    assert.deepEqual(list.warnings, [`${second.storeName}: ${messages.platform.rowsLeftOut([row], 0)}`])
  }
}

const Named = z.object({ job: z.object({ error: z.object({ message: z.string() }) }) })

/** Exports of these platforms' products fail, and name a product and its field. */
export const failingNamed =
  (strike: Strike, fields: Partial<Record<Platform, string>>): Trial =>
  async (bench) => {
    for (const platform of platforms.filter((one) => one in fields)) {
      const shop = bench.shops[platform]
      const failed = await under(bench, strike, { shop: shop.host, ...secondPage[platform] }, () => exported(bench.pages, shop))
      const { message } = Named.parse(failed).job.error
      const [, field] = /: product .+ \(id \d+\) cannot be read: .+ "(.+)"$/.exec(message) ?? []
      assert.equal(field, fields[platform])
      assertJobFailed(failed, 'STORE_ROW_INVALID', message)
    }
  }

export const oddCases: readonly Row[] = [
  {
    number: 200,
    what: 'scalars of another type',
    cells: { ...everywhere('as in lists'), list: listed, order: read, 'export page': exportedWhole },
  },
  {
    number: 200,
    what: 'a row that cannot be read',
    cells: {
      ...everywhere('as in lists'),
      list: leftOut,
      'export page': failingNamed(unreadable, { shopify: 'status', shopbase: 'variants.0' }),
    },
  },
]
