// How shops are asked to stop telling of changes, whatever goes wrong meanwhile, and what their messages are answered until then.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { catalogueStores } from '#drizzle/catalogue-tables.ts'
import { TOPICS } from '#sandbox/webhooks/subscriptions.ts'
import { endUnwanted } from '#server/catalogue/subscribing.ts'
import { askAnew } from '#server/stores/subscriptions.ts'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import { createHookStage, telling, type HookStage, type TellingShop } from '#tests/support/hook-stage.ts'
import { dayMs, minuteMs } from '#tests/support/catalogue.ts'
import { anotherStore, storeRequest, testShops, type Caller } from '#tests/support/world.ts'

let stage: HookStage
beforeAll(async () => {
  stage = await createHookStage()
  await stage.keep()
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  stage.world.sandbox.faults.clear()
  stage.world.sandbox.tune({ latencyMs: 0 })
  stage.tune({ most: 1_000 })
  stage.later(dayMs + 10 * minuteMs)
  await stage.keep()
})

/** Signed in anew, because days pass. */
const call: Caller['rest'] = async (...given) => (await stage.world.signedIn('owner')).rest(...given)
const asks = (name: TellingShop) => stage.asked(name).filter((operation) => /ubscription|webhooks/.test(operation))
const setCopy = (name: TellingShop, isOn: boolean) => call('PUT', `/catalogue/stores/${stage.world.stores[name]}`, { isOn })
const setActive = (name: TellingShop, active: boolean) => call('PUT', `/stores/${stage.world.stores[name]}`, { active })

/** The shop answers everything but calls about subscriptions. */
function failSubscriptions(name: TellingShop) {
  const operations = { harbor: ['ListSubscriptions'], print: ['/admin/webhooks.json'] }[name]
  for (const operation of operations) stage.world.sandbox.faults.add({ kind: 'status', status: 403, shop: testShops[name].host, operation })
}

/** As many subscriptions as the shop accepts, which are fewer than were asked for. */
async function subscribedInPart(name: TellingShop) {
  for (const { id } of stage.hooks(name).list()) stage.hooks(name).remove(id)
  stage.tune({ most: 2 })
  stage.later(dayMs + 10 * minuteMs)
  await stage.keep()
  expect(stage.subscribed(name)).toHaveLength(2)
  expect(await stage.state(name)).toMatchObject({ webhooks: 'unavailable' })
}

const switches: [string, (name: TellingShop, isOn: boolean) => Promise<{ status: number }>][] = [
  ['its copy is switched off', setCopy],
  ['all copies are switched off', (_, isOn) => call('PUT', '/catalogue', { isOn })],
  ['it is inactive', setActive],
]

test.each(telling.flatMap((name) => switches.map(([what, turn]) => [name, what, turn] as const)))(
  'a signed message for %s is refused as not wanted where %s, and says nothing to a stranger',
  async (name, _, turn) => {
    expect((await turn(name, false)).status).toBe(200)
    const answer = await stage.post(name, '{"id":1}')
    const junk = await stage.post(name, 'no json')
    const stranger = await stage.post(name, '{"id":1}', { secret: 'a guess' })
    expect((await turn(name, true)).status).toBe(200)
    expect(answer).toMatchObject({ status: 410, text: expect.stringContaining('DELIVERY_UNWANTED') })
    expect(junk.status).toBe(410)
    expect(stranger.status).toBe(401)
    expect(await stage.hinted(name)).toEqual([])
    expect((await stage.post(name, '{"id":1}')).status).toBe(200)
  },
)

test.each(telling)('%s, which could not be asked to stop, is asked once a day until it was', async (name) => {
  failSubscriptions(name)
  await setCopy(name, false)
  await stage.keep()
  expect(await stage.state(name)).toMatchObject({ webhooks: 'off', webhooksReason: expect.stringContaining('could not be asked to stop') })
  expect(stage.subscribed(name)).toEqual(stage.wanted(name))
  stage.world.sandbox.faults.clear()
  stage.world.sandbox.requests.length = 0
  stage.later(60 * minuteMs)
  await stage.keep()
  expect(asks(name)).toEqual([])
  stage.later(dayMs)
  // Each of these keepers is a process of its own, that knows nothing but what the database has.
  await stage.keep()
  expect(stage.subscribed(name)).toEqual([])
  expect(await stage.state(name)).toMatchObject({ webhooks: 'off', webhooksReason: null })
  stage.world.sandbox.requests.length = 0
  stage.later(2 * dayMs)
  await stage.keep()
  expect(asks(name)).toEqual([])
  await setCopy(name, true)
  await stage.keep()
  expect(stage.subscribed(name)).toEqual(stage.wanted(name))
})

