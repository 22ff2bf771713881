// The collection at /api/v1/postman.json: it has the format, all operations, and requests that work as they stand.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#server/http/endpoints.ts'
import { openApi, operationsIn } from '#server/http/openapi/document.ts'
import { nameIn } from '#server/http/openapi/json-schema.ts'
import { appUrl, createWorld, type World } from '#tests/support/world.ts'

/** The parts of Postman's Collection Format 2.1.0 that the collection uses, and nothing else. npm run prove:clients runs Postman's own runner. */
const Value = z.strictObject({
  key: z.string().min(1),
  value: z.string(),
  description: z.string().optional(),
  disabled: z.literal(true).optional(),
})
const Bearer = z.strictObject({ key: z.literal('token'), value: z.string(), type: z.literal('string') })
const Auth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('noauth') }),
  z.strictObject({ type: z.literal('bearer'), bearer: z.array(Bearer).length(1) }),
])
const Item = z.strictObject({
  name: z.string().min(1),
  request: z.strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
    description: z.string(),
    auth: Auth.optional(),
    header: z.array(Value),
    body: z
      .strictObject({
        mode: z.literal('raw'),
        raw: z.string(),
        options: z.strictObject({ raw: z.strictObject({ language: z.literal('json') }) }),
      })
      .optional(),
    url: z.strictObject({
      raw: z.string(),
      host: z.array(z.literal('{{baseUrl}}')).length(1),
      path: z.array(z.string().min(1)),
      query: z.array(Value),
      variable: z.array(Value),
    }),
  }),
  response: z.array(z.never()),
})
type Item = z.infer<typeof Item>
const Collection = z.strictObject({
  info: z.strictObject({
    name: z.string().min(1),
    description: z.string(),
    version: z.string(),
    schema: z.literal('https://schema.getpostman.com/json/collection/v2.1.0/collection.json'),
  }),
  auth: Auth,
  variable: z.array(z.strictObject({ key: z.string().min(1), value: z.string() })),
  item: z.array(z.strictObject({ name: z.string().min(1), description: z.string(), item: z.array(Item).min(1) })),
})

let world: World
let collection: z.infer<typeof Collection>
let requests: Item[]
beforeAll(async () => {
  world = await createWorld()
  collection = Collection.parse((await world.app.inject('/api/v1/postman.json')).json())
  requests = collection.item.flatMap(({ item }) => item)
})
afterAll(() => world[Symbol.asyncDispose]())

const document = openApi(endpoints)
const operations = operationsIn(document)
/** `GET /api/v1/stores/:id` of an address of either kind. */
const addressOf = (method: string, url: string) => `${method.toUpperCase()} ${url.replace(/\/$/, '').replaceAll(/\{(\w+)\}/g, ':$1')}`

test('every operation is there once, under its tag', () => {
  const given = collection.item.flatMap(({ name, item }) =>
    item.map(({ request }) => `${name} ${addressOf(request.method, `/${request.url.path.join('/')}`)}`),
  )
  const wanted = operations.map(({ base, path, method, operation }) => `${operation.tags.join()} ${addressOf(method, `${base}${path}`)}`)
  expect(given.toSorted()).toEqual(wanted.toSorted())
})

