// Whose copies are kept, and by whom.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { catalogueHints, catalogueStores } from '#drizzle/catalogue-tables.ts'
import { createCatalogueKeeper } from '#server/catalogue/keeper.ts'
import { isCatalogueOn, switchCatalogue, switchStoreCopy, wantRebuild } from '#server/catalogue/states.ts'
import { createExposition } from '#server/metrics/exposition.ts'
import { keepStored } from '#server/metrics/stored.ts'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import { samplesOf, valueOf } from '#tests/support/exposition.ts'
import { copiedAs, copiedVariant, judgeCopies } from '#tests/support/copied-products.ts'
import { createCatalogueStage, minuteMs, type CatalogueStage } from '#tests/support/catalogue.ts'
import { anotherStore, testShops, type TestShop } from '#tests/support/world.ts'

let stage: CatalogueStage
beforeAll(async () => {
  stage = await createCatalogueStage()
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  stage.later(20 * minuteMs)
  await stage.keep()
  stage.world.sandbox.requests.length = 0
})

/** The readings of a shop: one page each, because little has changed. */
const readings = (name: TestShop) => stage.asked(name).filter((operation) => operation === 'ExportPage')
const productsOf = async (storeId: string) => (await stage.world.deps.catalogue.sizes([storeId])).get(storeId)?.products ?? 0

test('a store that is switched off loses its copy at once, and is not asked any more', async () => {
  const { deps, stores } = stage.world
  expect(await productsOf(stores.north)).toBe(60)
  await switchStoreCopy(deps, stores.north, false)
  expect(await productsOf(stores.north)).toBe(0)
  expect(await stage.state('north')).toMatchObject({ isOn: false, state: 'off', products: 0, filledAt: null, checkedAt: null })
  stage.later(minuteMs)
  await stage.keep()
  expect(stage.asked('north')).toEqual([])
  await switchStoreCopy(deps, stores.north, true)
  expect(await stage.state('north')).toMatchObject({ isOn: true, state: 'waiting' })
  await stage.keep()
  expect(await stage.copied('north')).toEqual(stage.sold('north'))
})

test('a store that is deactivated loses its copy within a minute, and gets it back', async () => {
  const { stores } = stage.world
  const owner = await stage.world.signedIn('owner')
  await owner.rest('PUT', `/stores/${stores.print}`, { active: false })
  expect(await stage.state('print')).toMatchObject({ isOn: true, state: 'off' })
  stage.later(minuteMs)
  await stage.keep()
  expect(await productsOf(stores.print)).toBe(0)
  expect(stage.asked('print')).toEqual([])
  await owner.rest('PUT', `/stores/${stores.print}`, { active: true })
  await stage.keep()
  expect(await stage.copied('print')).toEqual(stage.sold('print'))
})

test('a new store is read without being asked for, and a deleted one leaves nothing', async () => {
  const { deps, sandbox } = stage.world
  const owner = await stage.world.signedIn('owner')
  const { body, status } = await owner.rest('POST', '/stores', anotherStore())
  expect(status).toBe(201)
  const { id } = (body as { data: { store: { id: string } } }).data.store
  await stage.keep()
  expect(await productsOf(id)).toBe(60)
  await owner.rest('DELETE', `/stores/${id}`)
  expect(await productsOf(id)).toBe(0)
  // As if a keeper had written once more.
  await deps.catalogue.write(id, stage.sold('north').slice(0, 3), stage.world.clock.now)
  await stage.keep()
  expect(await deps.catalogue.stores()).not.toContain(id)
  sandbox.requests.length = 0
})

test('a store is deleted also where its copy cannot be dropped at once', async () => {
  const { catalogue } = stage.world.deps
  const owner = await stage.world.signedIn('owner')
  const { body } = await owner.rest('POST', '/stores', anotherStore())
  const { id } = (body as { data: { store: { id: string } } }).data.store
  await stage.keep()
  using drop = vi.spyOn(catalogue, 'drop').mockRejectedValueOnce(new Error('the disk is full'))
  expect((await owner.rest('DELETE', `/stores/${id}`)).status).toBe(200)
  expect(drop).toHaveBeenCalledOnce()
  expect((await owner.rest('GET', `/stores/${id}`)).status).toBe(404)
  expect(await productsOf(id)).toBe(60)
  await stage.keep()
  expect(await productsOf(id)).toBe(0)
})

test('with the switch of the company, all copies go and come', async () => {
  const { deps, stores } = stage.world
  expect(await isCatalogueOn(deps)).toBe(true)
  await switchCatalogue(deps, false)
  expect(await deps.catalogue.stores()).toEqual([])
  stage.later(minuteMs)
  await stage.keep()
  expect(await isCatalogueOn(deps)).toBe(false)
  expect(stage.world.sandbox.requests).toEqual([])
  expect(await stage.state('harbor')).toMatchObject({ isOn: true, state: 'off' })
  await switchCatalogue(deps, true)
  await stage.keep()
  expect((await deps.catalogue.stores()).toSorted()).toEqual(Object.values(stores).toSorted())
})

test('a store that is switched off while it is read stays empty', async () => {
  const { deps, stores, sandbox } = stage.world
  await wantRebuild(deps, stores.print)
  sandbox.tune({ latencyMs: 200 }, testShops.print.host)
  const kept = stage.keep()
  while (stage.asked('print').length === 0) await new Promise((done) => setTimeout(done, 10))
  await switchStoreCopy(deps, stores.print, false)
  await kept
  sandbox.tune({ latencyMs: 0 }, testShops.print.host)
  expect(await productsOf(stores.print)).toBe(0)
  expect(await stage.state('print')).toMatchObject({ state: 'off', problem: null })
  await switchStoreCopy(deps, stores.print, true)
})

