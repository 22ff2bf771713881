// Bodies that would keep the server busy: none is read before its sender is authenticated, and none is parsed before its values are
// counted.
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#server/http/endpoints.ts'
import { assertJsonShape } from '#server/http/json-shape.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { rawConnection, requestHead } from '#tests/support/raw-http.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let viewer: Caller
beforeAll(async () => {
  world = await createWorld()
  viewer = await world.signedIn('viewer')
  await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world[Symbol.asyncDispose]())

const hugeBytes = limits.imageBodyBytes
/** A body of about this many bytes, filled with the item. */
const filled = (field: string, item: string, bytes: number) => `{"${field}":[${`${item},`.repeat((bytes - 100) / (item.length + 1))}0]}`
const json = { 'content-type': 'application/json' }
const withBody = endpoints.filter(({ method }) => method === 'POST' || method === 'PUT')
const addresses = [
  ...withBody.map(({ method, url }) => [method, `/api/v1${url.replaceAll(/\{\w+\}/g, 'x')}`] as const),
  ...['profile.update', 'settings.update', 'stores.get'].map((path) => ['POST', `/trpc/${path}`] as const),
  ['POST', '/trpc/stores.list,stores.get?batch=1'] as const,
  ['POST', '/mcp'] as const,
]

test.each(addresses)(
  '%s %s without a session is refused when only its head and the beginning of its body are there',
  async (method, target) => {
    await using connection = await rawConnection(world.app)
    const length = Math.min(limits.bodyBytes, hugeBytes)
    await connection.write(`${requestHead(method, target, { ...json, 'content-length': length })}{"avatar_url":[[],`)
    const { status, headers, text } = await connection.answer()
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Bearer')
    expect(text).toContain(target.startsWith('/trpc/') ? '"appCode":"SIGNED_OUT"' : '"code":"SIGNED_OUT"')
  },
)

test.each([
  ['PUT', '/api/v1/users/me/profile', 'avatar_url'],
  ['PUT', '/api/v1/settings', 'logo_url'],
  ['POST', '/trpc/profile.update', 'avatar_url'],
])('28 MB of brackets for %s %s without a session are thrown away, and everybody else is answered', async (method, target, field) => {
  await using connection = await rawConnection(world.app)
  await using other = await rawConnection(world.app)
  const body = filled(field, '[]', hugeBytes)
  await connection.write(requestHead(method, target, { ...json, 'content-length': body.length }) + body.slice(0, 1_000_000))
  expect((await connection.answer()).status).toBe(401)
  await other.write(requestHead('GET', '/healthz'))
  expect((await other.answer()).status).toBe(200)
  await connection.write(body.slice(1_000_000))
  await connection.write(requestHead('GET', '/healthz'))
  expect(await connection.answer()).toMatchObject({ status: 200, text: expect.stringContaining('"status":"alive"') })
})

test.each(['[]', '{}', '[{}]', '0', '['.repeat(33)])('a large body of %j by somebody signed in are not parsed', async (item) => {
  const headers = { ...json, authorization: `Bearer ${viewer.token}` }
  for (const [method, url] of [
    ['PUT', '/api/v1/users/me/profile'],
    ['POST', '/trpc/profile.update'],
  ] as const) {
    const answer = await world.app.inject({ method, url, headers, payload: filled('avatar_url', item, limits.bodyBytes * 4) })
    expect([answer.statusCode, answer.json().message]).toEqual([400, messages.api.tooComplex])
  }
})

test('what is inside of strings counts for nothing, wherever they end', () => {
  const text = String.raw`{"a":"${'[{,\\"'.repeat(limits.json.values)}","b":"\\"}`
  expect(() => assertJsonShape(text)).not.toThrow()
  expect(() => assertJsonShape(`${text.slice(0, -1)},"c":${'['.repeat(limits.json.depth)}`)).toThrow(messages.api.tooComplex)
})

test('a number as long as the body is refused before it is parsed', async () => {
  const { scalarLength } = limits.json
  const number = (length: number) => `{"department":${'9'.repeat(length)}}`
  expect(() => assertJsonShape(number(scalarLength))).not.toThrow()
  expect(() => assertJsonShape(number(scalarLength + 1))).toThrow(messages.api.tooComplex)
  const answer = await put(Buffer.from(number(hugeBytes - 100)), 'application/json')
  expect([answer.statusCode, answer.json().message]).toEqual([400, messages.api.tooComplex])
})

test('no JSON within the limits is refused', () => {
  fc.assert(fc.property(fc.json({ maxDepth: 20 }), (text) => assertJsonShape(text)))
  expect(() => assertJsonShape(JSON.stringify({ ids: Array.from({ length: limits.selectedProducts }, String) }))).not.toThrow()
})

test('one large body of a person is taken at a time, and small ones beside it', async () => {
  const send = (by: Caller, department: string) => by.rest('PUT', '/users/me/profile', { department })
  const large = 'x'.repeat(limits.bodyBytes)
  const headers = { ...json, authorization: `Bearer ${viewer.token}`, 'content-length': limits.bodyBytes * 2 }
  await using one = await rawConnection(world.app)
  await using other = await rawConnection(world.app)
  for (const connection of [one, other]) await connection.write(`${requestHead('PUT', '/api/v1/users/me/profile', headers)}{`)
  const refused = await Promise.race([one.answer(), other.answer()])
  expect([refused.status, refused.headers.get('retry-after'), refused.text]).toEqual([
    429,
    '1',
    expect.stringContaining(messages.api.otherUpload),
  ])
  expect((await send(viewer, 'Support')).status).toBe(200)
  expect((await send(viewer, large)).status).toBe(429)
  expect((await send(await world.signedIn('viewer'), large)).status).toBe(400)
  await one[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
  await expect.poll(async () => (await send(viewer, large)).status).toBe(400)
})

const put = (payload: Buffer, type: string, url = '/api/v1/users/me/profile') =>
  world.app.inject({ method: 'PUT', url, payload, headers: { 'content-type': type, authorization: `Bearer ${viewer.token}` } })

test('a picture may be the whole body, where pictures are taken', async () => {
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#4f4fd8' } })
    .png()
    .toBuffer()
  const answer = await put(png, 'image/png')
  expect(answer.statusCode).toBe(200)
  expect(answer.json().data.user.avatar_url).toMatch(/^data:image\/webp;base64,/)
  expect((await put(Buffer.from('no picture'), 'image/webp')).json()).toMatchObject({ error: { code: 'IMAGE_REFUSED' } })
  expect((await put(png, 'image/bmp')).statusCode).toBe(415)
  expect((await put(png, 'image/png', `/api/v1/stores/${world.stores.north}`)).statusCode).toBe(415)
  const { paths } = (await world.app.inject('/api/v1/openapi.json')).json()
  expect(Object.keys(paths['/users/me/profile'].put.requestBody.content)).toContain('image/png')
})
