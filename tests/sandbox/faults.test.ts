import { request as httpRequest } from 'node:http'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Faults } from '#sandbox/faults.ts'
import { startSandbox } from '#sandbox/start.ts'
import { at, getRest, graphql, listAt, postGraphql, rest, shopbase, shopify } from './shop.ts'

const sandbox = await startSandbox({ shops: [shopify, shopbase] })
afterAll(() => sandbox.close())
afterEach(() => {
  sandbox.faults.clear()
  sandbox.tune({ gzip: true, costBucket: false, callBucket: false })
})

const NAME = 'query Name { shop { name } }'
const PAGE = 'query Page($after: String) { products(first: 2, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }'

type Fault = Parameters<Faults['add']>[0]

/** The answer's text under a fault that occurs once. */
async function struck(fault: Fault, query = NAME, variables = {}): Promise<{ status: number; text: string; headers: Headers }> {
  sandbox.faults.add({ times: 1, ...fault })
  const response = await postGraphql(sandbox, query, { variables })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

describe('instead of the answer', () => {
  test.each([401, 402, 403, 404, 423, 429, 430, 500, 502, 503, 504])('status %i', async (status) => {
    expect((await struck({ kind: 'status', status })).status).toBe(status)
    expect(at(await graphql(sandbox, NAME), 'data.shop.name')).toBe('Small')
  })

  test('429 with any Retry-After, malformed ones too', async () => {
    expect((await struck({ kind: 'status', status: 429, retryAfter: '2.0' })).headers.get('retry-after')).toBe('2.0')
    expect((await struck({ kind: 'status', status: 429, retryAfter: 'soon' })).headers.get('retry-after')).toBe('soon')
  })

  test('a redirect', async () => {
    const { status, headers } = await struck({ kind: 'redirect', status: 308, location: 'http://192.0.2.1/' })
    expect([status, headers.get('location')]).toEqual([308, 'http://192.0.2.1/'])
  })

  test('THROTTLED', async () => {
    const { status, text } = await struck({ kind: 'throttled' })
    expect([status, at(JSON.parse(text), 'errors.0.extensions.code')]).toEqual([200, 'THROTTLED'])
  })

  test('a page of HTML', async () => {
    const { status, text, headers } = await struck({ kind: 'html' })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('<!DOCTYPE html>')
  })

  test('JSON of another shape', async () => {
    expect(Array.isArray(at(JSON.parse((await struck({ kind: 'wrongShape' })).text), 'data'))).toBe(true)
  })

  test('a huge body, and a small one that unpacks to it', async () => {
    expect((await struck({ kind: 'hugeBody', bytes: 3_000_000 })).text.length).toBeGreaterThan(3_000_000)
    expect((await struck({ kind: 'gzipBomb', bytes: 3_000_000 })).text).toHaveLength(3_000_000)
  })
})

describe('with the answer', () => {
  test('truncated JSON', async () => {
    const { status, text } = await struck({ kind: 'truncatedJson' })
    expect(status).toBe(200)
    expect(text).toMatch(/^\{"data"/)
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
  })

  test('an error beside the data', async () => {
    const body: unknown = JSON.parse((await struck({ kind: 'partialErrors' })).text)
    expect(at(body, 'data.shop.name')).toBe('Small')
    expect(at(body, 'errors.0.extensions.code')).toBe('INTERNAL_SERVER_ERROR')
  })

  test('a slow drip still brings all of it', async () => {
    const { text } = await struck({ kind: 'slowDrip', bytes: 10, everyMs: 1 })
    expect(at(JSON.parse(text), 'data.shop.name')).toBe('Small')
  })

  test('the cursor that was asked with, for ever', async () => {
    const first = await graphql(sandbox, PAGE)
    const after = String(at(first, 'data.products.pageInfo.endCursor'))
    const body: unknown = JSON.parse((await struck({ kind: 'repeatedCursor' }, PAGE, { after })).text)
    expect(at(body, 'data.products.pageInfo')).toEqual({ hasNextPage: true, endCursor: after })
  })

  test('an empty page that promises more', async () => {
    const body: unknown = JSON.parse((await struck({ kind: 'emptyPage' }, PAGE)).text)
    expect(at(body, 'data.products')).toMatchObject({ nodes: [], pageInfo: { hasNextPage: true } })
  })

  test('an empty ShopBase page', async () => {
    sandbox.faults.add({ kind: 'emptyPage', shop: shopbase.host })
    expect(await rest(sandbox, '/admin/products.json')).toEqual({ products: [] })
  })
})

/** The bytes received on a raw connection, and how it ended. */
function transfer(): Promise<{ bytes: number; promised: number | null; ending: 'complete' | 'broken' }> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    let promised: number | null = null
    const broken = () => resolve({ bytes, promised, ending: 'broken' })
    const call = httpRequest(
      `${sandbox.url}/shops/${shopbase.host}/admin/products.json`,
      { agent: false, headers: { authorization: `Basic ${btoa('key:word')}` } },
      (response) => {
        promised = Number(response.headers['content-length'])
        response.on('data', (chunk: Buffer) => (bytes += chunk.length))
        response.on('end', () => resolve({ bytes, promised, ending: 'complete' }))
        response.on('error', broken)
      },
    )
    call.on('error', (problem) => ('code' in problem && problem.code === 'ECONNRESET' ? broken() : reject(problem)))
    call.end()
  })
}