test('keepers of several processes share the stores: each is read once', async () => {
  stage.later(minuteMs)
  await Promise.all([stage.keep(), stage.keep(), stage.keep()])
  expect(readings('north')).toHaveLength(1)
  expect(readings('harbor')).toHaveLength(1)
  expect(await stage.state('print')).toMatchObject({ checkedAt: new Date(stage.world.clock.now).toISOString() })
})

test('the stores of a keeper that died are read by another one when its lease is over', async () => {
  const { deps, stores, clock } = stage.world
  stage.later(minuteMs)
  await deps.database.db
    .update(catalogueStores)
    .set({ owner: 'of a process that died', leaseUntil: new Date(clock.now + catalogueLimits.copy.leaseMs) })
    .where(eq(catalogueStores.storeId, stores.north))
  await stage.keep()
  expect(stage.asked('north')).toEqual([])
  stage.later(catalogueLimits.copy.leaseMs + 1)
  await stage.keep()
  expect(readings('north')).toHaveLength(1)
})

test('a keeper that stops gives its store back at once', async () => {
  const { deps, stores, sandbox } = stage.world
  await wantRebuild(deps, stores.print)
  sandbox.tune({ latencyMs: 5_000 }, testShops.print.host)
  const keeper = createCatalogueKeeper(deps, { findMs: 10 })
  keeper.start()
  while (stage.asked('print').length === 0) await new Promise((done) => setTimeout(done, 10))
  expect(await stage.state('print')).toMatchObject({ state: 'filling' })
  await keeper.stop()
  sandbox.tune({ latencyMs: 0 }, testShops.print.host)
  const [row] = await deps.database.db.select().from(catalogueStores).where(eq(catalogueStores.storeId, stores.print))
  expect(row).toMatchObject({ owner: null, leaseUntil: null, failures: 0, problem: null })
  await stage.keep()
  expect(await stage.state('print')).toMatchObject({ state: 'ready' })
})

test('visits count by their outcome, with what they write and what is left to do', async () => {
  const { deps, sandbox, stores, clock } = stage.world
  await wantRebuild(deps, stores.north)
  await deps.database.db
    .insert(catalogueHints)
    .values({ storeId: stores.print, productId: '1', mark: 'm', changedAt: null, at: new Date(clock.now) })
  sandbox.faults.add({ kind: 'status', status: 401, shop: testShops.harbor.host, times: 9 })
  // Each scrape reads the databases, which a server does every few seconds only.
  const exposition = createExposition(deps, { dataDir: stage.world.folder, stored: () => keepStored(deps)() })
  const scrape = async () => {
    clock.now += minuteMs
    const samples = samplesOf(await exposition.text())
    const visits = (outcome: string) => valueOf(samples, 'backcounter_catalogue_visits_total', { outcome }) ?? 0
    return {
      visits: { read: visits('read'), failed: visits('failed') },
      written: valueOf(samples, 'backcounter_catalogue_products_written_total') ?? 0,
      hints: valueOf(samples, 'backcounter_catalogue_hints_waiting'),
      unjudged: valueOf(samples, 'backcounter_catalogue_codes_unjudged'),
      oldest: valueOf(samples, 'backcounter_catalogue_oldest_copy_seconds'),
    }
  }
  const before = await scrape()
  expect(before.hints).toBe(1)
  expect(before.oldest).toBe(60)
  stage.later(20 * minuteMs)
  await stage.keep()
  sandbox.faults.clear()
  const after = samplesOf(await exposition.text())
  const visits = (outcome: string) => valueOf(after, 'backcounter_catalogue_visits_total', { outcome })
  expect(visits('failed')).toBe(before.visits.failed + 1)
  expect(visits('read')).toBeGreaterThanOrEqual(before.visits.read + 2)
  expect(valueOf(after, 'backcounter_catalogue_codes_unjudged')).toBe(0)
  await deps.catalogue.write(
    stores.north,
    [copiedAs('799', { variants: ['1', '2'].map((id) => copiedVariant(id, { sku: 'WAITS-1' })) })],
    0,
  )
  expect((await scrape()).unjudged).toBe(1)
  // By nobody whom the metrics know, such as another process.
  await judgeCopies(deps, Object.values(stores))
  expect((await scrape()).unjudged).toBe(0)
  await deps.catalogue.remove(stores.north, ['799'], 0)
  expect(before.written).toBeGreaterThanOrEqual(180)
  exposition.stop()
})

test('a keeper stops at once, although a shop does not answer', async () => {
  const { deps, sandbox, stores } = stage.world
  sandbox.faults.add({ kind: 'hang', times: 20 })
  try {
    await wantRebuild(deps, stores.north)
    const keeper = createCatalogueKeeper(deps, { findMs: 1 })
    keeper.start()
    await expect.poll(() => stage.asked('north')).not.toEqual([])
    const stopped = keeper.stop().then(() => 'stopped')
    const late = Promise.withResolvers<string>()
    setTimeout(() => late.resolve('late'), 20_000)
    expect(await Promise.race([stopped, late.promise])).toBe('stopped')
  } finally {
    sandbox.faults.clear()
  }
})
