// What has changed in a catalogue cannot be read again, so it outlives the copy.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { switchCatalogue, switchStoreCopy } from '#server/catalogue/states.ts'
import { spareHost } from '#sandbox/spare-hosts.ts'
import type { CatalogueChangesResponse } from '#shared/catalogue-changes.ts'
import type { CatalogueSummaryResponse } from '#shared/catalogue-clashes.ts'
import { createCatalogueStage, minuteMs, type CatalogueStage } from '#tests/support/catalogue.ts'
import { anotherStore, testShops, type Caller, type TestShop } from '#tests/support/world.ts'

let stage: CatalogueStage
let owner: Caller
beforeAll(async () => {
  stage = await createCatalogueStage()
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  stage.later(20 * minuteMs)
  await stage.keep()
  owner = await stage.world.signedIn('owner')
})

async function changes(): Promise<CatalogueChangesResponse['changes']> {
  const { body } = await owner.rest('POST', '/catalogue/changes', { limit: 250 })
  return (body as { data: CatalogueChangesResponse }).data.changes
}
const changesOf = async (storeId: string) => (await changes()).filter((change) => change.storeId === storeId)
async function summed(): Promise<number> {
  const { body } = await owner.rest('GET', '/catalogue/summary?since=2000-01-01T00:00:00Z')
  return (body as { data: CatalogueSummaryResponse }).data.changes.kinds.reduce((sum, { count }) => sum + count, 0)
}
const rowsOfFile = async () => (await owner.rest('POST', '/catalogue/changes/csv', {})).text.trimEnd().split('\r\n').length - 1

async function rename(name: TestShop, title: string) {
  const product = stage.trade(name).catalogue().products[7]
  if (!product) throw new Error('the shop is empty')
  stage.trade(name).saveProduct(product, { title })
  stage.later(minuteMs)
  await stage.keep()
}

test('changes of a store are not shown while no copy of it is kept, and stay', async () => {
  const { deps, stores } = stage.world
  await rename('north', 'Warm scarf')
  const before = await changesOf(stores.north)
  expect(before.map(({ kind, after }) => [kind, after])).toContainEqual(['title', 'Warm scarf'])
  const all = (await changes()).length
  const ways: [() => Promise<unknown>, () => Promise<unknown>][] = [
    [() => switchStoreCopy(deps, stores.north, false), () => switchStoreCopy(deps, stores.north, true)],
    [() => switchCatalogue(deps, false), () => switchCatalogue(deps, true)],
    [
      () => owner.rest('PUT', `/stores/${stores.north}`, { active: false }),
      () => owner.rest('PUT', `/stores/${stores.north}`, { active: true }),
    ],
  ]
  for (const [off, on] of ways) {
    await off()
    stage.later(minuteMs)
    await stage.keep()
    expect(await deps.catalogue.stores()).not.toContain(stores.north)
    expect(await changesOf(stores.north)).toEqual([])
    expect(await summed()).toBe((await changes()).length)
    expect(await rowsOfFile()).toBe((await changes()).length)
    await on()
    await stage.keep()
    expect(await stage.copied('north')).toEqual(stage.sold('north'))
    // The reading after it tells of no new products.
    expect(await changesOf(stores.north)).toEqual(before)
    expect(await summed()).toBe(all)
  }
})

test('changes of a store go with it, and where it is moved to another shop', async () => {
  const { deps, stores } = stage.world
  const { body } = await owner.rest('POST', '/stores', anotherStore())
  const { id } = (body as { data: { store: { id: string } } }).data.store
  await stage.keep()
  await rename('print', 'Cold drink')
  await rename('north', 'Light scarf')
  const [product] = stage.sold('north')
  if (!product) throw new Error('the shop is empty')
  const query = { after: null, limit: 100 }
  const changed = (storeId: string) => deps.catalogue.changes({ ...query, storeIds: [storeId] })
  await deps.catalogue.write(id, [{ ...product, productId: '9200000000000000000' }], stage.world.clock.now)
  expect(await changed(id)).not.toEqual([])
  expect(await changed(stores.north)).not.toEqual([])
  await owner.rest('DELETE', `/stores/${id}`)
  expect(await changed(id)).toEqual([])
  // As if a keeper had written once more.
  await deps.catalogue.write(id, [product], stage.world.clock.now)
  await stage.keep()
  expect(await changed(id)).toEqual([])
  const moved = { domain: spareHost(testShops.north.host, 'moved'), token: 'shpat_test_north' }
  expect((await owner.rest('PUT', `/stores/${stores.north}`, moved)).status).toBe(200)
  stage.later(minuteMs)
  await stage.keep()
  expect(await changed(stores.north)).toEqual([])
  expect(await changed(stores.print)).not.toEqual([])
})

test('stores whose changes are not shown are named by the list and the file', async () => {
  const { deps, stores } = stage.world
  const told = async () => {
    const { body } = await owner.rest('POST', '/catalogue/changes', {})
    const { headers } = await owner.rest('POST', '/catalogue/changes/csv', {})
    const { incomplete } = (body as { data: CatalogueChangesResponse }).data
    return [incomplete.map(({ storeName }) => storeName), headers['x-export-warning'] !== undefined]
  }
  expect(await told()).toEqual([[], false])
  await switchStoreCopy(deps, stores.harbor, false)
  expect(await told()).toEqual([['Harbor'], true])
  await switchStoreCopy(deps, stores.harbor, true)
  expect(await told()).toEqual([['Harbor'], true])
  await stage.keep()
  expect(await told()).toEqual([[], false])
})

test('who asks for changes since the last one misses none of a reading that takes minutes', async () => {
  const { clock, stores, sandbox } = stage.world
  await rename('harbor', 'Seen at once')
  const [last] = await changes()
  const product = stage.trade('north').catalogue().products[9]
  if (!product || !last) throw new Error('nothing was seen')
  stage.trade('north').saveProduct(product, { title: 'Seen late' })
  stage.later(minuteMs)
  sandbox.requests.length = 0
  sandbox.tune({ latencyMs: 300 }, testShops.north.host)
  const kept = stage.keep()
  // The shop has been asked, and answers a minute later.
  await expect.poll(() => stage.asked('north').at(-1)).toBe('ExportPage')
  clock.now += minuteMs
  await kept
  sandbox.tune({ latencyMs: 0 }, testShops.north.host)
  const [late] = await changesOf(stores.north)
  expect(late).toMatchObject({ after: 'Seen late', at: new Date(clock.now).toISOString() })
})

test('a price is shown in the currency that it changed in', async () => {
  const { stores } = stage.world
  const product = stage.trade('print').catalogue().products[3]
  if (!product) throw new Error('the shop is empty')
  const [first, ...others] = product.variants
  if (!first) throw new Error('the product has no variants')
  stage.trade('print').saveProduct(product, { variants: [{ ...first, price: first.price + 100 }, ...others] })
  stage.later(minuteMs)
  await stage.keep()
  await owner.rest('PUT', `/stores/${stores.print}`, { currency: 'VND' })
  const [price] = (await changesOf(stores.print)).filter(({ kind }) => kind === 'price')
  expect(price).toMatchObject({ currency: 'USD' })
})
