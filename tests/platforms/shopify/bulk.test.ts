// Large exports through bulk operations of the sandbox. They have the same products as exports through pages, despite any failure.
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { everyProductField, productFields, type ProductField } from '#shared/product-fields.ts'
import { RolledBack, type BulkOperation, type OperationMemory, type Shop } from '#server/platforms/port.ts'
import { createPlatforms, type Platforms } from '#server/platforms/registry.ts'
import { BULK_AFTER_MS, worthBulkMs } from '#server/platforms/shopify/bulk/walk.ts'
import { pageCost, partsFor, wide } from '#server/platforms/shopify/products/parts.ts'
import { ShopSettings } from '#sandbox/settings.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { fakeClock } from '#tests/platforms/fake-clock.ts'
import { walked } from '#tests/platforms/contract.ts'
import { shopify } from '#tests/platforms/shopify/subject.ts'

const STORAGE = 'storage.googleapis.com'
let sandbox: Sandbox
let log: object[]
const opened: Platforms[] = []

function shopWith(bulkAfterMs: number): Shop {
  const platforms = createPlatforms({
    ...fakeClock(),
    endpoints: sandbox.endpoints,
    log: (event, message) => log.push({ ...event, message }),
    bulkAfterMs,
  })
  opened.push(platforms)
  return platforms.connect(shopify.connection)
}
const bulk = () => shopWith(0)
const paged = () => shopWith(Number.POSITIVE_INFINITY)
const asked = () => sandbox.requests.map(({ operation }) => operation)
function heldOpen(fd: string): string[] {
  try {
    return [readlinkSync(`/proc/self/fd/${fd}`)].filter((path) => path.startsWith(tmpdir()))
  } catch {
    return []
  }
}
/** This test's files in the folder, and its unlinked files that are still open. */
const leftovers = () => [...readdirSync(tmpdir()), ...readdirSync('/proc/self/fd').flatMap(heldOpen)]
const small = '{ products { edges { node { id title } } } }'
async function graphql(query: string): Promise<unknown> {
  const answer = await fetch(`${sandbox.endpoints[shopify.settings.host]}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': 'shpat_test_not_a_secret' },
    body: JSON.stringify({ query }),
  })
  return answer.json()
}
const givenUp = () => log.filter((event) => 'message' in event && event.message === 'bulk operation given up, reading pages')

beforeEach(async () => {
  vi.stubEnv('TMPDIR', mkdtempSync(join(tmpdir(), 'test-')))
  sandbox = await startSandbox({ shops: [shopify.settings] })
  sandbox.tune({ costBucket: false })
  log = []
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((platforms) => platforms.close()))
  await sandbox.close()
  rmSync(tmpdir(), { recursive: true })
  vi.unstubAllEnvs()
})

test('it gives the products that pages give, all of them, in the same order', async () => {
  const byPages = await walked(paged().walkProducts({ query: {} }, everyProductField))
  sandbox.requests.length = 0
  const byBulk = await walked(bulk().walkProducts({ query: {} }, everyProductField))
  expect(byBulk).toEqual(byPages)
  expect(byBulk).toHaveLength(600)
  expect(asked()).toContain('StartBulk')
  expect(asked()).not.toContain('ExportPage')
  expect(givenUp()).toEqual([])
})

test('the filter goes along, quotes and all, and a later attempt begins behind the last product', async () => {
  const query = { search: 'a "b\\ c', vendor: ['O"Brien \\ Söhne', 'Northwind'], createdFrom: new Date('2020-01-01') }
  for (const selection of [{ query: {} }, { query }]) {
    const all = await walked(paged().walkProducts(selection, ['Title']))
    const after = all[Math.floor(all.length / 2)]?.id ?? '0'
    const rest = await walked(shopWith(0).walkProducts(selection, ['Title'], { after }))
    expect(rest.map(({ id }) => id)).toEqual(all.map(({ id }) => id).filter((id) => BigInt(id) > BigInt(after)))
  }
})

test('fields that nobody wants are not asked for', async () => {
  const [first] = await walked(bulk().walkProducts({ query: {} }, ['Title', 'SKU']))
  expect(first?.variants.length).toBeGreaterThan(0)
  expect(first).toMatchObject({ images: [], collections: [], bodyHtml: '' })
})

test.each([
  ['products whose pages need not wait', { query: {} }, 1, {}],
  ['few wanted', { query: {} }, 0, { atMost: 50 }],
  ['chosen products', { ids: ['1'] }, 0, {}],
])('%s are read by pages', async (_, selection, bulkAfterMs, options) => {
  await walked(shopWith(bulkAfterMs).walkProducts(selection, ['Title'], options))
  expect(asked()).not.toContain('StartBulk')
})

test('it is the way where pages would wait for the shop’s cost bucket', async () => {
  sandbox.tune({ costBucket: { maximumAvailable: 1_000, restoreRate: 50 } })
  await walked(shopWith(20_000).walkProducts({ query: {} }, everyProductField))
  expect(asked()).toContain('StartBulk')
})

describe('where it does not come to a good end, pages are read instead', () => {
  test.each([
    ['a file that is not there', { kind: 'status', status: 404 }],
    ['a file that breaks off', { kind: 'reset', share: 0.5 }],
    ['a file shorter than promised', { kind: 'truncatedJson' }],
    ['a page of HTML', { kind: 'html' }],
  ] as const)('%s', async (_, fault) => {
    sandbox.faults.add({ ...fault, shop: STORAGE })
    expect(await walked(bulk().walkProducts({ query: {} }, ['Title']))).toHaveLength(600)
    expect(asked().filter((operation) => operation === 'bulkFile')).toHaveLength(3)
    expect(givenUp()).toHaveLength(1)
    expect(leftovers()).toEqual([])
  })

  test('a shop that is busy with five others', async () => {
    sandbox.tune({ bulkMs: 3_600_000 })
    await Promise.all(
      Array.from({ length: 5 }, () => graphql(`mutation { bulkOperationRunQuery(query: "${small}") { userErrors { code } } }`)),
    )
    expect(await walked(bulk().walkProducts({ query: {} }, ['Title']))).toHaveLength(600)
    expect(givenUp()).toMatchObject([{ failed: 'BULK_REFUSED' }])
  })

  test('an operation that takes hours is cancelled', async () => {
    sandbox.tune({ bulkMs: 36_000_000 })
    expect(await walked(bulk().walkProducts({ query: {} }, ['Title']))).toHaveLength(600)
    expect(asked()).toContain('CancelBulk')
    expect(givenUp()).toMatchObject([{ failed: 'BULK_TOO_SLOW' }])
  })
})

test('what the shop keeps from us is left empty', async () => {
  const all = await walked(bulk().walkProducts({ query: {} }, everyProductField))
  await sandbox.close()
  sandbox = await startSandbox({ shops: [ShopSettings.parse({ ...shopify.settings, hidesCosts: true })] })
  sandbox.tune({ costBucket: false })
  const shown = all.map((product) => ({ ...product, variants: product.variants.map((variant) => ({ ...variant, cost: null })) }))
  expect(shown).not.toEqual(all)
  for (const shop of [bulk(), paged()]) {
    expect(await shop.hiddenFields(productFields)).toEqual(['Cost per item'])
    expect(await walked(shop.walkProducts({ query: {} }, everyProductField))).toEqual(shown)
  }
})

test('a download that breaks once is fetched again', async () => {
  sandbox.faults.add({ kind: 'reset', share: 0.7, shop: STORAGE, times: 1 })
  expect(await walked(bulk().walkProducts({ query: {} }, ['Title']))).toHaveLength(600)
  expect(givenUp()).toEqual([])
  expect(asked()).not.toContain('ExportPage')
})

test('stopping the export cancels the operation and leaves no file behind', async () => {
  const stop = new AbortController()
  sandbox.faults.add({ kind: 'hang', operation: 'PollBulk' })
  const walk = walked(bulk().walkProducts({ query: {} }, ['Title'], { signal: stop.signal }))
  while (!asked().includes('PollBulk')) await new Promise(setImmediate)
  stop.abort(new Error('cancelled'))
  await expect(walk).rejects.toThrow('cancelled')
  expect(asked()).toContain('CancelBulk')
  expect(leftovers()).toEqual([])
})

test('reading that ends early leaves no file behind, nor would being killed meanwhile', async () => {
  for await (const product of bulk().walkProducts({ query: {} }, ['Title'])) {
    expect(product.title).not.toBe('')
    expect(readdirSync(tmpdir())).toEqual([])
    break
  }
  expect(leftovers()).toEqual([])
})

describe('where they may be taken back, products come before their file is all here', () => {
  /** The ids and the provisional flags of a walk, in order. */
  async function loosely(): Promise<(string | boolean)[]> {
    const heard: (string | boolean)[] = []
    const onLoose = (isLoose: boolean) => void heard.push(isLoose)
    for await (const { id } of bulk().walkProducts({ query: {} }, productFields, { onProvisional: onLoose })) heard.push(id)
    return heard
  }
  const ids = async () => (await walked(paged().walkProducts({ query: {} }, ['Title']))).map(({ id }) => id)
  const downloads = () => sandbox.requests.filter(({ operation }) => operation === 'bulkFile')

  test('they stand when it is', async () => {
    const expected = await ids()
    sandbox.tune({ fileBytesPerSecond: 4_000_000 })
    const onLoose = () => {}
    for await (const { id } of bulk().walkProducts({ query: {} }, productFields, { onProvisional: onLoose })) {
      expect(id).toBe(expected[0])
      expect(downloads()).toMatchObject([{ endedAt: null }])
      break
    }
    sandbox.requests.length = 0
    const heard = await loosely()
    expect(heard.filter((one) => typeof one === 'string')).toEqual(expected)
    // The last item is known to be complete only at the end of the file.
    expect([heard[0], heard.at(-1), heard.filter((one) => typeof one === 'boolean')]).toEqual([true, expected.at(-1), [true, false]])
    expect(downloads()).toHaveLength(1)
    expect(leftovers()).toEqual([])
  })

  test.each([
    ['breaks off', { kind: 'reset', share: 0.7 }],
    ['is short', { kind: 'truncatedJson' }],
  ] as const)('a file that %s once is fetched again, and none comes twice', async (_, fault) => {
    const expected = await ids()
    sandbox.faults.add({ ...fault, shop: STORAGE, times: 1 })
    const heard = await loosely()
    expect(heard.filter((one) => typeof one === 'string')).toEqual(expected)
    expect(downloads()).toHaveLength(2)
    expect(givenUp()).toEqual([])
  })

  test.each([
    ['is short each time', { kind: 'truncatedJson' }],
    ['is out of order', { kind: 'firstLast' }],
  ] as const)('they are taken back where it %s', async (_, fault) => {
    sandbox.faults.add({ ...fault, shop: STORAGE })
    await expect(loosely()).rejects.toThrow(RolledBack)
    expect(leftovers()).toEqual([])
  })
})

test('a file in another order gives the same products in theirs', async () => {
  const byPages = await walked(paged().walkProducts({ query: {} }, everyProductField))
  sandbox.faults.add({ kind: 'firstLast', shop: STORAGE })
  expect(await walked(bulk().walkProducts({ query: {} }, everyProductField))).toEqual(byPages)
  expect(givenUp()).toEqual([])
})

test('an operation that an earlier attempt began is found again, also by an attempt that goes on further behind', async () => {
  const selection = { query: {} }
  const all = await walked(paged().walkProducts(selection, ['Title']))
  let kept: BulkOperation | null = null
  const memory = (known: BulkOperation | null): OperationMemory => ({
    known,
    async keep(operation) {
      kept = operation
    },
    outlives: () => true,
  })
  expect(await walked(bulk().walkProducts(selection, ['Title'], { operation: memory(null) }))).toEqual(all)
  expect(kept).toMatchObject({ id: expect.stringContaining('BulkOperation'), after: null })
  const after = all[199]?.id ?? ''
  expect(await walked(bulk().walkProducts(selection, ['Title'], { after, operation: memory(kept) }))).toEqual(all.slice(200))
  expect(asked().filter((operation) => operation === 'StartBulk')).toHaveLength(1)
  // Another search needs another operation.
  const other = await walked(bulk().walkProducts({ query: { status: 'draft' } }, ['Title'], { operation: memory(kept) }))
  expect(other.length).toBeLessThan(all.length)
  expect(asked().filter((operation) => operation === 'StartBulk')).toHaveLength(2)
  expect(givenUp()).toEqual([])
})

test('pages or a bulk operation is decided by what the wanted columns cost', async () => {
  const tools = { bulkAfterMs: BULK_AFTER_MS, client: { waitMs: () => null } }
  const longest = (fields: readonly ProductField[], products: number, options = {}) =>
    worthBulkMs(tools, options, { first: wide.first, cost: pageCost(partsFor(fields), {}, wide) }, async () => products)
  expect(await longest(['Title', 'Vendor', 'Tags', 'Status'], 100_000)).toBeNull()
  expect(await longest(productFields, 9_000)).toBeNull()
  expect(await longest(productFields, 100_000)).toBeGreaterThan(BULK_AFTER_MS)
  expect(await longest(productFields, 100_000, { byPages: true })).toBeNull()
})
