// A copy that was emptied while servers use it, as by an upgrade that gives it another form.
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openCatalogue } from '#drizzle/catalogue/open.ts'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import { listClashes } from '#server/catalogue/clashes.ts'
import { catalogueSummary } from '#server/catalogue/summary.ts'
import { findStores } from '#server/stores/service.ts'
import { CatalogueClashesRequest, CatalogueSummaryRequest } from '#shared/catalogue-clashes.ts'
import { changeCopyForm } from '#tests/support/catalogue-products.ts'
import { createCatalogueStage, minuteMs, type CatalogueStage } from '#tests/support/catalogue.ts'
import { testShops } from '#tests/support/world.ts'

// More than are written at once.
const products = 2 * catalogueLimits.copy.written + 50

let stage: CatalogueStage
beforeAll(async () => {
  stage = await createCatalogueStage({ shops: { ...testShops, north: { ...testShops.north, products } } })
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  stage.world.sandbox.faults.clear()
  stage.later(20 * minuteMs)
  await stage.keep()
})

/** As another process would that starts. */
async function empty() {
  const { databaseUrl: url, folder: dataDir } = stage.world
  await changeCopyForm({ url, file: join(dataDir, 'catalogue.db') })
  const copy = await openCatalogue({ url, dataDir })
  await copy.close()
}
const allStores = () => findStores(stage.world.deps, Object.values(stage.world.stores))

test('an emptied copy is not ready, is compared with nothing, and is due at once', async () => {
  const { deps } = stage.world
  expect(await stage.state('north')).toMatchObject({ state: 'ready', products })
  await empty()
  const unread = { state: 'waiting', products: 0, filledAt: null, checkedAt: null, changedAt: null, comparedAt: null }
  expect(await stage.state('north')).toMatchObject(unread)
  const stores = await allStores()
  const summary = await catalogueSummary(deps, stores, CatalogueSummaryRequest.parse({}))
  expect(summary.stores.map(({ state, checkedAt }) => [state, checkedAt])).toEqual(stores.map(() => ['waiting', null]))
  await deps.catalogue.write(stage.world.stores.north, stage.sold('north').slice(0, 3), stage.world.clock.now, { isFirst: true })
  expect((await listClashes(deps, { viewer: null, stores }, CatalogueClashesRequest.parse({ kinds: ['missing'] }))).clashes).toEqual([])
  // No time has passed since the last look.
  await stage.keep()
  for (const name of ['north', 'harbor', 'print'] as const) expect(await stage.copied(name)).toEqual(stage.sold(name).slice(0, 500))
  expect(await stage.state('north')).toMatchObject({ state: 'ready', products })
})

test('a refill that breaks off is not ready, and goes on until it is complete', async () => {
  const { sandbox } = stage.world
  await empty()
  // Some pages can be read, and then none.
  sandbox.faults.add({ kind: 'status', status: 503, shop: testShops.north.host, operation: 'ExportPage', after: 2 })
  sandbox.requests.length = 0
  await stage.keep()
  const state = await stage.state('north')
  expect(state?.products).toBeGreaterThan(0)
  expect(state?.products).toBeLessThan(products)
  expect(state).toMatchObject({ state: 'failing', filledAt: null, checkedAt: null })
  sandbox.faults.clear()
  stage.later(minuteMs)
  await stage.keep()
  expect(await stage.state('north')).toMatchObject({ state: 'ready', products })
})
