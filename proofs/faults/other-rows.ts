// Cases that need more than one fault: a wait of days (195), random failures (197), a file cut at the end of a line (199), and one
// unreachable shop among forty (208).
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { STORAGE_HOST } from '#sandbox/shopify/bulk/storage.ts'
import { SHEETS_HOST } from '#sandbox/sheets/serve.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { messages } from '#shared/messages.ts'
import { OrderListResponse } from '#shared/orders.ts'
import { platforms } from '#shared/platforms.ts'
import { storeMessages } from '#shared/store-messages.ts'
import { nothingKnown, proofShop, under, type Fixture, type InjectedFault } from './fixture.ts'
import type { Answer } from './caller.ts'
import { ask, assertFailed, assertInTime, said, undisturbed, type Question } from './calls.ts'
import { assertWhole, begin, exported, jobOf, outcomeOf } from './exports.ts'
import { download, secondPage } from './http-rows.ts'
import { everywhere, type Row, type Trial } from './row.ts'
import { assertTabWhole, sheetExport } from './sheets.ts'
import { openProofServer, type ProofServer } from './server.ts'

const endless: InjectedFault = { kind: 'status', status: 429, retryAfter: '999999' }
const LONGEST_ADVICE_S = 3_600

const askedForDays =
  (question: Question): Trial =>
  async (fixture) => {
    for (const platform of platforms) {
      const shop = fixture.shops[platform]
      await undisturbed(fixture, question, shop)
      const answer: Answer = await under(fixture, endless, { shop: shop.host }, () => ask(fixture, question, shop))
      assertFailed(answer, 'STORE_BUSY', messages.platform.busy(shop.name))
      assert.equal(answer.headers.get('retry-after'), String(LONGEST_ADVICE_S))
    }
  }

/** The export waits an hour, says so, and then completes. */
const exportedAfterAnHour: Trial = async (fixture) => {
  const { shopify } = fixture.shops
  await using server = await openProofServer({ shops: [shopify], endpoints: { ...fixture.sandbox.endpoints } })
  const aim = { shop: shopify.host, ...secondPage.shopify, times: 1 }
  const outcome = await under(fixture, endless, aim, async () => {
    const id = await begin(server, shopify)
    while ((await jobOf(server, id)).status !== 'pending') await pause(50)
    assert.equal((await jobOf(server, id)).waitingFor, messages.platform.busy(shopify.name))
    server.leap(LONGEST_ADVICE_S * 1_000)
    return outcomeOf(server, id)
  })
  await assertWhole(fixture, shopify, outcome)
}

const waitOfDays: Row = {
  number: 195,
  what: '429, Retry-After: 999999',
  cells: {
    ...everywhere('as 429 without Retry-After: nobody waits so long'),
    test: askedForDays('test'),
    list: askedForDays('list'),
    metadata: askedForDays('metadata'),
    order: askedForDays('order'),
    'export page': exportedAfterAnHour,
  },
}

/** Three of ten calls fail. Each call has at most four attempts. */
const often: InjectedFault = { kind: 'status', status: 503, probability: 0.3 }
const MOST_CALLS_FOR_ONE = 4

async function within<T>({ sandbox }: Fixture, host: string, undisturbedCalls: number, work: () => Promise<T>): Promise<T> {
  const before = sandbox.requests.filter(({ shop }) => shop === host).length
  const made = await work()
  const calls = sandbox.requests.filter(({ shop }) => shop === host).length - before
  assert.ok(calls <= undisturbedCalls * MOST_CALLS_FOR_ONE, `${calls} calls in the place of ${undisturbedCalls}`)
  return made
}

const askedOften =
  (question: Question): Trial =>
  async (fixture) => {
    for (const platform of platforms) {
      const shop = fixture.shops[platform]
      const whole = await undisturbed(fixture, question, shop)
      const answer: Answer = await under(fixture, often, { shop: shop.host }, () =>
        within(fixture, shop.host, 4, () => ask(fixture, question, shop)),
      )
      assert.deepEqual(said(answer), whole)
      assertInTime(answer)
    }
  }

/** A count, two pages, and a bulk operation's start, polls and end. */
const CALLS_OF_AN_EXPORT = 8

const exportedOften =
  (stationOf: (fixture: Fixture) => ProofServer, hosts: readonly string[]): Trial =>
  async (fixture) => {
    const { shopify } = fixture.shops
    const work = () => within(fixture, shopify.host, CALLS_OF_AN_EXPORT, () => exported(stationOf(fixture), shopify))
    const shop = hosts.length > 0 ? { shop: STORAGE_HOST, operation: shopify.host } : { shop: shopify.host }
    await assertWhole(fixture, shopify, await under(fixture, often, shop, work))
  }

const writtenOften: Trial = async (fixture) => {
  const call = `/v4/spreadsheets/${fixture.document}`
  const lifts = [call, `${call}:batchUpdate`, `${call}/values:batchUpdate`].map((operation) =>
    fixture.sandbox.faults.add({ ...often, shop: SHEETS_HOST, operation }),
  )
  try {
    await assertTabWhole(fixture, await sheetExport(fixture, fixture.pages))
  } finally {
    for (const lift of lifts) lift()
  }
}

