// The address where shops tell of changes, as its callers and its attackers see it.
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { deliveryPath } from '#shared/catalogue.ts'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import { limits } from '#shared/limits.ts'
import { createHookStage, secrets, telling, type HookStage, type TellingShop } from '#tests/support/hook-stage.ts'
import { minuteMs } from '#tests/support/catalogue.ts'
import { testShops, type Caller } from '#tests/support/world.ts'

let stage: HookStage
let owner: Caller
beforeAll(async () => {
  stage = await createHookStage()
  owner = await stage.world.signedIn('owner')
  await stage.keep()
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  stage.later(2 * minuteMs)
  await stage.keep()
})

const productOf = (name: TellingShop, index = 3) => {
  const product = stage.trade(name).catalogue().products[index]
  if (!product) throw new Error('the shop has no such product')
  return product
}
const later = (name: TellingShop) => new Date(stage.trade(name).clock.now()).toISOString()
const bodyAbout = (name: TellingShop, index?: number) => `{"id":${productOf(name, index).id},"updated_at":"${later(name)}"}`

test.each(telling)('a signed message of %s is accepted within 50 ms, and no shop is asked', async (name) => {
  const { id } = productOf(name)
  await stage.post(name, bodyAbout(name, 1))
  stage.world.sandbox.requests.length = 0
  const times: number[] = []
  for (let turn = 0; turn < 9; turn++) {
    const began = performance.now()
    await stage.post(name, bodyAbout(name, 30 + turn))
    times.push(performance.now() - began)
  }
  // The quickest, because this machine has other work, too.
  expect(Math.min(...times)).toBeLessThan(50)
  const answer = await stage.post(name, bodyAbout(name))
  expect(answer).toMatchObject({ status: 200, text: '{"success":true}' })
  expect(stage.world.sandbox.requests).toEqual([])
  expect(await stage.hinted(name)).toContain(id)
})

const strangers: [string, (name: TellingShop) => Parameters<HookStage['post']>[2] & object][] = [
  ['a guessed secret', () => ({ secret: 'a guess' })],
  ['the secret of another store', (name) => ({ secret: secrets[name === 'harbor' ? 'print' : 'harbor'] })],
  ['the domain of another shop', () => ({ domain: testShops.north.host })],
  ['no domain', () => ({ domain: '' })],
  ['no signature', () => ({ headers: { 'x-shopify-hmac-sha256': '', 'x-shopbase-hmac-sha256': '' } })],
  [
    'a signature that is too long',
    () => ({ headers: { 'x-shopify-hmac-sha256': 'A'.repeat(4_000), 'x-shopbase-hmac-sha256': 'A'.repeat(4_000) } }),
  ],
  ['a signature that is no base64', () => ({ headers: { 'x-shopify-hmac-sha256': '%%', 'x-shopbase-hmac-sha256': '%%' } })],
  ['a store that does not exist', () => ({ storeId: 'fbf2732b-11c0-4221-90cf-710d1e31cb6c' })],
  ['a store without a secret', () => ({ storeId: stage.world.stores.north })],
  ['the other platform', (name) => ({ platform: name === 'harbor' ? 'shopbase' : 'shopify' })],
]

test.each(telling)('whatever is wrong with a message for %s, the answer is the same, and nothing is kept', async (name) => {
  const before = await stage.hinted(name)
  const answers = []
  for (const [, forged] of strangers) answers.push(await stage.post(name, bodyAbout(name, 20), forged(name)))
  const plain = answers.map(({ status, text, headers }) => ({
    status,
    text: text.replaceAll(/[0-9a-f-]{36}/g, 'id'),
    names: [...headers.keys()],
  }))
  expect(plain[0]).toMatchObject({ status: 401 })
  for (const one of plain) expect(one).toEqual(plain[0])
  expect(plain[0]?.text).not.toMatch(/secret|domain|unknown|not found/i)
  expect(await stage.hinted(name)).toEqual(before)
})

test('an unknown platform is refused like everything else', async () => {
  const answer = await fetch(`${stage.url}/api/v1/catalogue/webhooks/magento/${stage.world.stores.harbor}`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(401)
})

test('the time of a refusal does not tell whether there is such a store', async () => {
  const timed = async (storeId: string) => {
    const began = performance.now()
    await stage.post('harbor', '{"id":1}', { secret: 'a guess', storeId })
    return performance.now() - began
  }
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let turn = 0; turn < 150; turn++) {
    times.known.push(await timed(stage.world.stores.harbor))
    times.unknown.push(await timed('fbf2732b-11c0-4221-90cf-710d1e31cb6c'))
  }
  const quick = (all: readonly number[]) => all.toSorted((one, other) => one - other)[15] ?? 0
  // The quickest tenth of both: what is slower has waited for other work. On a slow machine the noise grows with the time.
  const [known, unknown] = [quick(times.known), quick(times.unknown)]
  expect(Math.abs(known - unknown)).toBeLessThan(Math.max(1, 0.3 * Math.min(known, unknown)))
})

