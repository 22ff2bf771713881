// How the copy of a catalogue is read as a whole.
import { catalogueRefusals } from '#shared/catalogue-refusals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import { spareHost } from '#sandbox/spare-hosts.ts'
import { wantRebuild } from '#server/catalogue/states.ts'
import { createCatalogueStage, dayMs, minuteMs, type CatalogueStage } from '#tests/support/catalogue.ts'
import { testShops } from '#tests/support/world.ts'

let stage: CatalogueStage
beforeAll(async () => {
  stage = await createCatalogueStage()
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(() => {
  stage.world.sandbox.faults.clear()
  stage.later(20 * minuteMs)
})

test('before it was read, a store waits', async () => {
  expect(await stage.state('north')).toMatchObject({ isOn: true, state: 'waiting', products: 0, filledAt: null, checkedAt: null })
})

test.each(['north', 'harbor', 'print'] as const)('the first copy of %s equals its shop', async (name) => {
  await stage.keep()
  expect(await stage.copied(name)).toEqual(stage.sold(name))
  const variants = stage.sold(name).flatMap((product) => product.variants).length
  const at = new Date(stage.world.clock.now).toISOString()
  expect(await stage.state(name)).toEqual({
    storeId: stage.world.stores[name],
    storeName: testShops[name].name,
    isOn: true,
    state: 'ready',
    products: 60,
    variants,
    filledAt: expect.any(String),
    checkedAt: at,
    changedAt: new Date(Math.max(...stage.sold(name).map(({ updatedAt }) => updatedAt ?? 0))).toISOString(),
    comparedAt: null,
    differences: null,
    problem: null,
    webhooks: 'unavailable',
    webhooksReason: catalogueRefusals.webhooks.notReachable,
  })
})

test('what the shop no longer has goes when the copy is read anew, and nothing that was read later', async () => {
  await stage.keep()
  const { deps, stores, clock } = stage.world
  const gone = stage.sold('north')[20]
  const [first] = stage.sold('north')
  if (!gone || !first) throw new Error('the shop is empty')
  stage.trade('north').removeProduct(gone.productId)
  // As if another keeper had read them while this one walks: a product of tomorrow, and a newer state of one.
  const [tomorrow, newer] = [
    { ...first, productId: '9200000000000000000' },
    { ...first, title: 'Newer', updatedAt: (first.updatedAt ?? 0) + 1_000 },
  ]
  await deps.catalogue.write(stores.north, [tomorrow, newer], clock.now + 1)
  await wantRebuild(deps, stores.north)
  expect(await stage.state('north')).toMatchObject({ state: 'filling', products: 61 })
  await stage.keep()
  expect(await stage.state('north')).toMatchObject({ state: 'ready', products: 60 })
  expect(await stage.copied('north')).toEqual([newer, ...stage.sold('north').slice(1), tomorrow])
  stage.later(1_000)
  await wantRebuild(deps, stores.north)
  await stage.keep()
  // The shop never had the newer state. Whatever is older does not replace it.
  expect(await stage.copied('north')).toEqual([newer, ...stage.sold('north').slice(1)])
})

test('what short pages lack stays in the copy', async () => {
  await stage.keep()
  const { deps, stores, sandbox, clock } = stage.world
  await wantRebuild(deps, stores.north)
  sandbox.tune({ queryLimit: 300 }, testShops.north.host)
  sandbox.faults.add({ kind: 'shortPage', rows: 2, from: 'middle', shop: testShops.north.host, operation: 'ExportPage' })
  sandbox.requests.length = 0
  await stage.keep()
  sandbox.tune({ queryLimit: 1_000 }, testShops.north.host)
  expect(stage.asked('north')).toContain('ProductIds')
  expect(await stage.state('north')).toMatchObject({ state: 'ready', filledAt: new Date(clock.now).toISOString() })
  expect((await stage.copied('north')).map(({ productId }) => productId)).toEqual(stage.sold('north').map(({ productId }) => productId))
})

test('of very many deleted products, so many are asked for and removed at once', async () => {
  await stage.keep()
  const { deps, stores } = stage.world
  const [first] = stage.sold('north')
  if (!first) throw new Error('the shop is empty')
  const { idsRead, written } = catalogueLimits.copy
  const lost = Array.from({ length: 2 * idsRead + 1 }, (_, index) => ({ ...first, productId: String(index + 1) }))
  for (const beginning of ['', '9'.repeat(15)])
    await deps.catalogue.write(
      stores.north,
      lost.map((product) => ({ ...product, productId: `${beginning}${product.productId}` })),
      0,
    )
  const reading = vi.spyOn(deps.catalogue, 'ids')
  const removing = vi.spyOn(deps.catalogue, 'remove')
  await wantRebuild(deps, stores.north)
  await stage.keep()
  expect(Math.max(...removing.mock.calls.map(([, ids]) => ids.length))).toBe(written)
  expect(Math.max(...reading.mock.calls.map(([, , limit]) => limit))).toBe(idsRead)
  reading.mockRestore()
  removing.mockRestore()
  const ids = (products: readonly { productId: string }[]) => products.map(({ productId }) => productId)
  expect(ids(await stage.copied('north'))).toEqual(ids(stage.sold('north')))
})

test('the old copy can be read while it is read anew, and after that broke off', async () => {
  await stage.keep()
  const { deps, stores, sandbox } = stage.world
  const before = await stage.copied('print')
  await wantRebuild(deps, stores.print)
  sandbox.faults.add({ kind: 'status', status: 401, shop: testShops.print.host })
  await stage.keep()
  expect(await stage.copied('print')).toEqual(before)
  expect(await stage.state('print')).toMatchObject({ state: 'failing', products: 60, problem: expect.stringContaining('Print') })
  sandbox.faults.clear()
  stage.later(minuteMs)
  sandbox.tune({ latencyMs: 100 }, testShops.print.host)
  const kept = stage.keep()
  const seen = new Set<number | undefined>()
  for (let look = 0; look < 5; look++) {
    seen.add((await deps.catalogue.sizes([stores.print])).get(stores.print)?.products)
    await new Promise((done) => setTimeout(done, 20))
  }
  await kept
  sandbox.tune({ latencyMs: 0 }, testShops.print.host)
  expect([...seen]).toEqual([60])
  expect(await stage.state('print')).toMatchObject({ state: 'ready', problem: null })
})

test('a store that is moved to another shop loses the copy of the first one', async () => {
  await stage.keep()
  const { deps, stores, clock } = stage.world
  const [first] = stage.sold('north')
  if (!first) throw new Error('the shop is empty')
  await deps.catalogue.write(stores.north, [{ ...first, productId: '9200000000000000000' }], clock.now + dayMs)
  const owner = await stage.world.signedIn('owner')
  const domain = spareHost(testShops.north.host, 'moved')
  const { status } = await owner.rest('PUT', `/stores/${stores.north}`, { domain, token: 'shpat_test_north' })
  expect(status).toBe(200)
  stage.later(minuteMs)
  await stage.keep()
  expect(await stage.copied('north')).toEqual(stage.sold('north'))
  expect(await stage.state('north')).toMatchObject({ state: 'ready', filledAt: new Date(clock.now).toISOString() })
})

test('a store that is moved while it is read is taken from its keeper, and has nothing of the first shop any more', async () => {
  await using own = await createCatalogueStage()
  await own.keep()
  const { deps, stores, sandbox } = own.world
  const owner = await own.world.signedIn('owner')
  await wantRebuild(deps, stores.north)
  sandbox.requests.length = 0
  sandbox.tune({ latencyMs: 300 }, testShops.north.host)
  const kept = own.keep()
  while (own.asked('north').length === 0) await new Promise((done) => setTimeout(done, 10))
  const domain = spareHost(testShops.north.host, 'moved')
  expect(await owner.rest('PUT', `/stores/${stores.north}`, { domain, token: 'shpat_test_north' })).toMatchObject({ status: 200 })
  expect(await own.state('north')).toMatchObject({ products: 0, filledAt: null, checkedAt: null })
  await kept
  expect(await own.copied('north')).toEqual(own.sold('north'))
})

describe('a large shop', () => {
  const storage = 'storage.googleapis.com'
  // More than are written at once, so that some are written before the file is whole.
  const shopsWith = (more: number) => ({ ...testShops, north: { ...testShops.north, products: catalogueLimits.copy.written + more } })

  test.each([
    ['is read by a bulk operation', null, ['StartBulk']],
    ['whose file is in another order is read again', 'firstLast', ['StartBulk', 'StartBulk']],
    ['whose file is short each time is read by pages in the end', 'truncatedJson', ['StartBulk', 'StartBulk', 'ExportPage']],
  ] as const)('%s', async (_, kind, operations) => {
    await using own = await createCatalogueStage({ bulkAfterMs: 0, shops: shopsWith(150) })
    own.world.sandbox.tune({ bulkMs: 0 })
    if (kind !== null) own.world.sandbox.faults.add({ kind, shop: storage })
    await own.keep()
    const asked = own.asked('north').filter((operation) => operation === 'StartBulk' || operation === 'ExportPage')
    expect(asked.slice(0, operations.length)).toEqual(operations)
    expect(await own.copied('north')).toEqual(own.sold('north'))
    expect(await own.state('north')).toMatchObject({ state: 'ready', problem: null })
  })

  test('is copied while its file arrives', async () => {
    await using own = await createCatalogueStage({ bulkAfterMs: 0, shops: shopsWith(400) })
    const { sandbox, stores, deps } = own.world
    sandbox.tune({ bulkMs: 0, fileBytesPerSecond: 400_000 })
    const kept = own.keep()
    const copied = async () => (await deps.catalogue.sizes([stores.north])).get(stores.north)?.products
    await expect.poll(copied, { timeout: 20_000 }).toBeGreaterThan(0)
    // That of the large shop.
    expect(sandbox.requests.filter(({ shop, endedAt }) => shop === storage && endedAt === null)).toHaveLength(1)
    await kept
    expect(await copied()).toBe(own.sold('north').length)
  })
})
