// How the copy of a catalogue follows its shop.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { catalogueHints, catalogueStores } from '#drizzle/catalogue-tables.ts'
import { switchStoreCopy } from '#server/catalogue/states.ts'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import { createCatalogueStage, dayMs, minuteMs, type CatalogueStage } from '#tests/support/catalogue.ts'
import { testShops } from '#tests/support/world.ts'

const names = ['north', 'print'] as const

let stage: CatalogueStage
beforeAll(async () => {
  stage = await createCatalogueStage()
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  stage.world.sandbox.faults.clear()
  stage.later(20 * minuteMs)
  await stage.keep()
})

const products = (name: (typeof names)[number]) => stage.trade(name).catalogue().products
function some(name: (typeof names)[number], index: number) {
  const product = products(name)[index]
  if (!product) throw new Error('the shop has no such product')
  return product
}

test.each(names)('a change and a new product of %s are seen a minute later, and nothing else is read', async (name) => {
  stage.later(dayMs / 24)
  await stage.keep()
  stage.later(30_000)
  stage.trade(name).saveProduct(some(name, 7), { title: 'Warm scarf', tags: ['winter'] })
  const added = stage.trade(name).saveProduct(null, { title: 'Cold drink' })
  await stage.keep()
  expect(await stage.copied(name)).not.toEqual(stage.sold(name))
  stage.later(30_000)
  stage.world.sandbox.requests.length = 0
  await stage.keep()
  expect(await stage.copied(name)).toEqual(stage.sold(name))
  expect(stage.asked(name).length).toBeLessThanOrEqual(2)
  expect(await stage.state(name)).toMatchObject({
    state: 'ready',
    checkedAt: new Date(stage.world.clock.now).toISOString(),
    changedAt: new Date(added.updatedAt).toISOString(),
  })
})

test.each(names)('what is changed here in %s is read at once, and nothing else', async (name) => {
  const owner = await stage.world.signedIn('owner')
  const storeId = stage.world.stores[name]
  const { body } = await owner.rest('POST', '/products/create', { storeId, title: `Made here in ${name}` })
  const { product } = (body as { data: { product: { id: string } } }).data
  await owner.rest('PUT', '/products/update', { storeId, productId: some(name, 9).id, title: 'Changed here' })
  stage.world.sandbox.requests.length = 0
  await stage.keep()
  expect(await stage.copied(name)).toEqual(stage.sold(name))
  expect(stage.asked(name)).toHaveLength(1)
  stage.trade(name).removeProduct(product.id)
  expect((await owner.rest('PUT', '/products/update', { storeId, productId: product.id, title: 'Too late' })).status).toBe(404)
})

test('a change without an answer is read, too, and one of a store without a copy leaves nothing', async () => {
  const owner = await stage.world.signedIn('owner')
  const { deps, sandbox, stores } = stage.world
  const change = (name: (typeof names)[number], title: string) =>
    owner.rest('PUT', '/products/update', { storeId: stores[name], productId: some(name, 8).id, title })
  const operation = `/admin/products/${some('print', 8).id}.json`
  sandbox.faults.add({ shop: testShops.print.host, operation, kind: 'reset', after: 1 })
  expect((await change('print', 'Without an answer')).status).toBe(502)
  expect(some('print', 8).title).toBe('Without an answer')
  await stage.keep()
  expect(await stage.copied('print')).toEqual(stage.sold('print'))
  await switchStoreCopy(deps, stores.north, false)
  expect((await change('north', 'Without a copy')).status).toBe(200)
  expect(await deps.database.db.$count(catalogueHints)).toBe(0)
  await switchStoreCopy(deps, stores.north, true)
})

test('changes of the same second are all seen, also one that comes after a look', async () => {
  const at = stage.trade('north').clock.now()
  stage.trade('north').saveProduct(some('north', 1), { title: 'One' }, at)
  await stage.keep()
  stage.later(minuteMs)
  await stage.keep()
  stage.trade('north').saveProduct(some('north', 1), { title: 'One again' }, at)
  stage.trade('north').saveProduct(some('north', 2), { title: 'Two' }, at)
  stage.later(minuteMs)
  await stage.keep()
  expect((await stage.copied('north')).map(({ title }) => title).slice(1, 3)).toEqual(['One again', 'Two'])
  expect(await stage.copied('north')).toEqual(stage.sold('north'))
})