const atRandom: Row = {
  number: 197,
  what: '503 to three calls of ten',
  cells: {
    test: askedOften('test'),
    list: askedOften('list'),
    metadata: askedOften('metadata'),
    order: askedOften('order'),
    'export page': exportedOften((fixture) => fixture.pages, []),
    'bulk poll': exportedOften((fixture) => fixture.bulk, []),
    'bulk download': exportedOften((fixture) => fixture.bulk, [STORAGE_HOST]),
    'Sheets write': writtenOften,
  },
}

const cutAtLineEnd: Row = {
  number: 199,
  what: 'JSONL that ends too early, at the end of a line',
  cells: {
    ...everywhere('sends no JSONL'),
    'bulk download': async (fixture) => {
      const { shopify } = fixture.shops
      for (const share of [0.3, 1])
        for (const times of [undefined, 1]) {
          const aim = { ...download(fixture), ...(times === undefined ? {} : { times }) }
          await assertWhole(
            fixture,
            shopify,
            await under(fixture, { kind: 'missingLines', share }, aim, () => exported(fixture.bulk, shopify)),
          )
        }
    },
  },
}

const FORTY = 40
/** Calls to the other shops must be unaffected: the maximum duration of a call to a healthy shop. */
const PROMPT_MS = 5_000
type Forty = { sandbox: Sandbox; server: ProofServer; fixture: Fixture }

/** Forty shops, and work during an interactive call to one that hangs. */
async function amongForty(fixture: Fixture, work: (forty: Forty, dead: string) => Promise<void>): Promise<void> {
  const size = { products: 280, orders: 2 }
  const shops = Array.from({ length: FORTY }, (_, index) => proofShop('shopify', `forty-${index + 1}`, size))
  const [healthy = fixture.shops.shopify, dead = fixture.shops.shopify] = shops
  const sandbox = await startSandbox({ shops })
  sandbox.tune({ costBucket: false })
  sandbox.faults.add({ kind: 'hang', shop: dead.host })
  const server = await openProofServer({ shops, endpoints: { ...sandbox.endpoints } })
  const own: Fixture = {
    ...fixture,
    sandbox,
    people: server,
    pages: server,
    shops: { ...fixture.shops, shopify: healthy },
    known: nothingKnown(),
  }
  try {
    const waiting = Array.from({ length: 8 }, () => server.call('POST', '/products/fetch', { storeId: server.storeOf(dead.host) }))
    await work({ sandbox, server, fixture: own }, dead.host)
    for (const answer of await Promise.all(waiting)) assertFailed(answer, 'STORE_UNREACHABLE', messages.platform.unreachable(dead.name))
  } finally {
    await server[Symbol.asyncDispose]()
    await sandbox.close()
  }
}

const unaffected =
  (question: Question): Trial =>
  (fixture) =>
    amongForty(fixture, async ({ fixture: own }) => {
      const answer = await ask(own, question, own.shops.shopify)
      said(answer)
      assert.ok(answer.tookMs < PROMPT_MS, `it took ${Math.round(answer.tookMs)} ms`)
    })

/** The list of all forty shops' orders, which names the unreachable one, and the stores of the dashboard. */
const ordersOfTheOthers: Trial = (fixture) =>
  amongForty(fixture, async ({ server, fixture: own }, dead) => {
    const list = await server.call('GET', '/stores')
    assert.ok(list.status === 200 && list.tookMs < PROMPT_MS)
    const storeIds = Array.from({ length: FORTY }, (_, index) => server.storeOf(proofShop('shopify', `forty-${index + 1}`).host))
    const answer = await server.call('POST', '/orders/fetch', { storeIds, limit: 250 })
    const { orders, warnings } = OrderListResponse.parse(answer.body)
    const stores = new Set(orders.map(({ storeId }) => storeId))
    assert.deepEqual([stores.size, stores.has(server.storeOf(dead)), warnings.length], [FORTY - 1, false, 1])
    assert.equal(warnings[0], storeMessages.notYetAnswered(proofShop('shopify', 'forty-2').name))
    assert.ok(answer.tookMs < PROMPT_MS, `it took ${Math.round(answer.tookMs)} ms`)
    said(await ask(own, 'list', own.shops.shopify))
  })

const exportOfAnother: Trial = (fixture) =>
  amongForty(fixture, async ({ server, fixture: own }, dead) => {
    await begin(server, proofShop('shopify', dead.split('.')[0] ?? ''))
    const began = performance.now()
    await assertWhole(own, own.shops.shopify, await exported(server, own.shops.shopify))
    assert.ok(performance.now() - began < 4 * PROMPT_MS, 'the export of another store was held up')
  })

const oneOfForty: Row = {
  number: 208,
  what: 'one dead shop among forty',
  cells: {
    ...everywhere('as for pages'),
    test: unaffected('test'),
    list: ordersOfTheOthers,
    metadata: unaffected('metadata'),
    order: unaffected('order'),
    'export page': exportOfAnother,
  },
}

export const otherCases: readonly Row[] = [waitOfDays, atRandom, cutAtLineEnd, oneOfForty]