describe('on the wire', () => {
  test('undisturbed, it is complete', async () => {
    const { bytes, promised, ending } = await transfer()
    expect([ending, bytes]).toEqual(['complete', promised])
  })

  test('a reset before the first byte', async () => {
    sandbox.faults.add({ kind: 'reset' })
    expect(await transfer()).toEqual({ bytes: 0, promised: null, ending: 'broken' })
  })

  test('a reset in the middle', async () => {
    sandbox.faults.add({ kind: 'reset', share: 0.5 })
    const { bytes, promised, ending } = await transfer()
    expect(ending).toBe('broken')
    expect(bytes).toBeLessThan(promised ?? 0)
  })

  test.each([1000, -1000])('a length that is off by %i', async (off) => {
    sandbox.faults.add({ kind: 'wrongLength', off })
    const { bytes, promised, ending } = await transfer()
    expect(promised).toBeGreaterThan(0)
    expect([ending, bytes - (promised ?? 0)]).toEqual(off > 0 ? ['broken', -1000] : ['complete', 0])
  })

  test('nothing at all, until the client gives up', async () => {
    sandbox.faults.add({ kind: 'hang' })
    const patience = new AbortController()
    const answer = fetch(`${sandbox.url}/shops/${shopbase.host}/admin/shop.json`, { signal: patience.signal })
    await expect.poll(() => sandbox.requests.at(-1)?.path).toBe('/admin/shop.json')
    patience.abort()
    await expect(answer).rejects.toThrow('aborted')
  })

  test('gzip only for those who ask, and not when it is off', async () => {
    const encoding = async (accept: string) =>
      (
        await getRest(sandbox, '/admin/products.json', { authorization: `Basic ${btoa('key:word')}`, 'accept-encoding': accept })
      ).headers.get('content-encoding')
    expect([await encoding('gzip'), await encoding('identity')]).toEqual(['gzip', null])
    sandbox.tune({ gzip: false })
    expect(await encoding('gzip')).toBeNull()
  })
})

/** The statuses of `count` sequential requests. */
const statuses = async (count: number) => {
  const seen: number[] = []
  for (let n = 0; n < count; n++) seen.push((await postGraphql(sandbox, NAME)).status)
  return seen
}

describe('which requests', () => {
  test('after some, and only some times', async () => {
    sandbox.faults.add({ kind: 'status', status: 503, after: 2, times: 2 })
    expect(await statuses(6)).toEqual([200, 200, 503, 503, 200, 200])
  })

  test('a share of them, the same in each run', async () => {
    sandbox.faults.add({ kind: 'status', status: 503, probability: 0.3 })
    const first = await statuses(20)
    expect(first.filter((status) => status === 503)).toHaveLength(6)
    sandbox.faults.clear()
    sandbox.faults.add({ kind: 'status', status: 503, probability: 0.3 })
    expect(await statuses(20)).toEqual(first)
  })

  test('one shop, one operation', async () => {
    sandbox.faults.add({ kind: 'status', status: 500, shop: shopify.host, operation: 'Page' })
    expect((await postGraphql(sandbox, NAME)).status).toBe(200)
    expect((await postGraphql(sandbox, PAGE)).status).toBe(500)
    expect((await getRest(sandbox, '/admin/shop.json')).status).toBe(200)
  })

  test('two faults take turns in the order they came', async () => {
    sandbox.faults.add({ kind: 'status', status: 500, times: 1 })
    sandbox.faults.add({ kind: 'status', status: 429, times: 1 })
    expect(await statuses(3)).toEqual([500, 429, 200])
  })
})

test('every request is on record, with what it asked and who asked', async () => {
  sandbox.requests.length = 0
  await graphql(sandbox, PAGE, { variables: { after: null } })
  await rest(sandbox, '/admin/products.json?limit=3&since_id=0')
  expect(sandbox.requests.map(({ endedAt: _endedAt, ...request }) => request)).toEqual([
    {
      shop: shopify.host,
      method: 'POST',
      path: '/admin/api/2026-10/graphql.json',
      operation: 'Page',
      document: PAGE,
      variables: { after: null },
      query: {},
      credential: 'shpat_small',
      at: expect.any(Number),
    },
    {
      shop: shopbase.host,
      method: 'GET',
      path: '/admin/products.json',
      operation: '/admin/products.json',
      document: null,
      variables: {},
      query: { limit: '3', since_id: '0' },
      credential: 'key:word',
      at: expect.any(Number),
    },
  ])
  expect(listAt({ requests: sandbox.requests }, 'requests')).toHaveLength(2)
  await expect.poll(() => sandbox.requests.every((request) => request.endedAt !== null && request.endedAt >= request.at)).toBe(true)
})
