// Cases that only Shopify's API has: its rate limit, shapes, cursors, costs and versions.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { apiVersion, graphqlPath } from '#server/platforms/shopify/version.ts'
import { messages } from '#shared/messages.ts'
import { productFields } from '#shared/product-fields.ts'
import { ProductListResponse } from '#shared/products.ts'
import { FAST, secrets, under, type Fixture } from './fixture.ts'
import { ask, assertFailed, said, undisturbed, type Question } from './calls.ts'
import { assertWhole, begin, exported, fields, jobOf, outcomeOf, undisturbedFile } from './exports.ts'
import { everywhere, type Row, type Trial } from './row.ts'
import type { ProofServer } from './server.ts'

/** The number of such calls to the worker's shop since then. */
const askedSince = ({ sandbox, shops }: Fixture, at: number, operation?: string) =>
  sandbox.requests.filter(
    (one) => one.shop === shops.shopify.host && one.at >= at && (operation === undefined || one.operation === operation),
  ).length

/** A direct call by another program of the shop. */
async function direct({ sandbox, shops }: Fixture, query: string): Promise<string> {
  const answer = await fetch(`${sandbox.endpoints[shops.shopify.host]}${graphqlPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': secrets.token },
    body: JSON.stringify({ query }),
  })
  return answer.text()
}

/** The work after another program has emptied the shop's cost bucket. */
async function drained<T>({ sandbox, shops }: Fixture, restoreRate: number, clockSpeed: number, work: () => Promise<T>): Promise<T> {
  const { host } = shops.shopify
  sandbox.tune({ clockSpeed, costBucket: { maximumAvailable: 1_000, restoreRate, available: 0 } }, host)
  try {
    return await work()
  } finally {
    sandbox.tune({ clockSpeed: 1, costBucket: false }, host)
  }
}

/** THROTTLED occurs at most twice, because the wait matches the bucket. */
const MOST_ATTEMPTS = 3

const throttled =
  (question: Question, operation: string): Trial =>
  async (fixture) => {
    const { shopify } = fixture.shops
    const whole = await undisturbed(fixture, question, shopify)
    const before = Date.now()
    const answer = await drained(fixture, 20, 1, () => ask(fixture, question, shopify))
    assert.deepEqual(said(answer), whole)
    const attempts = askedSince(fixture, before, operation)
    assert.ok(attempts <= MOST_ATTEMPTS, `${attempts} attempts`)
  }

const throttledExport =
  (stationOf: (fixture: Fixture) => ProofServer): Trial =>
  async (fixture) => {
    const { shopify } = fixture.shops
    const before = Date.now()
    await assertWhole(fixture, shopify, await drained(fixture, 100, FAST, () => exported(stationOf(fixture), shopify)))
    const attempts = askedSince(fixture, before, 'ProductCount')
    assert.ok(attempts <= MOST_ATTEMPTS, `${attempts} attempts at the count`)
  }

const throttling: Row = {
  number: 196,
  what: 'THROTTLED in a 200, the bucket empty',
  cells: {
    ...everywhere('a limit of Shopify’s API'),
    test: throttled('test', 'ShopCheck'),
    list: throttled('list', 'ProductList'),
    metadata: throttled('metadata', 'ProductMetadata'),
    order: throttled('order', 'WholeOrder'),
    'export page': throttledExport((fixture) => fixture.pages),
    'bulk poll': throttledExport((fixture) => fixture.bulk),
  },
}

const staleCursor: Row = {
  number: 202,
  what: 'a cursor that is not taken any more',
  cells: {
    ...everywhere('reads no pages'),
    list: async (fixture) => {
      const { shopify } = fixture.shops
      const storeId = fixture.people.storeOf(shopify.host)
      const first = await fixture.people.call('POST', '/products/fetch', { storeId, limit: 50 })
      const { pageInfo } = z.object({ data: ProductListResponse }).parse(first.body).data
      const cursor = 'endCursor' in pageInfo ? pageInfo.endCursor : null
      const next = () => fixture.people.call('POST', '/products/fetch', { storeId, limit: 50, cursor })
      const answer = await under(fixture, { kind: 'staleCursor' }, { shop: shopify.host }, next)
      assertFailed(answer, 'INVALID_CURSOR', 'This page link is no longer valid. Please start again from the first page.')
    },
    'export page': async (fixture) => {
      const { shopify } = fixture.shops
      const aim = { shop: shopify.host, operation: 'ExportPage', times: 1 }
      await assertWhole(fixture, shopify, await under(fixture, { kind: 'staleCursor' }, aim, () => exported(fixture.pages, shopify)))
    },
  },
}

const tooDear: Row = {
  number: 205,
  what: 'one query costs more than it may',
  cells: {
    ...everywhere('costs a tenth of what one query may'),
    'bulk poll': 'bulk operations cost no points',
    'bulk download': 'bulk operations cost no points',
    'Sheets write': 'a limit of Shopify’s API',
    'export page': async (fixture) => {
      const { shopify } = fixture.shops
      await undisturbedFile(fixture, shopify, productFields)
      fixture.sandbox.tune({ queryLimit: 500 }, shopify.host)
      const before = Date.now()
      try {
        await assertWhole(fixture, shopify, await exported(fixture.pages, shopify, productFields), productFields)
      } finally {
        fixture.sandbox.tune({ queryLimit: 1_000 }, shopify.host)
      }
      const pages = askedSince(fixture, before, 'ExportPage')
      assert.ok(pages > 2, `${pages} requests for pages`)
    },
  },
}

const version = { kind: 'altered', how: 'anotherVersion' } as const
const notice = messages.platform.otherVersion('2099-01', apiVersion)
const toldInLog = ({ logged }: ProofServer) => logged.some((line) => line.includes('shop serves another API version'))

const versioned =
  (question: Question): Trial =>
  async (fixture) => {
    const { shopify } = fixture.shops
    const whole = await undisturbed(fixture, question, shopify)
    const answer = said(await under(fixture, version, { shop: shopify.host }, () => ask(fixture, question, shopify)))
    if (question === 'test') assert.deepEqual(z.object({ limits: z.array(z.string()) }).parse(answer).limits, [notice])
    else assert.deepEqual(answer, question === 'list' ? { ...Object(whole), warnings: [notice] } : whole)
    assert.ok(toldInLog(fixture.people))
  }

const versionedExport =
  (stationOf: (fixture: Fixture) => ProofServer): Trial =>
  async (fixture) => {
    const { shopify } = fixture.shops
    const outcome = await under(fixture, version, { shop: shopify.host }, () => exported(stationOf(fixture), shopify))
    await assertWhole(fixture, shopify, outcome)
    assert.ok(outcome.job.warning?.includes(notice), `warning: ${outcome.job.warning}`)
    assert.ok(toldInLog(stationOf(fixture)))
  }

const otherVersion: Row = {
  number: 206,
  what: 'another version of the API answers',
  cells: {
    ...everywhere('has no version'),
    test: versioned('test'),
    list: versioned('list'),
    metadata: versioned('metadata'),
    order: versioned('order'),
    'export page': versionedExport((fixture) => fixture.pages),
    'bulk poll': versionedExport((fixture) => fixture.bulk),
  },
}

type Ending = 'failed' | 'failedPartly' | 'canceled' | 'expired'

/** Asserts that the export started a bulk operation and then read pages. */
async function givenUp(fixture: Fixture, work: () => Promise<void>): Promise<void> {
  const before = Date.now()
  await work()
  assert.ok(askedSince(fixture, before, 'StartBulk') > 0, 'no bulk operation was started')
  assert.ok(askedSince(fixture, before, 'ExportPage') > 0, 'no pages were read')
}

const endingBadly =
  (bulkEnd: Ending): Trial =>
  async (fixture) => {
    const { shopify } = fixture.shops
    fixture.sandbox.tune({ bulkEnd }, shopify.host)
    try {
      await givenUp(fixture, async () => assertWhole(fixture, shopify, await exported(fixture.bulk, shopify)))
    } finally {
      fixture.sandbox.tune({ bulkEnd: 'completed' }, shopify.host)
    }
  }

const ONGOING = 'mutation { bulkOperationRunQuery(query: "{ products { edges { node { id } } } }") { bulkOperation { id } } }'
const Running = z.object({ data: z.object({ bulkOperationRunQuery: z.object({ bulkOperation: z.object({ id: z.string() }) }) }) })

/** Another app runs five other bulk operations. */
const crowdedOut: Trial = async (fixture) => {
  const { shopify } = fixture.shops
  fixture.sandbox.tune({ bulkMs: 24 * 3_600_000 }, shopify.host)
  const ids = []
  for (let count = 0; count < 5; count += 1)
    ids.push(Running.parse(JSON.parse(await direct(fixture, ONGOING))).data.bulkOperationRunQuery.bulkOperation.id)
  try {
    await givenUp(fixture, async () => assertWhole(fixture, shopify, await exported(fixture.bulk, shopify)))
  } finally {
    for (const id of ids) await direct(fixture, `mutation { bulkOperationCancel(id: "${id}") { bulkOperation { status } } }`)
    fixture.sandbox.tune({ bulkMs: 0 }, shopify.host)
  }
}

const DAY_MS = 24 * 3_600_000

/** The work while bulk operations of this shop take a day. */
async function takingADay(fixture: Fixture, work: () => Promise<void>): Promise<void> {
  const { host } = fixture.shops.shopify
  fixture.sandbox.tune({ bulkMs: DAY_MS }, host)
  try {
    await work()
  } finally {
    fixture.sandbox.tune({ bulkMs: 0 }, host)
  }
}

/** A proxy gives up after a minute without a byte. The file arrives earlier. */
const PROXY_MS = 60_000

const slowBulk: Row = {
  number: 203,
  what: 'a bulk operation takes a day, behind a proxy that gives up after 60 s',
  cells: {
    ...everywhere('is no bulk operation'),
    'bulk download': 'there is no file',
    'export page': (fixture) =>
      takingADay(fixture, async () => {
        const { shopify } = fixture.shops
        const whole = await undisturbedFile(fixture, shopify)
        const config = { fields }
        const answer = await fixture.bulk.call('POST', '/products/export/csv', { storeId: fixture.bulk.storeOf(shopify.host), config })
        assert.ok(answer.tookMs < PROXY_MS, `it took ${Math.round(answer.tookMs)} ms`)
        assert.ok(answer.status === 200 && answer.text === whole, 'the file is another one')
      }),
    'bulk poll': (fixture) =>
      takingADay(fixture, async () => {
        const { shopify } = fixture.shops
        const id = await begin(fixture.bulk, shopify)
        const reason = async () => (await jobOf(fixture.bulk, id)).waitingFor ?? ''
        while (!(await reason()).startsWith('Shopify is preparing the file')) await pause(50)
        // The operation gets five minutes of the server's time. Then pages are read.
        await assertWhole(fixture, shopify, await outcomeOf(fixture.bulk, id))
      }),
  },
}

const pollOnly = (what: string, trial: Trial): Row => ({
  number: 203,
  what,
  cells: { ...everywhere('is no bulk operation'), 'bulk download': 'there is no file', 'bulk poll': trial },
})

const bulkEnds: Row[] = [
  pollOnly('a bulk operation FAILED', endingBadly('failed')),
  pollOnly('FAILED, half of the data left', endingBadly('failedPartly')),
  pollOnly('CANCELED by somebody', endingBadly('canceled')),
  pollOnly('EXPIRED', endingBadly('expired')),
  pollOnly('five others under way', crowdedOut),
]

export const shopifyCases: readonly Row[] = [throttling, staleCursor, tooDear, otherVersion, ...bulkEnds, slowBulk]
