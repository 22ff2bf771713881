// Assistants over the Model Context Protocol: with the clients of its SDK, over a real socket.
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import type { Permission } from '#shared/access.ts'
import type { Job } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import { mcpMessages } from '#shared/mcp-messages.ts'
import type { OrderListResponse } from '#shared/orders.ts'
import { ordersOf } from '#sandbox/catalogue/orders.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const shops = { ...testShops, north: { ...testShops.north, orders: 120 } }

let world: World
let owner: Caller
let address: URL
beforeAll(async () => {
  world = await createWorld({ shops })
  owner = await world.signedIn('owner')
  address = new URL('/mcp', await world.app.listen({ host: '127.0.0.1', port: 0 }))
})
afterEach(() => {
  vi.useRealTimers()
  world.sandbox.faults.clear()
})
afterAll(() => world[Symbol.asyncDispose]())

const readers: Permission[] = ['settings:read', 'products:read', 'products:export', 'orders:read', 'orders:export']

async function newKey(permissions = readers, store_ids: string[] | null = null, caller = owner) {
  const { body } = await caller.rest('POST', '/users/me/api-keys', { name: 'Assistant', permissions, store_ids })
  const { data } = body as { data: { token: string; api_key: { id: string } } }
  return { id: data.api_key.id, token: data.token }
}

async function connected(token: string) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(address, { requestInit: { headers: { authorization: `Bearer ${token}` } } })
  await client.connect(transport)
  return client
}

type Result = { isError: boolean; value: unknown; text: string }
async function call(client: Client, name: string, input: Record<string, unknown> = {}): Promise<Result> {
  const { isError, content } = await client.callTool({ name, arguments: input })
  const [part] = content as { type: string; text: string }[]
  const text = part?.text ?? ''
  return { isError: isError === true, value: JSON.parse(text), text }
}
const refusal = (code: string, message: unknown = expect.any(String)) => ({
  isError: true,
  value: { error: expect.objectContaining({ code, message }) },
})
const entriesOf = async (keyId: string) =>
  (await world.deps.database.db.select().from(auditEntries)).filter(({ details }) => JSON.stringify(details)?.includes(keyId))

test('a key sees the tools that its rights allow, each with what it takes', async () => {
  const client = await connected((await newKey()).token)
  expect(client.getServerVersion()).toMatchObject({ name: 'backcounter', title: 'Backcounter' })
  expect(client.getInstructions()).toBe(mcpMessages.instructions)
  const { tools } = await client.listTools()
  expect(tools).toHaveLength(28)
  const list = tools.find(({ name }) => name === 'products_list')
  expect(list).toMatchObject({
    title: 'List products',
    description: expect.stringContaining('nextCursor'),
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
    inputSchema: { type: 'object', required: ['storeId'], properties: { limit: { default: limits.tools.pageSize, maximum: 250 } } },
  })
  const start = tools.find(({ name }) => name === 'export_orders_start')
  expect(start).toMatchObject({ annotations: { readOnlyHint: false, destructiveHint: false } })
  expect(start?.description).toContain(mcpMessages.filesOnly)
  const products = JSON.stringify(tools.find(({ name }) => name === 'export_products'))
  for (const [text, field] of [
    [JSON.stringify(start), '"url"'],
    [products, '"sheetExport"'],
    [products, '"exportFormat"'],
  ] as const)
    expect(text).not.toContain(field)
  // No schema refers to one that is not there.
  for (const { inputSchema } of tools)
    for (const [, name = ''] of JSON.stringify(inputSchema).matchAll(/"#\/\$defs\/(\w+)"/g))
      expect(inputSchema['$defs']).toHaveProperty(name)
})

test('a key of fewer rights sees fewer tools, and is told which right a call needs', async () => {
  const client = await connected((await newKey(['products:read'])).token)
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
    'stores_list',
    'products_catalogue_search',
    'products_catalogue_get',
    'products_catalogue_stores',
    'products_catalogue_changes',
    'products_catalogue_clashes',
    'products_catalogue_summary',
    'products_list',
    'products_count',
    'products_get',
    'products_metafields',
    'products_markets',
    'products_metadata',
    'export_templates_list',
    'export_templates_get',
    'export_jobs_list',
    'export_jobs_get',
  ])
  const denied = 'Access denied. This needs orders:read.'
  expect(await call(client, 'orders_list', { storeIds: [world.stores.north] })).toMatchObject(refusal('ACCESS_DENIED', denied))
})