test('a body above the limit is refused before anything is looked at, whoever sends it', async () => {
  const body = `{"id":1,"more":"${'x'.repeat(catalogueLimits.hints.bodyBytes)}"}`
  const answers = [await stage.post('harbor', body), await stage.post('harbor', body, { storeId: 'nobody', secret: 'a guess' })]
  expect(answers.map(({ status }) => status)).toEqual([413, 413])
})

test.each(['', '[]', '{"id":"x"}', '{"id":-4}', '{"title":"no id"}', 'no json', '{"id":1,"updated_at":{}}'])(
  'a signed body such as %j is accepted and says nothing',
  async (body) => {
    const before = await stage.hinted('harbor')
    expect((await stage.post('harbor', body)).status).toBe(200)
    expect(await stage.hinted('harbor')).toEqual(before)
  },
)

test('only a POST is answered', async () => {
  const path = deliveryPath({ platform: 'shopify', id: stage.world.stores.harbor })
  expect((await fetch(stage.url + path)).status).toBe(405)
})

test('who is signed in is none of its business', async () => {
  const answer = await stage.post('harbor', bodyAbout('harbor'), { secret: 'a guess', headers: { authorization: `Bearer ${owner.token}` } })
  expect(answer.status).toBe(401)
})

test('no secret and no signature is logged', () => {
  const logged = stage.world.logged.join('')
  expect(logged).toContain('/api/v1/catalogue/webhooks/')
  for (const secret of Object.values(secrets)) expect(logged).not.toContain(secret)
  expect(logged).not.toMatch(/hmac/i)
})

/** Stops the clock of the allowances, so that the minute does not end. */
function stopTheClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('what strangers send from the address of a shop takes nothing from the number of a store that has been told of changes', async () => {
  stopTheClock()
  const left = async (...given: Parameters<HookStage['post']>) =>
    Number(/r=(\d+)/.exec((await stage.post(...given)).headers.get('ratelimit') ?? '')?.[1])
  await stage.post('harbor', '{"id":1}')
  const before = await left('harbor', '{"id":1}')
  for (let turn = 0; turn < 9; turn++) await stage.post('print', '{"id":1}', { secret: 'a guess', storeId: `nobody-${turn}` })
  expect(before).toBeGreaterThan(1)
  expect(await left('harbor', '{"id":1}')).toBe(before - 1)
  const { headers } = await stage.post('harbor', '{"id":1}', { secret: 'a guess' })
  expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([])
})

const leftIn = ({ headers }: { headers: Headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])

test.each(telling)(
  'what is not signed by %s is counted to the allowance of strangers there, also with the id and the name of its store',
  async (name) => {
    stopTheClock()
    const tooLarge = 'x'.repeat(catalogueLimits.hints.bodyBytes + 1)
    // Refused for its size, so that the answer says what is left.
    const leftToStrangers = async () => leftIn(await stage.post(name, tooLarge, { storeId: 'nobody' }))
    const leftToShop = async () => leftIn(await stage.post(name, '{"id":1}'))
    await leftToShop()
    const before = { strangers: await leftToStrangers(), shop: await leftToShop() }
    expect(before.strangers).toBeGreaterThan(20)
    const forged = [{ secret: 'a guess' }, { secret: 'a guess', domain: testShops.north.host }, { domain: '' }]
    for (const one of forged) for (let turn = 0; turn < 3; turn++) expect((await stage.post(name, '{"id":1}', one)).status).toBe(401)
    expect(await leftToShop()).toBe(before.shop - 1)
    expect(await leftToStrangers()).toBe(before.strangers - 3 * forged.length - 1)
  },
)

test('so many messages of one address are taken in a minute, and other calls have their own number', async () => {
  const first = await stage.post('harbor', '{"id":1}')
  expect(Number(/r=(\d+)/.exec(first.headers.get('ratelimit') ?? '')?.[1])).toBeGreaterThan(limits.callsPerMinute.address)
  const other = await fetch(`${stage.url}/api/v1/nothing`)
  expect(other.headers.get('ratelimit-policy')).not.toContain('delivery')
})
