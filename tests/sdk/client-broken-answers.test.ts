// The client beside a server whose answers break off.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient, type Client } from '../../sdk/src/public.ts'

let calls: number
let answer: (response: ServerResponse) => void
let client: Client
const server = createServer((_request, response) => {
  calls += 1
  answer(response)
})
beforeEach(async () => {
  calls = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  client = createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'key_test', retryForMs: 2_000 })
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Sends the beginning of an answer, and then what `next` does. */
function begin(response: ServerResponse, status: number, next: () => void) {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"success":', next)
}
const brokenOff = (status: number) => (response: ServerResponse) => begin(response, status, () => setImmediate(() => response.destroy()))

test('a call that changes nothing is repeated', async () => {
  answer = (response) => {
    if (calls === 1) return brokenOff(200)(response)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true,"data":{"count":7}}')
  }
  expect(await client.products.count({ storeId: 's' })).toEqual({ count: 7 })
})

test('a call that may have changed something fails, and is not repeated', async () => {
  answer = brokenOff(200)
  await expect(client.products.update({ storeId: 's', productId: '1' })).rejects.toMatchObject({ code: 'NETWORK', status: null })
  expect(calls).toBe(1)
})

test('a refusal keeps its status', async () => {
  answer = brokenOff(404)
  await expect(client.products.count({ storeId: 's' })).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 404 })
})

test.each([200, 404])('whoever stops waiting for the rest of a %i gets the reason', async (status) => {
  const stop = new AbortController()
  answer = (response) => begin(response, status, () => setImmediate(() => stop.abort(new Error('enough'))))
  await expect(client.products.count({ storeId: 's' }, { signal: stop.signal })).rejects.toThrow('enough')
})
