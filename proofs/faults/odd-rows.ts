// Case 200: a ShopBase shop with values of other types than documented, and shops with an unreadable row.
import assert from 'node:assert/strict'
import { z } from 'zod'
import { messages } from '#shared/messages.ts'
import { OrderListResponse } from '#shared/orders.ts'
import { platforms, type Platform } from '#shared/platforms.ts'
import { under, type Fixture, type InjectedFault } from './fixture.ts'
import { ask, said, undisturbed } from './calls.ts'
import { assertJobFailed, exported } from './exports.ts'
import { secondPage } from './http-rows.ts'
import { everywhere, type Row, type Trial } from './row.ts'

const odd: InjectedFault = { kind: 'altered', how: 'oddScalars' }
const unreadable: InjectedFault = { kind: 'altered', how: 'unreadableRow' }

async function orders({ people, shops }: Fixture, platform: Platform = 'shopbase'): Promise<OrderListResponse> {
  const { status, body, text } = await people.call('POST', '/orders/fetch', { storeIds: [people.storeOf(shops[platform].host)] })
  assert.equal(status, 200, text.slice(0, 300))
  return OrderListResponse.parse(body)
}

const aim = ({ shops }: Fixture) => ({ shop: shops.shopbase.host })

const listed: Trial = async (fixture) => {
  const products = await undisturbed(fixture, 'list', fixture.shops.shopbase)
  assert.deepEqual(said(await under(fixture, odd, aim(fixture), () => ask(fixture, 'list', fixture.shops.shopbase))), products)
  const whole = await orders(fixture)
  const list = await under(fixture, odd, aim(fixture), () => orders(fixture))
  assert.deepEqual([list.orders.length, list.warnings], [whole.orders.length, []])
}

const read: Trial = async (fixture) => {
  said(await under(fixture, odd, aim(fixture), () => ask(fixture, 'order', fixture.shops.shopbase)))
}

const exportedWhole: Trial = async (fixture) => {
  const { job } = await under(fixture, odd, aim(fixture), () => exported(fixture.pages, fixture.shops.shopbase))
  assert.deepEqual([job.status, job.counts.fetched], ['completed', fixture.shops.shopbase.products])
}

const leftOut: Trial = async (fixture) => {
  for (const [platform, field] of [
    ['shopbase', 'created_at'],
    ['shopify', 'currencyCode'],
  ] as const) {
    const whole = await orders(fixture, platform)
    const list: OrderListResponse = await under(fixture, unreadable, { shop: fixture.shops[platform].host }, () =>
      orders(fixture, platform),
    )
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
  (inject: InjectedFault, fields: Partial<Record<Platform, string>>): Trial =>
  async (fixture) => {
    for (const platform of platforms.filter((one) => one in fields)) {
      const shop = fixture.shops[platform]
      const failed = await under(fixture, inject, { shop: shop.host, ...secondPage[platform] }, () => exported(fixture.pages, shop))
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
