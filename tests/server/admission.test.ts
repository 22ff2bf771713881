// Calls beyond what the process takes are refused at once, and answered again as soon as there is room.
import type { FastifyInstance } from 'fastify'
import { Agent } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noteAlive } from '#server/jobs/workers-repo.ts'
import { errors } from '#shared/errors.ts'
import { buildTestApp } from '#tests/support/test-app.ts'
import { appUrl, createWorld, type World } from '#tests/support/world.ts'

const overload = { waiting: 5, inProgress: 3, arrivalsMs: 5_000 }
let world: World
let app: FastifyInstance
let url: string
let authorization: string
beforeAll(async () => {
  world = await createWorld()
  app = await buildTestApp(world.deps, { appUrl, overload })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  authorization = `Bearer ${(await world.signedIn('owner')).token}`
})
afterAll(async () => {
  await app.close()
  await world[Symbol.asyncDispose]()
})
// The worker of the process counts as alive for a while only.
beforeEach(() => noteAlive(world.deps.database.db, 'worker', world.deps.sharedClock))

const call = (path: string, init: RequestInit = {}) => fetch(url + path, { headers: { authorization }, ...init })
const status = async (path: string) => {
  const answer = await call(path)
  await answer.text()
  return answer.status
}
const fullHealth = async () => [await status('/healthz'), await status('/readyz')]

test('while as many calls as fit wait for a shop, the next one gets 503 at once; health answers', async () => {
  world.sandbox.faults.add({ kind: 'hang' })
  const callers = new AbortController()
  const list = JSON.stringify({ storeId: world.stores.north })
  const hanging = Array.from({ length: overload.inProgress }, () =>
    call('/api/v1/products/fetch', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: list,
      signal: callers.signal,
    }),
  )
  const ended = Promise.allSettled(hanging)
  await expect.poll(() => status('/api/v1/stores'), { timeout: 10_000 }).toBe(503)
  const refused = await call('/api/v1/stores')
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({ success: false, error: { code: 'OVERLOADED', message: errors.OVERLOADED.message } })
  // Refused before anybody is identified, and before its address is looked at.
  expect(await (await fetch(`${url}/trpc/stores.list`, { method: 'POST', body: 'no JSON' })).json()).toMatchObject({
    error: { code: 'OVERLOADED' },
  })
  expect(await fullHealth()).toEqual([200, 200])
  callers.abort()
  await ended
  world.sandbox.faults.clear()
  await expect.poll(() => status('/api/v1/stores'), { timeout: 10_000 }).toBe(200)
})

test('of a burst, as many calls as may wait are answered, and the rest is refused', async () => {
  const burst = Array.from({ length: overload.waiting + 7 }, () => app.inject({ url: '/api/v1/stores', headers: { authorization } }))
  const health = app.inject('/healthz')
  const statuses = (await Promise.all(burst)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((code) => code === 200)).toHaveLength(overload.waiting)
  expect(statuses.filter((code) => code === 503)).toHaveLength(7)
  expect((await health).statusCode).toBe(200)
})

test('calls on many new connections are counted and refused, though Node accepts one connection at a time', async () => {
  const agent = new Agent({ connections: 40, pipelining: 1 })
  const burst = Array.from({ length: 40 }, async () => {
    const { statusCode, body } = await agent.request({ origin: url, path: '/api/v1/stores', method: 'GET', headers: { authorization } })
    await body.dump()
    return statusCode
  })
  const refused = (await Promise.all(burst)).filter((code) => code === 503)
  await agent.close()
  // While Node accepts the connections, calls begin only in a turn without an arrival.
  expect(refused.length).toBeGreaterThan(20)
})

test('streams of events that are open take no place', async () => {
  const callers = new AbortController()
  const streams = await Promise.all(Array.from({ length: overload.inProgress }, () => call('/api/v1/events', { signal: callers.signal })))
  expect(streams.map((stream) => stream.status)).toEqual([200, 200, 200])
  expect(await status('/api/v1/stores')).toBe(200)
  callers.abort()
})
