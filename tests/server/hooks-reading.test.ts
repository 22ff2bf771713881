// What a keeper does with what shops have told.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
  stage.world.sandbox.faults.clear()
  stage.tune({ lost: 0, doubled: 0, forged: 0, isShuffled: false, lateMs: 0 })
  await stage.deliver()
  stage.later(20 * minuteMs)
  await stage.keep()
})

function some(name: TellingShop, index: number) {
  const product = stage.trade(name).catalogue().products[index]
  if (!product) throw new Error('the shop has no such product')
  return product
}
const edit = (name: TellingShop, index: number, title: string) => stage.trade(name).saveProduct(some(name, index), { title })
const asks = (name: TellingShop) => stage.asked(name).filter((operation) => !/ubscription|webhooks/.test(operation))

/** Nobody looks by the clock meanwhile. */
async function told() {
  stage.later(1_000)
  const sent = await stage.deliver()
  stage.world.sandbox.requests.length = 0
  await stage.keep()
  return sent
}

test.each(telling)('a change, a new and a deleted product of %s are seen at once, with a call or two', async (name) => {
  edit(name, 5, 'Told at once')
  stage.trade(name).saveProduct(null, { title: 'New' })
  stage.trade(name).removeProduct(some(name, 9).id)
  const sent = await told()
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await stage.copied(name)).toEqual(stage.sold(name))
  expect(asks(name).length).toBeLessThanOrEqual(2)
  expect(await stage.hinted(name)).toEqual([])
  expect(asks(name === 'print' ? 'harbor' : 'print')).toEqual([])
})

test.each(telling)('doubled, shuffled and forged messages of %s change nothing about it', async (name) => {
  stage.tune({ doubled: 1, isShuffled: true, forged: 0.5 })
  for (let turn = 0; turn < 8; turn++) {
    edit(name, turn, `Turn ${turn}`)
    edit(name, turn, `Turn ${turn} again`)
  }
  stage.later(1_000)
  const sent = await stage.deliver()
  expect(sent.filter(({ status }) => status === 401).length).toBeGreaterThan(0)
  expect(await stage.hinted(name)).toHaveLength(8)
  await stage.keep()
  expect(await stage.copied(name)).toEqual(stage.sold(name))
})

test.each(telling)('a message of %s that is sent once more later asks nothing of the shop', async (name) => {
  edit(name, 11, 'Replayed')
  // The shop's clock has run meanwhile, and ours has not.
  stage.world.clock.now = Math.ceil(stage.trade(name).clock.now())
  const [sent] = await told()
  if (!sent) throw new Error('nothing was sent')
  const { message } = sent
  const again = await fetch(stage.url + message.path, { method: 'POST', headers: message.headers, body: message.body })
  expect(again.status).toBe(200)
  expect(await stage.hinted(name)).toEqual([])
  stage.world.sandbox.requests.length = 0
  await stage.keep()
  expect(asks(name)).toEqual([])
})

test('the message of a deletion does not remove what the shop still has', async () => {
  const { id } = some('harbor', 14)
  expect((await stage.post('harbor', `{"id":${id}}`)).status).toBe(200)
  expect(await stage.hinted('harbor')).toEqual([id])
  await stage.keep()
  expect((await stage.copied('harbor')).map(({ productId }) => productId)).toContain(id)
  expect(await stage.hinted('harbor')).toEqual([])
})

test('the deletion of a product that is not there is not asked for, unless it may just be read', async () => {
  expect((await stage.post('print', '{"id":9999999}')).status).toBe(200)
  expect(await stage.hinted('print')).toEqual([])
  await stage.post('print', '{"id":9999999,"updated_at":"2026-11-28T00:00:00Z"}')
  await stage.post('print', '{"id":9999999}')
  expect(await stage.hinted('print')).toEqual(['9999999'])
  await stage.keep()
  expect(await stage.hinted('print')).toEqual([])
})

