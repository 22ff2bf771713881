// Equal reads of a shop at the same moment are one call.
import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { machineLookup } from '#server/platforms/guard.ts'
import { createHttp, type ShopHttp, type ShopOptions } from '#server/platforms/http.ts'
import type { ShopCall } from '#server/platforms/shop-call.ts'
import { patience } from '#server/platforms/retry.ts'
import { fakeClock } from '#tests/platforms/fake-clock.ts'
import { listener } from '#tests/platforms/listener.ts'

const host = 'north.myshopify.com'
const read: ShopCall = {
  operation: 'list',
  method: 'GET',
  path: '/admin/things.json?page=1',
  headers: { authorization: 'one' },
  cost: 1,
  patience: patience.interactive,
  isRead: true,
}
const write: ShopCall = { ...read, operation: 'change', method: 'PUT', path: '/admin/things/1.json', body: '{}', isRead: false }

/** A shop whose answers wait until the test gives them. */
async function silentShop() {
  const open: ServerResponse[] = []
  const server = await listener((_request, response) => void open.push(response))
  const http = createHttp({ endpoints: { [host]: server.url }, clock: fakeClock(), lookup: machineLookup, log: () => {} })
  onTestFinished(http.close)
  const client = (options: ShopOptions = {}) => http.shop('shopify', host, 'North', { storeId: 'north', ...options })
  /** Resolves once this number of requests has arrived. */
  const arrived = async (count: number) => {
    await expect.poll(() => server.seen.length).toBe(count)
  }
  const answer = (index: number, status = 200, body = `{"answer":${index}}`) =>
    void open[index]?.writeHead(status, { 'content-type': 'application/json' }).end(body)
  const hasHungUp = async (index: number) => {
    await expect.poll(() => open[index]?.destroyed).toBe(true)
  }
  return { server, client, arrived, answer, hasHungUp }
}

/** What the shop answers to a call, as an object of the caller's own. */
const ask = (shop: ShopHttp, change: Partial<ShopCall> = {}) =>
  shop.call({ ...read, ...change }, { read: ({ text }) => ({ value: JSON.parse(text) as { answer: number } }) })

test('clients that ask the same at the same moment get one answer, each an object of its own', async () => {
  const { client, server, arrived, answer } = await silentShop()
  const asked = [ask(client()), ask(client()), ask(client())]
  await arrived(1)
  answer(0)
  const answers = await Promise.all(asked)
  expect(answers).toEqual([{ answer: 0 }, { answer: 0 }, { answer: 0 }])
  expect(new Set(answers).size).toBe(3)
  expect(server.seen).toHaveLength(1)
})

test('each client reads the answer itself', async () => {
  const { client, arrived, answer } = await silentShop()
  const seen: string[] = []
  const asked = ['first', 'second'].map((name) =>
    client().call(read, {
      read({ text }) {
        seen.push(`${name} ${text}`)
        return { value: name }
      },
    }),
  )
  await arrived(1)
  answer(0)
  expect(await Promise.all(asked)).toEqual(['first', 'second'])
  expect(seen).toEqual(['first {"answer":0}', 'second {"answer":0}'])
})

test('an answer is not kept: what is asked after it is another call', async () => {
  const { client, arrived, answer } = await silentShop()
  const first = ask(client())
  await arrived(1)
  answer(0)
  await first
  const second = ask(client())
  await arrived(2)
  answer(1)
  expect(await second).toEqual({ answer: 1 })
})

test.each<[string, Partial<ShopCall>, ShopOptions]>([
  ['query', { path: '/admin/things.json?page=2' }, {}],
  ['body', { body: '{}' }, {}],
  ['credential', { headers: { authorization: 'two' } }, {}],
  ['patience', { patience: patience.counts }, {}],
  ['patience of the client', {}, { patience: patience.counts }],
  ['store', {}, { storeId: 'another' }],
])('calls of another %s are not joined', async (_, change, options) => {
  const { client, arrived, answer } = await silentShop()
  const asked = [ask(client()), ask(client(options), change)]
  await arrived(2)
  for (const index of [0, 1]) answer(index)
  expect((await Promise.all(asked)).map((one) => one.answer).toSorted()).toEqual([0, 1])
})

test('an export, which tells why it waits, has calls of its own', async () => {
  const { client, arrived, answer } = await silentShop()
  const asked = [ask(client()), ask(client({ onWait: () => {} }))]
  await arrived(2)
  for (const index of [0, 1]) answer(index)
  await Promise.all(asked)
})

test('changes are never joined', async () => {
  const { client, arrived, answer } = await silentShop()
  const asked = [ask(client(), write), ask(client(), write)]
  await arrived(2)
  for (const index of [0, 1]) answer(index)
  await Promise.all(asked)
})

test('a read after the end of a change does not join one that began before', async () => {
  const { client, arrived, answer } = await silentShop()
  const before = ask(client())
  await arrived(1)
  const change = ask(client(), write)
  await arrived(2)
  answer(1)
  await change
  const after = ask(client())
  await arrived(3)
  answer(2)
  expect(await after).toEqual({ answer: 2 })
  answer(0)
  expect(await before).toEqual({ answer: 0 })
})

test('an error goes to all callers, after the retries of one call', async () => {
  const { client, server, arrived, answer } = await silentShop()
  const asked = Promise.allSettled([ask(client()), ask(client())])
  await arrived(1)
  answer(0, 401)
  const rejected = { status: 'rejected', reason: expect.objectContaining({ code: 'STORE_REJECTED' }) as unknown }
  expect(await asked).toEqual([rejected, rejected])
  expect(server.seen).toHaveLength(1)
})

test('a caller who leaves, even the first one, leaves the call to the others', async () => {
  const { client, arrived, answer } = await silentShop()
  const leaving = new AbortController()
  const first = ask(client(), { signal: leaving.signal })
  const second = ask(client(), { signal: new AbortController().signal })
  await arrived(1)
  leaving.abort(new Error('left'))
  await expect(first).rejects.toThrow('left')
  answer(0)
  expect(await second).toEqual({ answer: 0 })
})

test('when all callers have left, the call ends, and nobody joins it', async () => {
  const { client, arrived, answer, hasHungUp } = await silentShop()
  const [one, other] = [new AbortController(), new AbortController()]
  const asked = Promise.allSettled([ask(client(), { signal: one.signal }), ask(client(), { signal: other.signal })])
  await arrived(1)
  one.abort(new Error('left'))
  other.abort(new Error('left, too'))
  const late = ask(client())
  expect(await asked).toMatchObject([{ reason: { message: 'left' } }, { reason: { message: 'left, too' } }])
  await hasHungUp(0)
  await arrived(2)
  answer(1)
  expect(await late).toEqual({ answer: 1 })
})