test.each([-2_000, 2_000, -5 * minuteMs])('a shop whose clock differs by %d ms is followed', async (offMs) => {
  for (const turn of [1, 2, 3]) {
    stage.trade('print').saveProduct(some('print', turn), { title: `Turn ${turn} of ${offMs}` }, stage.trade('print').clock.now() + offMs)
    stage.later(minuteMs)
    await stage.keep()
    expect(await stage.copied('print')).toEqual(stage.sold('print'))
  }
})

test.each([30 * minuteMs, -30 * minuteMs])(
  'a keeper on a machine whose clock differs by %d ms hides nothing from the others',
  async (offMs) => {
    const at = stage.trade('north').clock.now()
    stage.trade('north').saveProduct(some('north', 11), { title: `One, ${offMs}` }, at)
    stage.later(minuteMs)
    await stage.keep({ offMs })
    expect(await stage.copied('north')).toEqual(stage.sold('north'))
    expect(await stage.state('north')).toMatchObject({ checkedAt: new Date(stage.world.clock.now).toISOString() })
    stage.trade('north').saveProduct(some('north', 11), { title: `Within that second, ${offMs}` }, at)
    stage.trade('north').saveProduct(some('north', 12), { title: `Two, ${offMs}` })
    stage.later(minuteMs)
    await stage.keep()
    expect(await stage.copied('north')).toEqual(stage.sold('north'))
  },
)

test('changes that a shop shows minutes late are seen', async () => {
  stage.later(minuteMs)
  stage.trade('north').saveProduct(some('north', 4), { title: 'Late' }, stage.trade('north').clock.now() - 8 * minuteMs)
  await stage.keep()
  expect(await stage.copied('north')).toEqual(stage.sold('north'))
})

test('a time in the future does not hide later changes', async () => {
  stage.trade('print').saveProduct(some('print', 5), { title: 'From the future' }, stage.trade('print').clock.now() + 400 * dayMs)
  stage.later(minuteMs)
  await stage.keep()
  stage.trade('print').saveProduct(some('print', 6), { title: 'Of today' })
  stage.later(minuteMs)
  await stage.keep()
  expect(await stage.copied('print')).toEqual(stage.sold('print'))
})

test.each(names)('the nightly comparison of %s removes what is gone and corrects what was missed', async (name) => {
  stage.later(dayMs)
  await stage.keep()
  expect(await stage.state(name)).toMatchObject({ comparedAt: expect.any(String), differences: 0 })
  const gone = some(name, 30)
  stage.trade(name).removeProduct(gone.id)
  // Hidden from the looks: by their times, they have not changed for long.
  stage.trade(name).saveProduct(some(name, 31), { title: 'Missed' }, some(name, 31).updatedAt + 1_000)
  stage.trade(name).saveProduct(null, { title: 'Missed, too' }, gone.createdAt)
  stage.later(minuteMs)
  await stage.keep()
  expect((await stage.copied(name)).map(({ productId }) => productId)).toContain(gone.id)
  stage.later(dayMs)
  await stage.keep()
  expect(await stage.state(name)).toMatchObject({ differences: 3 })
  expect(await stage.copied(name)).toEqual(stage.sold(name))
  stage.later(dayMs)
  await stage.keep()
  expect(await stage.state(name)).toMatchObject({ differences: 0 })
})

// Each look at a Shopify shop counts the changes.
test.each([
  ['north', 10],
  ['print', 0],
] as const)('products that %s deletes are gone within ten minutes, for which it is counted once', async (name, lookCounts) => {
  stage.later(dayMs / 24)
  await stage.keep()
  const gone = some(name, 40)
  stage.trade(name).removeProduct(gone.id)
  // Added meanwhile, so that the shop has as many as before.
  const added = stage.trade(name).saveProduct(null, { title: 'In its place' })
  stage.world.sandbox.requests.length = 0
  for (let minute = 1; minute <= 10; minute++) {
    stage.later(minuteMs)
    await stage.keep()
  }
  const ids = (await stage.copied(name)).map(({ productId }) => productId)
  expect(ids).not.toContain(gone.id)
  expect(ids).toContain(added.id)
  const counts = stage.asked(name).filter((operation) => /count/i.test(operation)).length
  // Once again after the comparison, and by its walk.
  expect(counts - lookCounts).toBeLessThanOrEqual(3)
  expect(await stage.state(name)).toMatchObject({
    state: 'ready',
    differences: 1,
    comparedAt: new Date(stage.world.clock.now).toISOString(),
  })
})

