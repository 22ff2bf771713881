// Answers that are compressed, and answers that must not be.
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { JobListResponse } from '#shared/jobs.ts'
import { productFields, type ProductField } from '#shared/product-fields.ts'
import { rawConnection, requestHead } from '#tests/support/raw-http.ts'
import { createWorld, password, testShops, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
let url: string
beforeAll(async () => {
  world = await createWorld({ shops: { ...testShops, north: { ...testShops.north, products: 700 } } })
  owner = await world.signedIn('owner')
  url = await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => {
  world.sandbox.faults.clear()
  world.sandbox.tune({ latencyMs: 0 })
})
afterAll(() => world[Symbol.asyncDispose]())

type Method = 'GET' | 'HEAD' | 'POST'
async function answer(method: Method, path: string, body?: object, headers: Record<string, string> = {}) {
  const asked = { 'accept-encoding': 'gzip', authorization: `Bearer ${owner.token}`, 'content-type': 'application/json', ...headers }
  return world.app.inject({ method, url: path, headers: asked, ...(body ? { payload: body } : {}) })
}
const encoding = async (...asked: Parameters<typeof answer>) => (await answer(...asked)).headers['content-encoding']

test('lists and descriptions are compressed over REST and tRPC, and say the same', async () => {
  const list = { storeId: world.stores.north, limit: 250 }
  for (const [method, path, body] of [
    ['POST', '/api/v1/products/fetch', list],
    ['GET', '/api/v1/openapi.json', undefined],
    ['GET', '/api/v1/postman.json', undefined],
    ['GET', '/api/v1/docs/start.js', undefined],
    ['GET', '/api/v1/docs/scalar.js', undefined],
    ['POST', '/trpc/products.list', list],
    ['POST', '/trpc/products.list,stores.list?batch=1', { 0: list, 1: {} }],
  ] as const) {
    const small = await answer(method, path, body)
    const plain = await answer(method, path, body, { 'accept-encoding': 'identity' })
    expect([path, small.statusCode, small.headers['content-encoding']]).toEqual([path, 200, 'gzip'])
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body)
    expect(small.rawPayload.length * 2).toBeLessThan(plain.rawPayload.length)
  }
})

test('what a change answers is not compressed: its length must not tell of what is shown once', async () => {
  const product = { storeId: world.stores.north, title: 'Long', bodyHtml: 'long '.repeat(1_000) }
  const email = 'packed@world.test'
  await world.person({ email })
  for (const [path, body, answered] of [
    ['/api/v1/products/create', product, 'long long'],
    ['/trpc/products.create', product, 'long long'],
    ['/api/auth/sign-in/email', { email, password }, 'token'],
  ] as const) {
    const made = await answer('POST', path, body)
    expect([path, made.headers['content-encoding']]).toEqual([path, undefined])
    expect(made.body).toContain(answered)
  }
})

const few: readonly ProductField[] = ['Product Id', 'Title', 'Handle', 'Vendor', 'Tags']
const csv = (fields = few) => ({ storeId: world.stores.north, config: { fields } })
async function download(headers: Record<string, string>, fields = few): Promise<Response> {
  return fetch(`${url}/api/v1/products/export/csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(csv(fields)),
  })
}

test('a download is compressed, and whole', async () => {
  const [small, plain] = [await download({ 'accept-encoding': 'gzip' }), await download({ 'accept-encoding': 'identity' })]
  expect([small.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null])
  expect(await small.text()).toBe(await plain.text())
})

test('its first rows are read while the rest is still made, and an end before the end is seen', async () => {
  world.sandbox.faults.add({ kind: 'hang', operation: 'ExportPage', after: 2, times: 1 })
  const reader = (await download({ 'accept-encoding': 'gzip' }, productFields)).body?.getReader()
  const text = new TextDecoder().decode((await reader?.read())?.value)
  expect(text).toContain('Title')
  expect(text.split('\r\n').length).toBeGreaterThan(2)
  const { jobs } = ((await owner.rest('GET', '/jobs?mine=true')).body as { data: JobListResponse }).data
  const job = jobs.find(({ status }) => status === 'running')
  expect((await owner.rest('POST', `/jobs/${job?.id}/cancel`)).status).toBe(200)
  const rest = async () => {
    while (!(await reader?.read())?.done);
  }
  await expect(rest()).rejects.toThrow('terminated')
})

test('no answer has more listeners than Node expects', async () => {
  const warned: string[] = []
  const note = ({ name }: Error) => void warned.push(name)
  process.on('warning', note)
  const headers = { authorization: `Bearer ${owner.token}`, 'accept-encoding': 'gzip', 'content-type': 'application/json' }
  const list = { storeId: world.stores.north, limit: 250 }
  await (await download({ 'accept-encoding': 'gzip' })).text()
  const batch = await fetch(`${url}/trpc/products.list,stores.list?batch=1`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ 0: list, 1: {} }),
  })
  expect([batch.status, batch.headers.get('content-encoding')]).toEqual([200, 'gzip'])
  await batch.text()
  process.off('warning', note)
  expect(warned).toEqual([])
})

test('one that breaks off breaks visibly, or is a failure that can be read', async () => {
  world.sandbox.faults.add({ kind: 'status', status: 402, operation: 'ExportPage', after: 2 })
  const answered = await download({ 'accept-encoding': 'gzip' })
  const text = await answered.text().catch(() => 'broken')
  expect(answered.status === 200 ? text : JSON.parse(text).error.code).toMatch(/^(broken|STORE_UNAVAILABLE)$/)
})

async function finishedFile() {
  const made = await owner.rest('POST', '/products/export', csv())
  const { id } = (made.body as { data: { job: { id: string } } }).data.job
  await world.work()
  const { data } = (await owner.rest('GET', `/jobs/${id}`)).body as {
    data: { job: { files: { url: string; sha256: string; bytes: number }[] } }
  }
  const [file] = data.job.files
  if (!file) throw new Error('the job left no file')
  return file
}

test('a file of a job is compressed as a whole, never in parts', async () => {
  const file = await finishedFile()
  const whole = await answer('GET', file.url)
  expect(whole.headers).toMatchObject({
    'content-encoding': 'gzip',
    etag: `W/"${file.sha256}"`,
    vary: expect.stringContaining('accept-encoding'),
  })
  expect(whole.headers).not.toHaveProperty('content-length')
  const bytes = gunzipSync(whole.rawPayload)
  expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([file.bytes, file.sha256])

  const part = await answer('GET', file.url, undefined, { range: 'bytes=2000-4999' })
  expect(part.statusCode).toBe(206)
  expect(part.headers).toMatchObject({
    etag: `"${file.sha256}"`,
    'content-range': `bytes 2000-4999/${file.bytes}`,
    'content-length': '3000',
  })
  expect(part.headers).not.toHaveProperty('content-encoding')
  expect(part.rawPayload.equals(bytes.subarray(2000, 5000))).toBe(true)

  const weak = await answer('GET', file.url, undefined, { range: 'bytes=2000-', 'if-range': `W/"${file.sha256}"` })
  expect(weak.statusCode).toBe(200)
  const plain = await answer('GET', file.url, undefined, { 'accept-encoding': 'identity' })
  expect(plain.headers).toMatchObject({ etag: `"${file.sha256}"`, 'content-length': String(file.bytes) })
  const head = await answer('HEAD', file.url, undefined, { 'accept-encoding': 'identity' })
  expect([head.statusCode, head.payload]).toEqual([200, ''])
  for (const name of ['etag', 'content-length', 'content-type', 'accept-ranges', 'content-disposition'])
    expect(head.headers[name]).toBe(plain.headers[name])
})

test('a file that is not where it was kept is gone, with the reason', async () => {
  const file = await finishedFile()
  await rm(world.exports, { recursive: true })
  for (const headers of [{}, { range: 'bytes=0-9' }])
    expect((await answer('GET', file.url, undefined, headers)).json()).toMatchObject({ error: { code: 'FILE_GONE' } })
  expect((await answer('GET', file.url)).statusCode).toBe(410)
})

test('a body that says it is compressed is not unfolded', async () => {
  await using connection = await rawConnection(world.app)
  const head = requestHead('POST', '/api/v1/products/fetch', {
    authorization: `Bearer ${owner.token}`,
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    'content-length': '4',
  })
  await connection.write(`${head}abcd`)
  expect((await connection.answer()).status).toBe(400)
})

test('questions without a compressed answer stay as they were', async () => {
  expect(await encoding('GET', '/api/v1/settings')).toBeUndefined()
})

test('a long refusal is compressed as it says', async () => {
  const wrong = { storeIds: [world.stores.north], columns: ['no column'] }
  const [small, plain] = [
    await answer('POST', '/api/v1/orders/export/estimate', wrong),
    await answer('POST', '/api/v1/orders/export/estimate', wrong, { 'accept-encoding': 'identity' }),
  ]
  expect([small.statusCode, small.headers['content-encoding']]).toEqual([400, 'gzip'])
  expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body)
})

test('an answer in lines, as streaming clients ask for it, has one framing alone', async () => {
  const headers = { 'content-type': 'application/json', 'trpc-accept': 'application/jsonl', authorization: `Bearer ${owner.token}` }
  const lines = await fetch(`${url}/trpc/stores.list?batch=1`, { method: 'POST', headers, body: '{"0":{}}' })
  expect(lines.headers.has('transfer-encoding') && lines.headers.has('content-length')).toBe(false)
  expect(await lines.text()).toContain('North')
})
