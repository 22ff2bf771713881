// What clashes where a store has another currency than before.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CatalogueClashesResponse } from '#shared/catalogue-clashes.ts'
import { createCatalogueStage, minuteMs, type CatalogueStage } from '#tests/support/catalogue.ts'
import { copiedAs, copiedVariant } from '#tests/support/copied-products.ts'
import type { Caller, TestShop } from '#tests/support/world.ts'

let stage: CatalogueStage
let owner: Caller
beforeAll(async () => {
  stage = await createCatalogueStage()
  owner = await stage.world.signedIn('owner')
  await stage.keep()
})
afterAll(() => stage[Symbol.asyncDispose]())

const sku = 'ONE-MUG'
const sells = (shop: TestShop, price: string) =>
  stage.world.deps.catalogue.write(stage.world.stores[shop], [copiedAs('7', { variants: [copiedVariant('7', { sku, price })] })], 0)

/** The keeper looks at the shops again, as it does all the time. Soon, so that it does not miss products that the shops do not have. */
async function keep() {
  stage.later(minuteMs)
  await stage.keep()
}
async function setCurrency(shop: TestShop, currency: string) {
  expect((await owner.rest('PUT', `/stores/${stage.world.stores[shop]}`, { currency })).status).toBe(200)
  await keep()
}
async function clashes() {
  const { body } = await owner.rest('POST', '/catalogue/clashes', { kinds: ['price'], search: sku })
  return (body as { data: CatalogueClashesResponse }).data.clashes.map(({ code }) => code)
}

test('the prices of a store clash by its new currency although no product has changed', async () => {
  await setCurrency('harbor', 'EUR')
  await setCurrency('north', 'USD')
  await sells('north', '10.00')
  await sells('harbor', '12.00')
  await keep()
  expect(await clashes()).toEqual([])
  await setCurrency('harbor', 'USD')
  expect(await clashes()).toEqual([sku])
  await setCurrency('north', 'EUR')
  expect(await clashes()).toEqual([])
})