test('the parts of an address agree, and every variable is one of the collection', () => {
  const names = collection.variable.map(({ key }) => key)
  expect(new Set(names).size).toBe(names.length)
  for (const { request } of requests) {
    const { raw, path, variable } = request.url
    expect(raw).toBe(`{{baseUrl}}/${path.join('/')}`)
    expect(variable.map(({ key }) => `:${key}`)).toEqual(path.filter((part) => part.startsWith(':')))
  }
  const used = [...JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
  expect([...new Set(used)].toSorted()).toEqual(names.toSorted())
})

test('it names this server, and has no token', () => {
  const { baseUrl, ...others } = Object.fromEntries(collection.variable.map(({ key, value }) => [key, value]))
  expect(baseUrl).toBe(appUrl)
  expect(new Set(Object.values(others))).toEqual(new Set(['']))
})

test('every body is an example of the description', () => {
  for (const { operation } of operations) {
    const schema = operation.requestBody?.content['application/json']?.schema
    const name = (schema && nameIn(schema)) ?? ''
    if (schema) expect([operation.operationId, document.components.schemas[name]?.examples?.length]).toEqual([operation.operationId, 1])
  }
  for (const { request } of requests) expect(request.header.some(({ key }) => key === 'Content-Type')).toBe(request.body !== undefined)
})

/** Sends a request as Postman does: variables filled in, and without what is switched off. */
async function send(method: string, path: string, values: Record<string, string>) {
  const item = requests.find(({ request }) => addressOf(request.method, `/${request.url.path.join('/')}`) === `${method} ${path}`)
  if (!item) throw new Error(`the collection has no ${method} ${path}`)
  const known = { ...Object.fromEntries(collection.variable.map(({ key, value }) => [key, value])), ...values, baseUrl: '' }
  const fill = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(Reflect.get(known, name)))
  const { auth = collection.auth, header, body, url } = item.request
  const filled = url.variable.reduce((text, { key, value }) => text.replace(`:${key}`, encodeURIComponent(fill(value))), fill(url.raw))
  const headers = header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, fill(value)] as const)
  const bearer = auth.type === 'bearer' ? { authorization: `Bearer ${fill(auth.bearer[0]?.value ?? '')}` } : {}
  return world.app.inject({
    method: item.request.method,
    url: filled,
    headers: { ...Object.fromEntries(headers), ...bearer },
    ...(body ? { payload: fill(body.raw) } : {}),
  })
}

async function expectSuccess(calls: readonly (readonly [method: string, path: string])[], values: Record<string, string>) {
  for (const [method, path] of calls) {
    const { statusCode, body } = await send(method, path, values)
    expect([path, statusCode < 300 || body]).toEqual([path, true])
  }
}

test.each(['north', 'print'] as const)('requests of a store work as they stand, in %s', async (store) => {
  const { token } = await world.signedIn('owner')
  const storeId = world.stores[store]
  const answer = await send('POST', '/api/v1/products/fetch', { token, storeId })
  const productId = answer.json<{ data: { products: { id: string }[] } }>().data.products[0]?.id ?? ''
  const calls = [
    ['GET', '/api/v1/stores/:id'],
    ['PUT', '/api/v1/users/me/store/:id'],
    ['POST', '/api/v1/products/count'],
    ['GET', '/api/v1/products/:storeId/:productId'],
    ['POST', '/api/v1/products/create'],
    ['POST', '/api/v1/products/export/csv'],
    ['POST', '/api/v1/orders/fetch'],
    ['POST', '/api/v1/orders/count'],
    ['POST', '/api/v1/orders/export'],
    ['POST', '/api/v1/export/csv'],
  ] as const
  await expectSuccess(calls, { token, storeId, productId })
})

test('requests of the team work as they stand', async () => {
  const { token } = await world.signedIn('owner')
  const calls = [
    ['GET', '/api/v1'],
    ['GET', '/api/v1/stores'],
    ['GET', '/api/v1/jobs'],
    ['POST', '/api/v1/templates'],
    ['POST', '/api/v1/views'],
    ['POST', '/api/v1/users/invite'],
    ['POST', '/api/v1/users/me/api-keys'],
  ] as const
  await expectSuccess(calls, { token, storeId: world.stores.north })
})

test('a request without a token sends none', async () => {
  await world.person({ email: 'lan@example.com', password: 'correct horse battery staple' })
  expect((await send('GET', '/api/v1/stores', { token: '' })).statusCode).toBe(401)
  expect((await send('POST', '/api/auth/sign-in/email', {})).statusCode).toBe(200)
})
