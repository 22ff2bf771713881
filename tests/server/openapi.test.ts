// The API's documentation of itself: descriptions, names, failures and examples.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '#shared/errors.ts'
import { registerAuthRoutes } from '#server/auth/routes.ts'
import { endpoints } from '#server/http/endpoints.ts'
import { openApi, operationsIn } from '#server/http/openapi/document.ts'
import { examples } from '#server/http/openapi/examples.ts'
import { nameIn, type JsonSchema } from '#server/http/openapi/json-schema.ts'
import { schemas } from '#server/http/openapi/schemas.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { leaksIn } from '../../proofs/fuzz/leaks.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const document = openApi(endpoints)
const operations = operationsIn(document)
const { components } = document
const text = JSON.stringify(document)
const bodyOf = ({ operation }: (typeof operations)[number]) => operation.requestBody?.content['application/json']?.schema

test('every operation has a name of its own, a summary, a sentence and a permission', () => {
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
  for (const { operation } of operations) {
    expect(operation.summary).toMatch(/^[A-Z][^.]{2,60}$/)
    expect(operation.description).toMatch(/^[A-Z].{15,}\.$/)
    expect(operation['x-permission']).not.toBe('')
    expect(operation.tags.every((tag) => document.tags.some(({ name }) => name === tag))).toBe(true)
  }
})

test('a CSV file has the job in its headers where that is documented', async () => {
  const owner = await world.signedIn('owner')
  const { north } = world.stores
  const calls = {
    'POST /products/export/csv': { storeId: north, config: { fields: ['Title'] } },
    'POST /export/csv': { storeIds: [north], columns: ['orderName'] },
    'POST /catalogue/changes/csv': {},
    'POST /catalogue/clashes/csv': {},
    'GET /audit/csv': undefined,
  }
  const files = operations.filter(({ operation }) => {
    const answer = operation.responses['200']
    return answer !== undefined && 'content' in answer && answer.content !== undefined && Object.keys(answer.content).join() === 'text/csv'
  })
  expect(files.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual(Object.keys(calls).toSorted())
  for (const { method, path, operation } of files) {
    const call = `${method.toUpperCase()} ${path}`
    const { status, headers } = await owner.rest(method === 'get' ? 'GET' : 'POST', path, calls[call as keyof typeof calls])
    const answer = operation.responses['200']
    const documented = answer !== undefined && 'headers' in answer ? Object.keys(answer.headers ?? {}) : []
    expect([call, status, 'x-export-job' in headers]).toEqual([call, 200, documented.includes('X-Export-Job')])
  }
})

test('every body and every answer has a named schema, and every name is described and used', () => {
  const bodies = operations.map((one) => ({ id: one.operation.operationId, schema: bodyOf(one) }))
  expect(bodies.filter(({ schema }) => schema && nameIn(schema) === null).map(({ id }) => id)).toEqual([])
  const answers = operations.flatMap(({ base, operation }) =>
    Object.values(operation.responses).flatMap((answer) => {
      const schema = 'content' in answer ? answer.content?.['application/json']?.schema : undefined
      if (!schema) return []
      const part = base === '/api/v1' ? (schema.properties?.['data'] ?? (schema['allOf'] as JsonSchema[]).at(-1) ?? schema) : schema
      return nameIn(part) === null ? [operation.operationId] : []
    }),
  )
  expect(answers).toEqual([])
  expect(Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([])
  expect(Object.values(components.schemas).filter(({ description }) => !description)).toEqual([])
})

/** In bytes of JSON. A smaller schema is no longer than a reference with its component. */
const large = 400
function objectsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'properties' in value && 'type' in value ? [JSON.stringify(value)] : []
  return [...own, ...Object.values(value).flatMap(objectsIn)]
}
test('no large schema stands there twice', () => {
  const found = objectsIn({ paths: document.paths, schemas: components.schemas }).filter((schema) => schema.length > large)
  const twice = found.filter((schema, index) => found.indexOf(schema) !== index)
  expect(twice.map((schema) => schema.slice(0, 120))).toEqual([])
})

test('every reference leads somewhere', () => {
  const refs = new Set([...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind = '', name = '']) => `${kind} ${name}`))
  const known = new Set(Object.entries(components).flatMap(([kind, parts]) => Object.keys(parts).map((name) => `${kind} ${name}`)))
  expect([...refs.difference(known)]).toEqual([])
})

