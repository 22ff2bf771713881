// How shops are asked to tell of changes of products, and asked to stop.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { catalogueRefusals } from '#shared/catalogue-refusals.ts'
import { TOPICS } from '#sandbox/webhooks/subscriptions.ts'
import { createHookStage, publicUrl, telling, type HookStage, type TellingShop } from '#tests/support/hook-stage.ts'
import { dayMs, minuteMs } from '#tests/support/catalogue.ts'
import { anotherStore, storeRequest, testShops, type Caller } from '#tests/support/world.ts'

let stage: HookStage
beforeAll(async () => {
  stage = await createHookStage()
  await stage.keep()
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(() => {
  stage.world.sandbox.faults.clear()
  stage.tune({ most: 1_000 })
})

/** Signed in anew, because days pass. */
const call: Caller['rest'] = async (...given) => (await stage.world.signedIn('owner')).rest(...given)

async function aDayLater() {
  stage.later(dayMs + 10 * minuteMs)
  await stage.keep()
}
async function emptied(name: TellingShop) {
  for (const { id } of stage.hooks(name).list()) stage.hooks(name).remove(id)
}

test.each(telling)('%s is asked to tell of new, changed and deleted products at the first visit', async (name) => {
  expect(stage.subscribed(name)).toEqual(stage.wanted(name))
  expect(await stage.state(name)).toMatchObject({ webhooks: 'on', webhooksReason: null })
  expect(
    stage
      .hooks(name)
      .list()
      .every(({ fields }) => fields.includes('id') && fields.includes('updated_at')),
  ).toBe(true)
})

test('the answer of the API has the state of each store', async () => {
  const { body } = await call('GET', '/catalogue/stores')
  expect(body).toMatchObject({
    data: {
      stores: expect.arrayContaining([
        expect.objectContaining({ storeId: stage.world.stores.harbor, webhooks: 'on', webhooksReason: null }),
        expect.objectContaining({
          storeId: stage.world.stores.north,
          webhooks: 'unavailable',
          webhooksReason: catalogueRefusals.webhooks.noSecret.shopify,
        }),
      ]),
    },
  })
})

test.each(telling)('%s is asked again after a day, not before, and nothing is made twice', async (name) => {
  stage.world.sandbox.requests.length = 0
  stage.later(20 * minuteMs)
  await stage.keep()
  const asks = () => stage.world.sandbox.requests.filter(({ path, operation }) => `${path} ${operation}`.match(/webhooks|Subscription/))
  expect(asks()).toEqual([])
  await aDayLater()
  expect(asks().length).toBeGreaterThan(0)
  expect(stage.subscribed(name)).toEqual(stage.wanted(name))
})

test.each(telling)('subscriptions of %s that are missing or wrong are put right', async (name) => {
  const hooks = stage.hooks(name)
  const [first, second] = hooks.list()
  if (!first || !second) throw new Error('nothing is subscribed')
  hooks.remove(first.id)
  hooks.change(second.id, { format: 'xml', fields: ['title'] })
  await aDayLater()
  expect(stage.subscribed(name)).toEqual(stage.wanted(name))
  expect(hooks.list().map(({ format }) => format)).not.toContain('xml')
  expect(hooks.list().every(({ fields }) => fields.includes('id'))).toBe(true)
})

test.each(telling)('subscriptions of %s that are of others stay, whatever we begin or end', async (name) => {
  const hooks = stage.hooks(name)
  const path = new URL(stage.addressOf(name)).pathname
  const foreign = [
    // Those of the merchant and of other apps, also at our own host.
    'https://erp.acme-team.com/hooks',
    `${publicUrl}/hooks`,
    `${publicUrl}${path.slice(0, -1)}`,
    `${publicUrl}${path}/more`,
    `${publicUrl}${path}?for=another`,
    // Another installation of ours, such as one that a backup was restored into: it has the same stores.
    `https://backoffice.staging-team.com${path}`,
    `${publicUrl}:8443${path}`,
  ]
  const made = foreign.flatMap((address) => TOPICS.map((topic) => hooks.create({ topic, address, format: 'xml', fields: [] })))
  const theirs = () => hooks.list().filter((one) => made.includes(one))
  await aDayLater()
  expect(theirs()).toEqual(made)
  await call('PUT', `/catalogue/stores/${stage.world.stores[name]}`, { isOn: false })
  await stage.keep()
  expect(hooks.list()).toEqual(made)
  await call('PUT', `/catalogue/stores/${stage.world.stores[name]}`, { isOn: true })
  await stage.keep()
  expect(theirs()).toEqual(made)
  expect(hooks.list()).toHaveLength(made.length + TOPICS.length)
  for (const { id } of theirs()) hooks.remove(id)
  expect(stage.subscribed(name)).toEqual(stage.wanted(name))
})

test.each([
  ['harbor', 'You cannot create a webhook subscription'],
  ['print', 'read_products'],
] as const)('a scope that %s does not grant is told as the state of the webhooks, not as a failure of the copy', async (name, words) => {
  await emptied(name)
  // Lacking for this call only: without the scope, products could not be read either.
  if (name === 'print') {
    stage.world.sandbox.faults.add({ kind: 'status', status: 403, shop: testShops.print.host, operation: '/admin/webhooks.json' })
    await aDayLater()
  } else {
    stage.world.sandbox.tune({ webhooks: { refusesTopics: true } }, testShops.harbor.host)
    await aDayLater()
    stage.world.sandbox.tune({ webhooks: { refusesTopics: false } }, testShops.harbor.host)
  }
  expect(await stage.state(name)).toMatchObject({
    state: 'ready',
    problem: null,
    webhooks: 'unavailable',
    webhooksReason: expect.stringContaining(words),
  })
  stage.world.sandbox.faults.clear()
  stage.later(70 * minuteMs)
  await stage.keep()
  expect(await stage.state(name)).toMatchObject({ webhooks: 'on', webhooksReason: null })
})

test.each([
  ['harbor', 'limit'],
  ['print', 'Print'],
] as const)('the limit of subscriptions of %s is told, and tried again an hour later', async (name, words) => {
  await emptied(name)
  stage.tune({ most: 1 })
  await aDayLater()
  expect(await stage.state(name)).toMatchObject({ state: 'ready', webhooks: 'unavailable', webhooksReason: expect.stringContaining(words) })
  stage.tune({ most: 10 })
  stage.later(70 * minuteMs)
  await stage.keep()
  expect(stage.subscribed(name)).toEqual(stage.wanted(name))
})

test('an address that the shop does not accept is told', async () => {
  const { deps } = stage.world
  const before = deps.appUrl
  await emptied('harbor')
  deps.appUrl = 'https://hooks.example.com'
  await aDayLater()
  deps.appUrl = before
  expect(await stage.state('harbor')).toMatchObject({ webhooks: 'unavailable', webhooksReason: expect.stringContaining('not allowed') })
  await aDayLater()
  expect(stage.subscribed('harbor')).toEqual(stage.wanted('harbor'))
})

test('a shop that does not answer keeps what it was asked for, and the state says what went wrong', async () => {
  await aDayLater()
  stage.world.sandbox.faults.add({ kind: 'status', status: 503, shop: testShops.print.host, operation: '/admin/webhooks.json' })
  await aDayLater()
  expect(await stage.state('print')).toMatchObject({ state: 'ready', webhooks: 'on', webhooksReason: expect.stringContaining('Print') })
})

test.each([
  'http://backoffice.acme-team.com',
  'https://localhost',
  'https://backoffice.local',
  'https://10.0.0.4',
  'https://[::1]:3000',
  'https://office',
])('without a public address, such as at %s, no shop is asked', async (appUrl) => {
  const { deps } = stage.world
  const before = deps.appUrl
  deps.appUrl = appUrl
  stage.world.sandbox.requests.length = 0
  await aDayLater()
  deps.appUrl = before
  expect(stage.world.sandbox.requests.filter(({ operation }) => /ubscription|webhooks/.test(operation))).toEqual([])
  expect(await stage.state('harbor')).toMatchObject({
    state: 'ready',
    webhooks: 'unavailable',
    webhooksReason: catalogueRefusals.webhooks.notReachable,
  })
})

test.each(telling)('a copy of %s that is switched off ends the telling, and one that is switched on begins it', async (name) => {
  await aDayLater()
  expect(stage.subscribed(name)).toEqual(stage.wanted(name))
  await call('PUT', `/catalogue/stores/${stage.world.stores[name]}`, { isOn: false })
  await stage.keep()
  expect(stage.subscribed(name)).toEqual([])
  expect(await stage.state(name)).toMatchObject({ state: 'off', webhooks: 'off', webhooksReason: null })
  await call('PUT', `/catalogue/stores/${stage.world.stores[name]}`, { isOn: true })
  await stage.keep()
  expect(stage.subscribed(name)).toEqual(stage.wanted(name))
})

test('what a shop cannot be asked to stop is told as well', async () => {
  stage.world.sandbox.faults.add({ kind: 'status', status: 401, shop: testShops.print.host, operation: '/admin/webhooks.json' })
  await call('PUT', `/catalogue/stores/${stage.world.stores.print}`, { isOn: false })
  await stage.keep()
  expect(await stage.state('print')).toMatchObject({
    webhooks: 'off',
    webhooksReason: expect.stringContaining('could not be asked to stop'),
  })
  stage.world.sandbox.faults.clear()
  await call('PUT', `/catalogue/stores/${stage.world.stores.print}`, { isOn: true })
  await stage.keep()
  expect(await stage.state('print')).toMatchObject({ webhooks: 'on', webhooksReason: null })
})

test('other credentials of a ShopBase store without the shared secret leave it to be asked', async () => {
  const id = stage.world.stores.print
  const { apiKey, password: apiPassword } = testShops.print.credentials
  const edit = (more: object) => call('PUT', `/stores/${id}`, { apiKey, apiPassword, ...more })
  expect((await edit({})).status).toBe(200)
  stage.later(2 * minuteMs)
  await stage.keep()
  expect(await stage.state('print')).toMatchObject({
    webhooks: 'unavailable',
    webhooksReason: catalogueRefusals.webhooks.noSecret.shopbase,
  })
  expect((await edit({ sharedSecret: 'shared-secret-of-print' })).status).toBe(200)
  stage.later(2 * minuteMs)
  await stage.keep()
  expect(await stage.state('print')).toMatchObject({ webhooks: 'on' })
  const alone = await call('PUT', `/stores/${id}`, { sharedSecret: 'another' })
  expect(alone.status).toBe(400)
})

test('a store that is moved or deleted ends the telling of its shop, also where the shop is gone', async () => {
  const id = stage.world.stores.harbor
  const { domain } = anotherStore()
  const moved = await call('PUT', `/stores/${id}`, { ...storeRequest('north', { name: 'Moved', domain }), id: undefined })
  expect(moved.status).toBe(200)
  await expect.poll(() => stage.subscribed('harbor')).toEqual([])
  stage.world.logged.length = 0
  stage.world.sandbox.faults.add({ kind: 'status', status: 404, shop: testShops.print.host, operation: '/admin/webhooks.json' })
  expect((await call('DELETE', `/stores/${stage.world.stores.print}`)).status).toBe(200)
  await expect.poll(() => stage.world.logged.join('')).toContain('could not be asked to stop telling')
})