test('what a shop tells while its products are read is read as well', async () => {
  edit('harbor', 17, 'Before')
  stage.later(1_000)
  await stage.deliver()
  // Another change arrives while the answer with the first one is on its way.
  stage.world.sandbox.tune({ latencyMs: 1_500 }, testShops.harbor.host)
  const reading = stage.keep()
  await expect.poll(() => asks('harbor').length, { interval: 5 }).toBeGreaterThan(0)
  stage.later(2_000)
  const later = edit('harbor', 17, 'Meanwhile')
  await stage.deliver()
  stage.world.sandbox.tune({ latencyMs: 0 }, testShops.harbor.host)
  await reading
  expect((await stage.copied('harbor')).find(({ productId }) => productId === later.id)?.title).toBe('Meanwhile')
  expect(await stage.hinted('harbor')).toEqual([])
})

test('more than can be kept is looked at as a whole, and nothing more is kept', async () => {
  const soon = new Date(stage.trade('harbor').clock.now()).toISOString()
  for (let from = 0; from < catalogueLimits.hints.kept + 20; from += 20)
    await Promise.all(Array.from({ length: 20 }, (_, n) => stage.post('harbor', `{"id":${700_000 + from + n},"updated_at":"${soon}"}`)))
  expect((await stage.hinted('harbor')).length).toBeLessThan(40)
  edit('harbor', 19, 'Seen by the look')
  stage.world.sandbox.requests.length = 0
  await stage.keep()
  expect(await stage.copied('harbor')).toEqual(stage.sold('harbor'))
})

/** The minutes in which a shop is asked for changes. */
async function looksWithin(name: TellingShop, minutes: number): Promise<number[]> {
  const looks: number[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    stage.later(minuteMs)
    stage.world.sandbox.requests.length = 0
    await stage.keep()
    if (asks(name).length > 0) looks.push(minute)
  }
  return looks
}

test.each(telling)('%s is asked every ten minutes while it tells, and every minute once it did not', async (name) => {
  edit(name, 21, 'Tells')
  await told()
  const [first = 0, second = 0, third] = await looksWithin(name, 30)
  expect([second - first, third]).toEqual([10, second + 10])
  stage.tune({ lost: 1 })
  edit(name, 22, 'Not told')
  stage.later(10 * minuteMs)
  await stage.keep()
  expect(await stage.copied(name)).toEqual(stage.sold(name))
  expect(await looksWithin(name, 3)).toEqual([1, 2, 3])
})

test('messages that were not accepted come again, as the platforms send them', async () => {
  edit('harbor', 25, 'Came late')
  stage.tune({ target: 'http://127.0.0.1:9' })
  expect((await stage.deliver()).map(({ status }) => status)).toEqual([null])
  stage.tune({ target: stage.url })
  expect(await stage.deliver()).toEqual([])
  stage.later(2 * minuteMs)
  expect((await stage.deliver()).map(({ status }) => status)).toEqual([200])
})

test.each(telling)('a shop that fails is not asked sooner because it tells (%s)', async (name) => {
  stage.world.sandbox.faults.add({ kind: 'status', status: 401, shop: testShops[name].host })
  edit(name, 27, 'Told while it fails')
  await told()
  expect(await stage.state(name)).toMatchObject({ state: 'failing' })
  edit(name, 28, 'Told again')
  await told()
  expect(asks(name)).toEqual([])
  stage.world.sandbox.faults.clear()
  stage.later(16 * minuteMs)
  await stage.keep()
  expect(await stage.copied(name)).toEqual(stage.sold(name))
  expect(await stage.hinted(name)).toEqual([])
})

test('what a store tells is dropped with its copy, and not kept while that is off', async () => {
  const call = async (isOn: boolean) =>
    (await stage.world.signedIn('owner')).rest('PUT', `/catalogue/stores/${stage.world.stores.print}`, { isOn })
  const body = () => `{"id":${some('print', 2).id},"updated_at":"${new Date(stage.trade('print').clock.now()).toISOString()}"}`
  await stage.post('print', body())
  expect(await stage.hinted('print')).toHaveLength(1)
  await call(false)
  expect(await stage.hinted('print')).toEqual([])
  expect((await stage.post('print', body())).status).toBe(410)
  expect(await stage.hinted('print')).toEqual([])
  await call(true)
  const { stores } = stage.world
  await (await stage.world.signedIn('owner')).rest('DELETE', `/stores/${stores.print}`)
  expect((await stage.post('print', body())).status).toBe(401)
})
