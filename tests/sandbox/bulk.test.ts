// The sandbox's bulk operations answer like the recorded ones.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { shopify } from '#tests/platforms/shopify/subject.ts'

const Operation = z.object({
  id: z.string(),
  status: z.string(),
  objectCount: z.string(),
  rootObjectCount: z.string(),
  fileSize: z.string().nullable(),
  url: z.string().nullable(),
})
const Answer = z.object({
  bulkOperationRunQuery: z.object({
    bulkOperation: Operation.nullable(),
    userErrors: z.array(z.object({ field: z.array(z.string()).nullable(), message: z.string(), code: z.string() })),
  }),
})
const fields = 'id status objectCount rootObjectCount fileSize url'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ shops: [{ ...shopify.settings, products: 30 }] })
})
beforeEach(() => sandbox.tune({ bulkMs: 0 }))
afterAll(() => sandbox.close())

async function ask(query: string, variables: object = {}): Promise<unknown> {
  const answer = await fetch(`${sandbox.endpoints[shopify.settings.host]}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': 'shpat_test_not_a_secret' },
    body: JSON.stringify({ query, variables }),
  })
  return z.object({ data: z.unknown() }).parse(await answer.json()).data
}

async function start(query: string, groupObjects = true) {
  const mutation = `mutation ($query: String!, $groupObjects: Boolean!) { bulkOperationRunQuery(query: $query, groupObjects: $groupObjects) { bulkOperation { ${fields} } userErrors { field message code } } }`
  return Answer.parse(await ask(mutation, { query, groupObjects })).bulkOperationRunQuery
}
const poll = async (id: string) =>
  z.object({ bulkOperation: Operation }).parse(await ask(`query ($id: ID!) { bulkOperation(id: $id) { ${fields} } }`, { id })).bulkOperation

async function linesOf(query: string, groupObjects = true): Promise<Record<string, unknown>[]> {
  const { bulkOperation } = await start(query, groupObjects)
  const { url, objectCount, fileSize } = await poll(bulkOperation?.id ?? '')
  const text = await (
    await fetch((url ?? '').replace('https://storage.googleapis.com', sandbox.endpoints['storage.googleapis.com'] ?? ''))
  ).text()
  const lines = text.trimEnd().split('\n')
  expect([String(lines.length), String(Buffer.byteLength(text))]).toEqual([objectCount, fileSize])
  return lines.map((line) => JSON.parse(line))
}

const node = (inner: string) => `{ edges { node { ${inner} } } }`

test.each([
  [
    '{ products { nodes { id } } }',
    "All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: 'products { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: 'products'.",
  ],
  ['{ shop { name } }', 'Bulk queries must contain at least one connection.'],
  [
    'mutation { productCreate(input: { title: "x" }) { product { id } } }',
    'Invalid operation type. Only `query` operations are supported.',
  ],
  [
    `{ products ${node(`title variants ${node('id')}`)} }`,
    "The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': products.",
  ],
  [
    `{ collections ${node(`id products ${node(`id variants ${node(`id metafields ${node('id')}`)}`)}`)} }`,
    'Bulk queries cannot contain connections with a nesting depth greater than 2.',
  ],
  [
    `{ products ${node(`id ${['variants', 'metafields', 'collections', 'media', 'sellingPlanGroups'].map((one) => `${one} ${node('id')}`).join(' ')}`)} }`,
    'Bulk queries cannot contain more than 5 connections.',
  ],
])('%s is refused', async (query, message) => {
  expect(await start(query)).toEqual({ bulkOperation: null, userErrors: [{ field: ['query'], message, code: 'INVALID' }] })
})

test('a top-level node is refused, beside what else is wrong', async () => {
  const { userErrors } = await start('{ node(id: "gid://shopify/Product/0") { id } }')
  expect(userErrors.map(({ message }) => message)).toEqual([
    'Bulk queries cannot contain a top level `node` field.',
    'Bulk queries must contain at least one connection.',
  ])
})

test('it begins as created, and ends with a file whose objects are counted', async () => {
  sandbox.tune({ bulkMs: 3_600_000 })
  const { bulkOperation } = await start(`{ products ${node('id')} }`)
  expect(bulkOperation).toMatchObject({ status: 'CREATED', objectCount: '0', fileSize: null, url: null })
  const id = bulkOperation?.id ?? ''
  expect(await poll(id)).toMatchObject({ status: 'RUNNING', url: null })
  sandbox.tune({ bulkMs: 0 })
  expect(await poll(id)).toMatchObject({
    status: 'COMPLETED',
    objectCount: '30',
    rootObjectCount: '30',
    url: expect.stringMatching(/^https:\/\/storage\.googleapis\.com\/.*Signature=/),
  })
})

test('grouped, children stand right behind their parents; otherwise they need not', async () => {
  const query = `{ products ${node(`id variants ${node('id')}`)} }`
  const grouped = await linesOf(query)
  let parent: unknown
  for (const { id, __parentId: above } of grouped) {
    if (above === undefined) parent = id
    else expect(above).toBe(parent)
  }
  const loose = await linesOf(query, false)
  expect(loose.slice(0, 30).every((line) => !('__parentId' in line))).toBe(true)
  expect(loose).toHaveLength(grouped.length)
})

test('five run at once, the sixth is told which; one that is cancelled makes room', async () => {
  sandbox.tune({ bulkMs: 3_600_000 })
  const ids = (await Promise.all(Array.from({ length: 5 }, () => start(`{ products ${node('id')} }`)))).map(
    ({ bulkOperation }) => bulkOperation?.id ?? '',
  )
  const { userErrors } = await start(`{ products ${node('id')} }`)
  expect(userErrors).toMatchObject([{ field: null, code: 'OPERATION_IN_PROGRESS', message: expect.stringContaining(ids[0] ?? '') }])
  const cancel = 'mutation ($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { status } userErrors { field } } }'
  expect(await ask(cancel, { id: ids[0] })).toMatchObject({
    bulkOperationCancel: { bulkOperation: { status: 'CANCELING' }, userErrors: [] },
  })
  expect(await poll(ids[0] ?? '')).toMatchObject({ status: 'CANCELED' })
  expect(await ask(cancel, { id: ids[0] })).toMatchObject({ bulkOperationCancel: { userErrors: [{ field: null }] } })
  expect(await ask(cancel, { id: 'gid://shopify/BulkOperation/1' })).toMatchObject({
    bulkOperationCancel: { userErrors: [{ field: ['id'] }] },
  })
  expect((await start(`{ products ${node('id')} }`)).userErrors).toEqual([])
})
