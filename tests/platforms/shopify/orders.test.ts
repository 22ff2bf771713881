import { expect, test } from 'vitest'
import { orderBattery } from '#tests/platforms/order-contract.ts'
import { openBench } from '#tests/platforms/contract.ts'
import { shopifyOrder } from '#tests/platforms/order-subject.ts'
import { shopify } from '#tests/platforms/shopify/subject.ts'

const settings = { ...shopify.settings, orders: 400 }

orderBattery({
  settings,
  connection: shopify.connection,
  exported: shopifyOrder,
  search: { text: 'hopper', finds: ({ customer }) => customer?.lastName === 'Hopper' },
})

test('a shop that shows the last 60 days only is known by it', async () => {
  const bench = await openBench({ ...shopify, settings })
  try {
    const list = () => bench.shop.orders({ sortBy: 'createdAt', sortOrder: 'asc', limit: 1 })
    expect((await list()).seesAllOrders).toBe(true)
    bench.sandbox.tune({ scopes: settings.scopes.filter((scope) => scope !== 'read_all_orders') })
    const { seesAllOrders, items } = await list()
    expect(seesAllOrders).toBe(false)
    expect(Number(items[0]?.rank)).toBeGreaterThan(Date.now() - 61 * 24 * 3_600_000)
  } finally {
    await bench.platforms.close()
    await bench.sandbox.close()
  }
})
