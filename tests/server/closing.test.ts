// A server that stops leaves no request unanswered that it has accepted.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenAt } from '#server/http/listen.ts'
import { rawConnection, requestHead } from '#tests/support/raw-http.ts'
import { buildTestApp } from '#tests/support/test-app.ts'
import { appUrl, createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const long = 60_000
/** More than the buffers of both ends of a connection. */
const large = 'x'.repeat(32 * 1024 * 1024)

/** A call that is being answered, and the means to answer it. */
type Slow = { arrived: Promise<void>; answer: () => void }

/** A server with a call that is answered on demand, and one with a large answer. */
async function startServer({ idleGraceMs = 0, addresses = ['127.0.0.1'] } = {}): Promise<FastifyInstance & { slow: Slow }> {
  const app = await buildTestApp(world.deps, { appUrl, idleGraceMs })
  const arrived = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    arrived.resolve()
    await answered.promise
    return 'slow'
  })
  app.get('/large', () => large)
  await listenAt(app, addresses, 0)
  return Object.assign(app, { slow: { arrived: arrived.promise, answer: answered.resolve } })
}

test('before it closes, it answers every call and ends each connection, and is not ready any more', async () => {
  const app = await startServer()
  await using first = await rawConnection(app)
  await using second = await rawConnection(app)
  app.connections.stop()
  await first.write(requestHead('GET', '/healthz'))
  const alive = await first.answer()
  expect([alive.status, alive.headers.get('connection')]).toEqual([200, 'close'])
  await second.write(requestHead('GET', '/readyz'))
  const { status, headers, text } = await second.answer()
  expect([status, headers.get('connection'), JSON.parse(text)]).toEqual([
    503,
    'close',
    expect.objectContaining({ error: { code: 'UNAVAILABLE', message: 'This server is stopping' } }),
  ])
  await app.close()
})

test('a call in progress is answered, and its connection does not wait for another', async () => {
  const app = await startServer({ idleGraceMs: long })
  await using connection = await rawConnection(app)
  await connection.write(requestHead('GET', '/slow'))
  await app.slow.arrived
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  app.slow.answer()
  const { status, headers, text } = await connection.answer()
  expect([status, headers.get('connection'), text]).toEqual([200, 'close', 'slow'])
  await closed
})

test('a call of which a part has arrived is answered', async () => {
  const app = await startServer()
  const accepted: Socket[] = []
  app.server.on('connection', (socket: Socket) => accepted.push(socket))
  await using connection = await rawConnection(app)
  const call = requestHead('GET', '/healthz')
  await connection.write(call.slice(0, 20))
  await expect.poll(() => accepted[0]?.bytesRead).toBe(20)
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  await connection.write(call.slice(20))
  expect(await connection.answer()).toMatchObject({ status: 200 })
  await closed
})

test('a call on an open connection that comes while it closes is answered', async () => {
  const app = await startServer({ idleGraceMs: long })
  await using connection = await rawConnection(app)
  await connection.write(requestHead('GET', '/healthz'))
  await connection.answer()
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  await connection.write(requestHead('GET', '/healthz'))
  const { status, headers } = await connection.answer()
  expect([status, headers.get('connection')]).toEqual([200, 'close'])
  await closed
})

test('a caller who reads slowly gets the whole answer', async () => {
  const app = await startServer()
  const { port } = app.server.address() as AddressInfo
  const response = await new Promise<IncomingMessage>((resolve) => get({ host: '127.0.0.1', port, path: '/large' }, resolve))
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  let bytes = 0
  response.on('data', (part: Buffer) => void (bytes += part.length))
  await once(response, 'end')
  expect(bytes).toBe(large.length)
  await closed
})

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

test.runIf(hasIpv6)('calls to the second address of localhost are answered, too', async () => {
  const app = await startServer({ addresses: ['127.0.0.1', '::1'] })
  const { port } = app.server.address() as AddressInfo
  const answer = fetch(`http://[::1]:${port}/slow`)
  await app.slow.arrived
  const closed = app.close()
  app.slow.answer()
  expect(await (await answer).text()).toBe('slow')
  await closed
  await expect(fetch(`http://[::1]:${port}/healthz`)).rejects.toThrow('fetch failed')
})
