// Products with numbers and times that a database, or our answers, do not take. Each would keep all others from being read or listed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wantRebuild } from '#server/catalogue/states.ts'
import type { CatalogueSearchResponse } from '#shared/catalogue.ts'
import { createCatalogueStage, minuteMs, type CatalogueStage } from '#tests/support/catalogue.ts'
import type { Caller } from '#tests/support/world.ts'

let stage: CatalogueStage
let owner: Caller
beforeAll(async () => {
  stage = await createCatalogueStage()
  owner = await stage.world.signedIn('owner')
  await stage.keep()
})
afterAll(() => stage[Symbol.asyncDispose]())

async function listed(productId: string) {
  stage.later(minuteMs)
  await wantRebuild(stage.world.deps, stage.world.stores.print)
  await stage.keep()
  expect(await stage.state('print')).toMatchObject({ state: 'ready', problem: null })
  const { status, body } = await owner.rest('POST', '/catalogue/search', { storeIds: [stage.world.stores.print], limit: 250 })
  expect(status).toBe(200)
  return (body as { data: CatalogueSearchResponse }).data.products.find((product) => product.productId === productId)
}

test.each([
  { units: 1.5, kept: 1 },
  { units: 3_000_000_000, kept: 2_147_483_647 },
  { units: -1e300, kept: -2_147_483_647 },
])('a product with a stock of $units is kept and listed', async ({ units, kept }) => {
  const [product] = stage.trade('print').catalogue().products
  const [variant] = product?.variants ?? []
  if (!product || !variant) throw new Error('the shop is empty')
  const odd = { ...variant, inventoryQuantity: units }
  stage.trade('print').saveProduct(product, { variants: [odd] })
  expect(await listed(product.id)).toMatchObject({ stock: kept })
})

test.each(['0001-01-01T00:00:00.000Z', '+055839-01-01T00:00:00.000Z'])(
  'a product of %s is kept and listed, without its times',
  async (at) => {
    const { id } = stage.trade('print').saveProduct(null, { title: at }, Date.parse(at))
    expect(await listed(id)).toMatchObject({ title: at, createdAt: null, updatedAt: null })
  },
)