test('a shop that counts fewer products than it lists is not compared again and again', async () => {
  const { deps, stores } = stage.world
  stage.later(dayMs / 24)
  await stage.keep()
  const before = await stage.state('north')
  // As if the shop's count lacked a product that it lists: the copy has one more, which no reading removes.
  const [first] = stage.sold('north')
  if (!first) throw new Error('the shop is empty')
  await deps.catalogue.write(stores.north, [{ ...first, productId: '9300000000000000000' }], stage.world.clock.now + 2 * dayMs)
  const compared: (string | null | undefined)[] = []
  for (let look = 1; look <= 4; look++) {
    stage.later(11 * minuteMs)
    await stage.keep()
    compared.push((await stage.state('north'))?.comparedAt)
  }
  expect(compared[0]).not.toBe(before?.comparedAt)
  expect(new Set(compared).size).toBe(1)
  stage.trade('north').removeProduct(some('north', 41).id)
  stage.later(11 * minuteMs)
  await stage.keep()
  expect((await stage.copied('north')).map(({ productId }) => productId)).toEqual([
    ...stage.sold('north').map(({ productId }) => productId),
    '9300000000000000000',
  ])
  await deps.catalogue.remove(stores.north, ['9300000000000000000'], stage.world.clock.now + 3 * dayMs)
})

test('a store is compared once a night, in its own night', async () => {
  stage.later(dayMs)
  await stage.keep()
  const { comparedAt } = (await stage.state('north')) ?? {}
  const hours: number[] = []
  let compared = comparedAt
  for (let hour = 0; hour < 24; hour++) {
    stage.later(dayMs / 24)
    await stage.keep()
    const { comparedAt: now } = (await stage.state('north')) ?? {}
    if (now !== compared) hours.push(Number(new Date(now ?? '').toLocaleString('en-GB', { timeZone: 'America/New_York', hour: '2-digit' })))
    compared = now
  }
  expect(hours).toHaveLength(1)
  const { from, until } = catalogueLimits.copy.nightHours
  expect(hours[0]).toBeGreaterThanOrEqual(from)
  expect(hours[0]).toBeLessThanOrEqual(until)
})

test('once credentials are mended and saved, the shop is asked at once, and its failure is over', async () => {
  const { deps, stores, sandbox } = stage.world
  sandbox.faults.add({ kind: 'status', status: 401, shop: testShops.print.host })
  for (let minute = 1; minute <= 20; minute++) {
    stage.later(minuteMs)
    await stage.keep()
  }
  expect(await stage.state('print')).toMatchObject({ state: 'failing' })
  // As if a keeper asked with the secrets of before just now.
  await deps.database.db.update(catalogueStores).set({ owner: 'slow', leaseUntil: new Date(stage.world.clock.now + minuteMs) })
  sandbox.faults.clear()
  const owner = await stage.world.signedIn('owner')
  const { apiKey, password: apiPassword } = testShops.print.credentials
  expect((await owner.rest('PUT', `/stores/${stores.print}`, { apiKey, apiPassword })).status).toBe(200)
  expect(await stage.state('print')).toMatchObject({ state: 'ready', problem: null })
  stage.trade('print').saveProduct(some('print', 9), { title: 'After the mending' })
  await stage.keep()
  expect((await stage.copied('print'))[9]?.title).toBe('After the mending')
  await deps.database.db.update(catalogueStores).set({ owner: null, leaseUntil: null })
})

test('a shop that fails keeps its copy, says why, and is asked less and less often', async () => {
  const before = await stage.copied('print')
  stage.world.sandbox.faults.add({ kind: 'status', status: 401, shop: testShops.print.host })
  const asked: number[] = []
  for (let minute = 1; minute <= 60; minute++) {
    stage.later(minuteMs)
    stage.world.sandbox.requests.length = 0
    await stage.keep()
    if (stage.asked('print').length > 0) asked.push(minute)
  }
  expect(asked.map((minute, index) => minute - (asked[index - 1] ?? 0))).toEqual([1, 1, 2, 4, 8, 15, 15])
  expect(await stage.state('print')).toMatchObject({ state: 'failing', problem: expect.stringContaining('Print') })
  expect(await stage.copied('print')).toEqual(before)
  expect(await stage.state('north')).toMatchObject({ state: 'ready', checkedAt: new Date(stage.world.clock.now).toISOString() })
  stage.world.sandbox.faults.clear()
  stage.trade('print').saveProduct(some('print', 9), { title: 'After the failure' })
  stage.later(15 * minuteMs)
  await stage.keep()
  expect(await stage.state('print')).toMatchObject({ state: 'ready', problem: null })
  expect((await stage.copied('print'))[9]?.title).toBe('After the failure')
})
