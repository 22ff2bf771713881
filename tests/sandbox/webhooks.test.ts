// What the sandbox's shops tell, and to whom.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { shopbase, shopify } from './shop.ts'

const shops = [
  { ...shopify, app: { clientId: 'small', clientSecret: 'small-secret' } },
  { ...shopbase, credentials: { ...shopbase.credentials, sharedSecret: 'base-secret' } },
]
const address = 'https://hooks.acme-team.com/told'

let sandbox: Sandbox
let answerStatus = 200
const received: { headers: IncomingHttpHeaders; body: string; path: string }[] = []
const receiver = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(parts).toString(), path: request.url ?? '' })
    response.writeHead(answerStatus).end()
  })
})
let target: string
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const bound = receiver.address()
  target = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`
})
afterAll(() => void receiver.close())
beforeEach(async () => {
  answerStatus = 200
  received.length = 0
  sandbox = await startSandbox({ shops })
  sandbox.tune({ webhooks: { target } })
  return () => sandbox.close()
})

const hooks = (host: string) => sandbox.trade(host).webhooks
const subscribe = (host: string, topic: 'products/create' | 'products/update' | 'products/delete' = 'products/update') =>
  hooks(host).create({ topic, address, format: 'json', fields: ['id', 'updated_at'] })
function edit(host: string, index = 3) {
  const { catalogue, saveProduct } = sandbox.trade(host)
  return saveProduct(catalogue().products[index] ?? null, { title: 'Changed' })
}

test.each([
  [shopify.host, 'x-shopify', 'small-secret'],
  [shopbase.host, 'x-shopbase', 'base-secret'],
])('%s signs the bytes of each message, and names itself', async (host, prefix, secret) => {
  subscribe(host)
  const { id, updatedAt } = edit(host)
  await hooks(host).deliver()
  expect(received).toHaveLength(1)
  const [{ headers, body, path } = { headers: {}, body: '', path: '' }] = received
  expect(path).toBe('/told')
  expect(headers).toMatchObject({
    [`${prefix}-topic`]: 'products/update',
    [`${prefix}-shop-domain`]: host,
    [`${prefix}-hmac-sha256`]: createHmac('sha256', secret).update(body).digest('base64'),
  })
  const told: { id: number; updated_at: string } = JSON.parse(body)
  expect([String(told.id), Date.parse(told.updated_at)]).toEqual([id, updatedAt])
})

test('a deletion tells only the id, and nobody is told who did not subscribe', async () => {
  subscribe(shopify.host, 'products/delete')
  edit(shopify.host)
  const gone = sandbox.trade(shopify.host).catalogue().products[5]
  sandbox.trade(shopify.host).removeProduct(gone?.id ?? '')
  await hooks(shopify.host).deliver()
  expect(received.map(({ body }) => body)).toEqual([`{"id":${gone?.id}}`])
})

test.each([
  ['http://hooks.acme-team.com', 'address'],
  ['https://localhost/told', 'address'],
  ['https://10.0.0.1/told', 'address'],
  [address, 'taken'],
])('a subscription for %s is refused', (other, why) => {
  subscribe(shopify.host)
  expect(hooks(shopify.host).create({ topic: 'products/update', address: other, format: 'json', fields: [] })).toBe(why)
})

test('there is a limit of subscriptions', () => {
  sandbox.tune({ webhooks: { most: 1 } })
  subscribe(shopbase.host)
  expect(subscribe(shopbase.host, 'products/create')).toBe('limit')
})

test('messages are lost, doubled, late and forged in the shares that are asked for', async () => {
  subscribe(shopify.host)
  sandbox.tune({ webhooks: { lost: 0.5, doubled: 0.5, forged: 0.25, lateMs: 60_000, isShuffled: true } })
  for (let turn = 0; turn < 40; turn++) edit(shopify.host, turn % 20)
  expect(await hooks(shopify.host).deliver()).toEqual([])
  sandbox.trade(shopify.host).clock.leap(61_000)
  const sent = await hooks(shopify.host).deliver()
  expect(sent.filter(({ message }) => message.body.includes('"id":666'))).toHaveLength(11)
  expect(new Set(sent.map(({ message }) => message.headers['X-Shopify-Webhook-Id'])).size).toBeLessThanOrEqual(40)
  expect(sent.length).toBeGreaterThan(38)
  expect(sent.length).toBeLessThan(44)
})

test('a message that is not accepted comes again for four hours, and then Shopify ends the subscription', async () => {
  subscribe(shopify.host)
  answerStatus = 503
  edit(shopify.host)
  for (let minute = 0; minute < 5 * 60; minute++) {
    await hooks(shopify.host).deliver()
    sandbox.trade(shopify.host).clock.leap(60_000)
  }
  expect(received).toHaveLength(9)
  expect(hooks(shopify.host).list()).toEqual([])
})

test('without a target, nothing leaves this machine', async () => {
  subscribe(shopify.host)
  sandbox.tune({ webhooks: { target: null } })
  edit(shopify.host)
  expect(await hooks(shopify.host).deliver()).toEqual([])
})