test('a list is read to its end by its cursor, in small pages', async () => {
  const client = await connected((await newKey()).token)
  const seen: string[] = []
  let pages = 0
  for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
    const { value } = await call(client, 'orders_list', { storeIds: [world.stores.north], ...(cursor ? { cursor } : {}) })
    const { orders, nextCursor } = value as OrderListResponse
    seen.push(...orders.map(({ platformOrderId }) => platformOrderId))
    cursor = nextCursor
  }
  const expected = ordersOf(shops.north).map(({ id }) => id)
  expect(pages).toBe(Math.ceil(expected.length / limits.tools.pageSize))
  expect(seen.toSorted()).toEqual(expected.toSorted())
})

test('an export becomes a job, whose state and file can be read', async () => {
  const key = await newKey()
  const client = await connected(key.token)
  const wanted = { storeIds: [world.stores.north], columns: ['orderName', 'total'] }
  expect((await call(client, 'export_orders_estimate', wanted)).isError).toBe(false)
  expect((await call(client, 'export_orders_preview', wanted)).value).toMatchObject({ header: ['Name', 'Total'] })
  const started = (await call(client, 'export_orders_start', wanted)).value as { job: Job }
  expect(started.job).toMatchObject({ type: 'order_export', status: 'waiting', destination: { kind: 'csv' } })
  await world.work()
  const { job } = (await call(client, 'export_jobs_get', { id: started.job.id })).value as { job: Job }
  expect(job).toMatchObject({ status: 'completed', counts: { expected: 120, written: 120 }, files: [{ rows: 120 }] })
  const entries = (await entriesOf(key.id)).filter(({ door }) => door === 'mcp')
  expect(entries.map(({ action, decision }) => [action, decision])).toEqual([
    ['export.orders.estimate', 'allowed'],
    ['export.orders.preview', 'allowed'],
    ['export.orders.start', 'allowed'],
    ['export.jobs.get', 'allowed'],
  ])
})

test('assistants export into files only', async () => {
  const client = await connected((await newKey()).token)
  const url = 'https://docs.google.com/spreadsheets/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit'
  const orders = { storeIds: [world.stores.north], columns: ['total'], url }
  expect(await call(client, 'export_orders_start', orders)).toMatchObject(refusal('INVALID_INPUT', mcpMessages.leftOut('url')))
  const products = { storeId: world.stores.north, config: { fields: ['Title'], sheetExport: url } }
  const refused = refusal('INVALID_INPUT', mcpMessages.leftOut('config.sheetExport'))
  expect(await call(client, 'export_products', products)).toMatchObject(refused)
})

test('stores out of reach, bad input, failures of shops and unknown tools are refused with one message', async () => {
  const key = await newKey(['products:read'], [world.stores.north])
  const client = await connected(key.token)
  const foreign = await call(client, 'products_list', { storeId: world.stores.harbor })
  expect(foreign).toMatchObject(refusal('NOT_FOUND', 'Store not found'))
  const bad = await call(client, 'products_list', { storeId: world.stores.north, limit: 1_000 })
  expect(bad).toMatchObject(refusal('INVALID_INPUT', expect.stringContaining('limit')))
  expect(await call(client, 'products_list', { storeId: 'a\0b' })).toMatchObject(refusal('INVALID_INPUT'))
  expect(await call(client, 'products_list', { storeId: world.stores.north, surprise: 1 })).toMatchObject(refusal('INVALID_INPUT'))
  world.sandbox.faults.add({ kind: 'status', status: 402, shop: shops.north.host })
  const failed = await call(client, 'products_metadata', { storeId: world.stores.north })
  expect(failed).toMatchObject(refusal('STORE_UNAVAILABLE'))
  expect(failed.text).not.toMatch(/\bat |node_modules|\.ts:/)
  for (const name of ['users_list', 'products.list', 'stores_remove', 'constructor'])
    await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(mcpMessages.unknownTool)
  const entries = await entriesOf(key.id)
  expect(entries.map(({ action, decision, target }) => [action, decision, target])).toEqual(
    expect.arrayContaining([
      ['products.list', 'denied', world.stores.harbor],
      ['products.list', 'failed', world.stores.north],
      ['products.metadata', 'failed', world.stores.north],
    ]),
  )
})