test('requests take described fields alone, answers may grow', () => {
  const isClosed = (schema: JsonSchema | undefined) => schema?.['additionalProperties'] === false
  const named = (schema: JsonSchema) => components.schemas[nameIn(schema) ?? '']
  for (const operation of operations) {
    const body = bodyOf(operation)
    const schema = body && named(body)
    if (schema?.properties) expect([operation.operation.operationId, isClosed(schema)]).toEqual([operation.operation.operationId, true])
  }
  const answered = ['Store', 'Product', 'OrderDetail', 'Job', 'User', 'ApiKey', 'AuditEntry', 'Failure', 'JobListResponse']
  for (const name of answered) expect(isClosed(components.schemas[name])).toBe(false)
})

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
ajv.addSchema({ $id: 'openapi', components })
test.each(Object.keys(examples))('the example of %s is one', (name) => {
  const { examples: given = [] } = components.schemas[name] ?? {}
  expect(given).toHaveLength(1)
  const validate = ajv.compile({ $ref: `openapi#/components/schemas/${name}` })
  expect([validate(given[0]), ajv.errorsText(validate.errors)]).toEqual([true, 'No errors'])
})

test('no example could be taken for a token that somebody has', () => {
  expect(leaksIn(text, {}, { values: new Map(), folders: [] }, false)).toEqual([])
})

test('failures are told by their statuses, and their examples are failures', () => {
  const validate = ajv.compile({ $ref: 'openapi#/components/schemas/Failure' })
  for (const [name, { content = {} }] of Object.entries(components.responses)) {
    for (const [code, { value }] of Object.entries(content['application/json']?.examples ?? {})) {
      expect(name.split('.')).toContain(code)
      expect(Object.keys(errors)).toContain(code)
      expect(validate(value)).toBe(true)
    }
  }
  const statuses = Object.keys(document.paths['/stores/{id}']?.put?.responses ?? {})
  expect(statuses).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '408',
    '409',
    '412',
    '413',
    '415',
    '422',
    '429',
    '500',
    '502',
    '503',
    'default',
  ])
})

test('headers stand where they apply', () => {
  const withParameter = (name: string) =>
    operations
      .filter(({ operation }) => JSON.stringify(operation.parameters).includes(`parameters/${name}"`))
      .map(({ operation }) => operation.operationId)
      .toSorted()
  expect(withParameter('IdempotencyKey')).toEqual([
    'export.jobs.run',
    'export.orders.start',
    'export.products',
    'export.schedules.create',
    'export.schedules.duplicate',
    'export.templates.create',
    'products.create',
    'profile.createApiKey',
    'profile.rotateApiKey',
    'profile.views.create',
    'settings.destinations.create',
    'settings.webhooks.create',
    'settings.webhooks.rotateSecret',
    'stores.create',
    'users.invite',
    'users.passwordLink',
    'users.serviceAccounts.create',
    'users.serviceAccounts.createKey',
  ])
  expect(withParameter('Range')).toEqual(['export.jobs.file'])
  expect(Object.keys(document.paths['/jobs/{id}/files/{fileId}']?.get?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '206', '416']),
  )
})

test('every header that docs/api.md names is described', () => {
  const page = readFileSync('docs/api.md', 'utf8')
  const named = [...page.matchAll(/`((?:X-)?[A-Z]+[a-z][A-Za-z]*(?:-[A-Z][A-Za-z]+)*)(?:: [^`]*)?`/g)].map(([, name = '']) => name)
  expect(named).toEqual(expect.arrayContaining(['RateLimit', 'Retry-After', 'ETag', 'Idempotent-Replayed', 'X-Export-Warning']))
  const answers = [...operations.flatMap(({ operation }) => Object.values(operation.responses)), ...Object.values(components.responses)]
  const answered = answers.flatMap((answer) => ('headers' in answer ? Object.keys(answer.headers ?? {}) : []))
  const sent = Object.values(components.parameters).map(({ name }) => name)
  // Of every call with a token, of 405, and of a call that is to go.
  const elsewhere = ['Authorization', 'Allow', 'Deprecation', 'Sunset']
  const described = new Set([...answered, ...sent, ...elsewhere])
  expect([...named, 'WWW-Authenticate', 'Content-Range'].filter((name) => !described.has(name))).toEqual([])
})

test('the sign-in calls are those that are served', async () => {
  const served: string[] = []
  const fastify = Fastify()
  fastify.addHook('onRoute', ({ method, url }) => {
    served.push(...[method].flat().map((one) => `${one} ${url}`))
  })
  await fastify.register(registerAuthRoutes, { deps: world.deps, origins: [], passwordMinLength: 8 })
  const documented = operations.flatMap(({ base, path, method }) =>
    base === '/api/auth' ? [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`] : [],
  )
  expect(documented.toSorted()).toEqual(served.filter((route) => !route.startsWith('HEAD')).toSorted())
})
