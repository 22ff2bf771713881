// Case 200: a ShopBase shop that writes its values in other types than it says, and one that sends a row that nobody can read.
import assert from 'node:assert/strict'
import { z } from 'zod'
import { messages } from '#shared/messages.ts'
import { OrderListResponse } from '#shared/orders.ts'
import { under, type Bench, type Strike } from './bench.ts'
import { ask, said, undisturbed } from './calls.ts'
import { assertJobFailed, exported } from './exports.ts'
import { everywhere, type Row, type Trial } from './row.ts'

const odd: Strike = { kind: 'altered', how: 'oddScalars' }
const unreadable: Strike = { kind: 'altered', how: 'unreadableRow' }

async function orders({ people, shops }: Bench): Promise<OrderListResponse> {
  const { status, body, text } = await people.call('POST', '/orders/fetch', { storeIds: [people.storeOf(shops.shopbase.host)] })
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
  const whole = await orders(bench)
  const list = await under(bench, unreadable, aim(bench), () => orders(bench))
  assert.equal(list.orders.length, whole.orders.length - 1)
  const [, second] = whole.orders
  assert.ok(second)
  const row = { row: `order ${second.orderName} (id ${second.platformOrderId})`, field: 'created_at' }
  assert.deepEqual(list.warnings, [`${second.storeName}: ${messages.platform.rowsLeftOut([row], 0)}`])
}

const Named = z.object({ job: z.object({ error: z.object({ message: z.string() }) }) })

const failsNamed: Trial = async (bench) => {
  const { shopbase } = bench.shops
  const failed = await under(bench, unreadable, { ...aim(bench), operation: '/admin/products.json' }, () => exported(bench.pages, shopbase))
  const { message } = Named.parse(failed).job.error
  assert.match(message, /: product .+ \(id \d+\) cannot be read: .+ "variants\.0"$/)
  assertJobFailed(failed, 'STORE_ROW_INVALID', message)
}

export const oddCases: readonly Row[] = [
  {
    number: 200,
    what: 'scalars of another type',
    cells: { ...everywhere('as in lists'), list: listed, order: read, 'export page': exportedWhole },
  },
  { number: 200, what: 'a row that cannot be read', cells: { ...everywhere('as in lists'), list: leftOut, 'export page': failsNamed } },
]