test('a result that is too large is refused as a whole, with the way to read it', async () => {
  const client = await connected((await newKey()).token)
  const { isError, value, text } = await call(client, 'orders_list', { storeIds: [world.stores.north], limit: 250 })
  expect(isError).toBe(true)
  expect(value).toMatchObject({ error: { code: 'TOO_LARGE', message: expect.stringContaining('smaller limit') } })
  expect(text.length).toBeLessThan(500)
})

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
}
const both = 'application/json, text/event-stream'
const post = (headers: Record<string, string>, payload: unknown = initialize) =>
  world.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { accept: both, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  })

test('without a key nobody is answered, nor with the session of a person', async () => {
  const nobody = await post({})
  expect([nobody.statusCode, nobody.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  const wrong = await post({ authorization: 'Bearer key_wrong' })
  expect([wrong.statusCode, wrong.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"'])
  const session = await post({ authorization: `Bearer ${owner.token}` })
  expect(session.statusCode).toBe(403)
  expect(session.json()).toMatchObject({ error: { code: 'ACCESS_DENIED', message: mcpMessages.keyNeeded } })
  await expect(connected(owner.token)).rejects.toThrow(mcpMessages.keyNeeded)
})

test('pages of other sites are refused, and those of the product are not', async () => {
  const authorization = `Bearer ${(await newKey()).token}`
  for (const origin of ['https://evil.test', 'null', 'http://localhost:3001'])
    expect((await post({ authorization, origin })).json()).toMatchObject({ error: { code: 'FOREIGN_ORIGIN' } })
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000'])
    expect((await post({ authorization, origin })).statusCode).toBe(200)
})

test('there are no sessions, no streams and no batches', async () => {
  const authorization = `Bearer ${(await newKey()).token}`
  for (const method of ['GET', 'DELETE', 'PUT'] as const) {
    const answer = await world.app.inject({ method, url: '/mcp', headers: { authorization, accept: 'text/event-stream' } })
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST'])
  }
  const first = await post({ authorization })
  expect(first.headers['mcp-session-id']).toBeUndefined()
  expect(first.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  const batch = await post({ authorization }, [initialize, initialize])
  expect([batch.statusCode, batch.json().message]).toEqual([400, mcpMessages.oneMessage])
  const text = await world.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization, 'content-type': 'text/plain' },
    payload: '{}',
  })
  expect(text.statusCode).toBe(415)
})

test('a key has one allowance for calls over MCP and over REST', async () => {
  const { token } = await newKey()
  vi.useFakeTimers({ toFake: ['Date'] })
  const over = { rest: await world.caller(token).rest('GET', '/stores'), mcp: await post({ authorization: `Bearer ${token}` }) }
  const left = limits.callsPerMinute.caller - 1
  expect(over.rest.headers['ratelimit']).toBe(`"caller";r=${left};t=60`)
  expect(over.mcp.headers['ratelimit']).toBe(`"caller";r=${left - 1};t=60`)
})

test('the protocol of 2026-07-28 is answered too', async () => {
  const { token } = await newKey(['products:read'])
  const client = new NewClient({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new NewTransport(address, { requestInit: { headers: { authorization: `Bearer ${token}` } } }))
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
  expect((await client.listTools()).tools).toHaveLength(17)
  const { content } = await client.callTool({ name: 'products_count', arguments: { storeId: world.stores.north } })
  expect(content).toEqual([{ type: 'text', text: '{"count":60}' }])
  await expect(client.listen({ toolsListChanged: true })).rejects.toThrow('Subscription limit reached')
  await client.close()
})