test.each(telling)('%s, which never stops, is asked less and less often and then not any more, which its state says', async (name) => {
  const { deps, sandbox } = stage.world
  const hourMs = 60 * minuteMs
  /** How often it is asked now, by a process that knows nothing but what the database has. */
  async function asked() {
    sandbox.requests.length = 0
    await endUnwanted(deps, new AbortController().signal)
    return asks(name).length > 0
  }
  failSubscriptions(name)
  await setCopy(name, false)
  expect(await asked()).toBe(true)
  for (const pauseMs of catalogueLimits.hints.endPausesMs) {
    expect(await stage.state(name)).toMatchObject({
      webhooks: 'off',
      webhooksReason: expect.stringContaining('could not be asked to stop'),
    })
    stage.later(pauseMs - hourMs)
    expect(await asked()).toBe(false)
    stage.later(2 * hourMs)
    expect(await asked()).toBe(true)
  }
  expect(await stage.state(name)).toMatchObject({
    webhooks: 'off',
    webhooksReason: expect.stringContaining('6 times, and is not asked any more'),
  })
  stage.later(400 * dayMs)
  expect(await asked()).toBe(false)
  sandbox.faults.clear()
  // A person gives new credentials.
  await askAnew(deps, stage.world.stores[name])
  expect(await asked()).toBe(true)
  expect(stage.subscribed(name)).toEqual([])
  expect(await stage.state(name)).toMatchObject({ webhooks: 'off', webhooksReason: null })
  await setCopy(name, true)
  await stage.keep()
  expect(stage.subscribed(name)).toEqual(stage.wanted(name))
})

test.each(telling)('%s is not asked to stop any more once its copy is wanted again', async (name) => {
  failSubscriptions(name)
  await setCopy(name, false)
  await stage.keep()
  stage.world.sandbox.faults.clear()
  await setCopy(name, true)
  await stage.keep()
  expect(await stage.state(name)).toMatchObject({ webhooks: 'on', webhooksReason: null })
  stage.later(dayMs + minuteMs)
  await stage.keep()
  expect(stage.subscribed(name)).toEqual(stage.wanted(name))
})

test.each(telling)('of several processes, one asks %s to stop, and none says that it failed', async (name) => {
  await setCopy(name, false)
  stage.world.sandbox.tune({ latencyMs: 30 }, testShops[name].host)
  stage.world.sandbox.requests.length = 0
  await Promise.all([stage.keep(), stage.keep(), stage.keep()])
  expect(asks(name)).toHaveLength(1 + TOPICS.length)
  expect(stage.subscribed(name)).toEqual([])
  expect(await stage.state(name)).toMatchObject({ webhooks: 'off', webhooksReason: null })
  stage.world.sandbox.tune({ latencyMs: 0 }, testShops[name].host)
  await setCopy(name, true)
  await stage.keep()
})

test.each(telling)('%s tells again where its copy was wanted anew while it was asked to stop', async (name) => {
  await setCopy(name, false)
  stage.world.sandbox.tune({ latencyMs: 200 }, testShops[name].host)
  stage.world.sandbox.requests.length = 0
  const ending = stage.keep()
  await expect.poll(() => asks(name).length, { interval: 5 }).toBeGreaterThan(0)
  await setCopy(name, true)
  const visiting = stage.keep()
  await Promise.all([ending, visiting])
  stage.world.sandbox.tune({ latencyMs: 0 }, testShops[name].host)
  stage.later(11 * minuteMs)
  await stage.keep()
  expect(stage.subscribed(name)).toEqual(stage.wanted(name))
  expect(await stage.state(name)).toMatchObject({ webhooks: 'on', webhooksReason: null })
})

test.each(telling)(
  '%s, which has accepted a part of what it was asked for, is asked to stop where its copy is switched off',
  async (name) => {
    await subscribedInPart(name)
    await setCopy(name, false)
    await stage.keep()
    expect(stage.subscribed(name)).toEqual([])
    stage.tune({ most: 1_000 })
    await setCopy(name, true)
    await stage.keep()
    expect(stage.subscribed(name)).toEqual(stage.wanted(name))
  },
)

test('what a shop has accepted is known before it answers', async () => {
  for (const { id } of stage.hooks('harbor').list()) stage.hooks('harbor').remove(id)
  await stage.world.deps.database.db.update(catalogueStores).set({ webhooks: null, webhooksAt: null })
  stage.world.sandbox.tune({ latencyMs: 200 }, testShops.harbor.host)
  stage.later(20 * minuteMs)
  stage.world.sandbox.requests.length = 0
  const keeping = stage.keep()
  await expect.poll(() => asks('harbor').length, { interval: 5 }).toBeGreaterThan(1)
  const rows = await stage.world.deps.database.db.select().from(catalogueStores)
  expect(rows.find(({ storeId }) => storeId === stage.world.stores.harbor)?.webhooks).toBe('uncertain')
  await keeping
  expect(stage.subscribed('harbor')).toEqual(stage.wanted('harbor'))
})

test('a store that is deleted or moved ends what a shop has accepted in part', async () => {
  const id = stage.world.stores.harbor
  await subscribedInPart('harbor')
  await call('PUT', `/stores/${id}`, { ...storeRequest('north', { name: 'Moved', domain: anotherStore().domain }), id: undefined })
  await expect.poll(() => stage.subscribed('harbor')).toEqual([])
  await subscribedInPart('print')
  expect((await call('DELETE', `/stores/${stage.world.stores.print}`)).status).toBe(200)
  await expect.poll(() => stage.subscribed('print')).toEqual([])
})
