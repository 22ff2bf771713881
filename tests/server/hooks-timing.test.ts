// What a shop tells at an awkward moment: within the second of a change, or while its products are read.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { catalogueHints } from '#drizzle/catalogue-tables.ts'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import { createHookStage, telling, type HookStage, type TellingShop } from '#tests/support/hook-stage.ts'
import { minuteMs } from '#tests/support/catalogue.ts'
import { testShops } from '#tests/support/world.ts'

let stage: HookStage
beforeAll(async () => {
  stage = await createHookStage()
  await stage.keep()
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  stage.world.sandbox.tune({ latencyMs: 0 })
  stage.tune({ lost: 0 })
  for (const name of telling) stage.trade(name).clock.setSpeed(1)
  await stage.deliver()
  stage.later(20 * minuteMs)
  await stage.keep()
})

function some(name: TellingShop, index: number) {
  const product = stage.trade(name).catalogue().products[index]
  if (!product) throw new Error('the shop has no such product')
  return product
}
const asks = (name: TellingShop) => stage.asked(name).filter((operation) => !/ubscription|webhooks/.test(operation))
const copiedIds = async (name: TellingShop) => (await stage.copied(name)).map(({ productId }) => productId)
const rebuild = async (name: TellingShop) =>
  (await stage.world.signedIn('owner')).rest('POST', `/catalogue/stores/${stage.world.stores[name]}/rebuild`)

/** The shop's time stands at the beginning of a second, and ours is the same. */
function freeze(name: TellingShop) {
  const { clock } = stage.trade(name)
  clock.setSpeed(0)
  clock.leap(1_000 - (clock.now() % 1_000))
  stage.world.clock.now = clock.now()
}

/** Begins to read, and returns once the shop has answered and nothing of it has arrived. */
async function begun(name: TellingShop, latencyMs = 1_500) {
  stage.world.sandbox.tune({ latencyMs }, testShops[name].host)
  stage.world.sandbox.requests.length = 0
  const reading = stage.keep()
  await expect.poll(() => asks(name).length, { interval: 5 }).toBeGreaterThan(0)
  return {
    async end() {
      stage.world.sandbox.tune({ latencyMs: 0 }, testShops[name].host)
      await reading
    },
  }
}

test.each(telling)('two changes of %s within a second are both seen, and a repeated message costs one call', async (name) => {
  freeze(name)
  stage.trade(name).saveProduct(some(name, 3), { title: 'First' })
  await stage.deliver()
  await stage.keep()
  expect((await stage.copied(name)).map(({ title }) => title)).toContain('First')
  stage.trade(name).saveProduct(some(name, 3), { title: 'Second' })
  const [sent] = await stage.deliver()
  if (!sent) throw new Error('nothing was sent')
  expect(await stage.hinted(name)).toEqual([some(name, 3).id])
  stage.later(1_000)
  await stage.keep()
  expect(await stage.copied(name)).toEqual(stage.sold(name))
  const { message } = sent
  const again = await fetch(stage.url + message.path, { method: 'POST', headers: message.headers, body: message.body })
  expect(again.status).toBe(200)
  expect(await stage.hinted(name)).toEqual([])
})

test.each(telling)('a product of %s that is deleted while a fill reads it does not stay in the copy', async (name) => {
  stage.tune({ lost: 1 })
  const product = stage.trade(name).saveProduct(null, { title: 'Short-lived' })
  await rebuild(name)
  const reading = await begun(name)
  stage.tune({ lost: 0 })
  stage.trade(name).removeProduct(product.id)
  await stage.deliver()
  await reading.end()
  expect(await copiedIds(name)).not.toContain(product.id)
  expect(await stage.copied(name)).toEqual(stage.sold(name))
  expect(await stage.hinted(name)).toEqual([])
})

test('an older message that comes after a deletion does not hide it', async () => {
  const { id } = some('harbor', 6)
  const at = (ms: number) => new Date(stage.trade('harbor').clock.now() + ms).toISOString()
  const told = async () =>
    (await stage.world.deps.database.db.select().from(catalogueHints)).map(({ changedAt }) => changedAt?.toISOString() ?? null)
  const [early, late] = [at(10_000), at(20_000)]
  await stage.post('harbor', `{"id":${id},"updated_at":"${late}"}`)
  await stage.post('harbor', `{"id":${id},"updated_at":"${early}"}`)
  expect(await told()).toEqual([late])
  await stage.post('harbor', `{"id":${id}}`)
  await stage.post('harbor', `{"id":${id},"updated_at":"${late}"}`)
  expect(await told()).toEqual([null])
})

test('deletions that are told while a shop is read are kept up to the same number as everything else', async () => {
  await rebuild('print')
  const reading = await begun('print', 3_000)
  for (let from = 0; from < catalogueLimits.hints.kept + 20; from += 20)
    await Promise.all(Array.from({ length: 20 }, (_, n) => stage.post('print', `{"id":${800_000 + from + n}}`)))
  expect((await stage.hinted('print')).length).toBeLessThan(catalogueLimits.hints.kept + 20)
  await reading.end()
  expect(await stage.copied('print')).toEqual(stage.sold('print'))
  expect(await stage.hinted('print')).toEqual([])
})

test('a shop that is to be looked at as a whole while it is looked at is looked at again at once', async () => {
  stage.later(11 * minuteMs)
  const reading = await begun('harbor', 3_000)
  const soon = new Date(stage.trade('harbor').clock.now() + 60_000).toISOString()
  const { kept } = catalogueLimits.hints
  const [storeId, at, changedAt] = [stage.world.stores.harbor, new Date(stage.world.clock.now), new Date(soon)]
  // As many messages would outlast the reading on a slow machine.
  const hints = Array.from({ length: kept }, (_, n) => ({ storeId, productId: String(900_000 + n), mark: `m${n}`, changedAt, at }))
  await stage.world.deps.database.db.insert(catalogueHints).values(hints)
  await stage.post('harbor', `{"id":${900_000 + kept},"updated_at":"${soon}"}`)
  stage.tune({ lost: 1 })
  stage.later(1)
  const { id } = stage.trade('harbor').saveProduct(some('harbor', 8), { title: 'Among thousands' })
  await reading.end()
  expect((await stage.copied('harbor')).find(({ productId }) => productId === id)?.title).toBe('Among thousands')
})
