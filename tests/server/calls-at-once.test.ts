// One caller whose shop hangs does not take the places of all others.
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sessions } from '#drizzle/schema.ts'
import { samplesOf, valueOf } from '#tests/support/exposition.ts'
import { rawConnection, requestHead } from '#tests/support/raw-http.ts'
import { buildTestApp } from '#tests/support/test-app.ts'
import { appUrl, createWorld, type World } from '#tests/support/world.ts'

const callsAtOnce = 3
let world: World
let app: FastifyInstance
let url: string
beforeAll(async () => {
  world = await createWorld()
  app = await buildTestApp(world.deps, { appUrl, callsAtOnce })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await world[Symbol.asyncDispose]()
})

const headersOf = async (role: 'owner' | 'admin') => ({ authorization: `Bearer ${(await world.signedIn(role)).token}` })

test('a caller with as many unanswered calls as allowed gets 429; others are served, and so is the caller afterwards', async () => {
  const [owner, admin] = [await headersOf('owner'), await headersOf('admin')]
  const status = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(url + path, { headers })
    await answer.text()
    return answer.status
  }
  world.sandbox.faults.add({ kind: 'hang' })
  const callers = new AbortController()
  const hanging = Array.from({ length: callsAtOnce }, () =>
    fetch(`${url}/api/v1/products/fetch`, {
      method: 'POST',
      headers: { ...owner, 'content-type': 'application/json' },
      body: JSON.stringify({ storeId: world.stores.north }),
      signal: callers.signal,
    }),
  )
  const ended = Promise.allSettled(hanging)
  await expect.poll(() => status('/api/v1/stores', owner)).toBe(429)
  const refused = await fetch(`${url}/api/v1/stores`, { headers: owner })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toMatchObject({ success: false, error: { code: 'TOO_MANY_REQUESTS' } })
  expect(await status('/api/v1/stores', admin)).toBe(200)
  callers.abort()
  await ended
  world.sandbox.faults.clear()
  await expect.poll(() => status('/api/v1/stores', owner)).toBe(200)
})

test('streams of events that are open do not count', async () => {
  const owner = await headersOf('owner')
  const callers = new AbortController()
  const streams = await Promise.all(
    Array.from({ length: callsAtOnce }, () => fetch(`${url}/api/v1/events`, { headers: owner, signal: callers.signal })),
  )
  expect(streams.map((stream) => stream.status)).toEqual([200, 200, 200])
  expect((await fetch(`${url}/api/v1/stores`, { headers: owner })).status).toBe(200)
  callers.abort()
})

test('a call that its caller breaks off is no error of the server, in the log and in the figures', async () => {
  const owner = await headersOf('owner')
  world.sandbox.faults.add({ kind: 'hang' })
  const caller = new AbortController()
  const asked = world.sandbox.requests.length
  const broken = fetch(`${url}/api/v1/products/fetch`, {
    method: 'POST',
    headers: { ...owner, 'content-type': 'application/json' },
    body: JSON.stringify({ storeId: world.stores.harbor }),
    signal: caller.signal,
  })
  await vi.waitFor(() => expect(world.sandbox.requests.length).toBeGreaterThan(asked), { timeout: 20_000 })
  caller.abort()
  await expect(broken).rejects.toThrow('aborted')
  const calls = async (statusClass: string) => {
    const labels = { procedure: 'products.list', transport: 'rest', status_class: statusClass }
    return (
      valueOf(
        samplesOf(await world.deps.metrics.registry.getSingleMetricAsString('backcounter_procedure_calls_total')),
        'backcounter_procedure_calls_total',
        labels,
      ) ?? 0
    )
  }
  const refused = await calls('4xx')
  await vi.waitFor(async () => expect(await calls('4xx')).toBeGreaterThan(refused), { timeout: 20_000 })
  expect(await calls('5xx')).toBe(0)
  expect(world.logged.filter((line) => line.includes('"level":50'))).toEqual([])
  world.sandbox.faults.clear()
})

test('a call whose session ended while its body was awaited does not count any more', async () => {
  const email = 'held@world.test'
  const userId = await world.person({ email, assignments: [{ role: 'owner', storeId: null }] })
  const first = await world.signIn(email)
  for (let call = 0; call < callsAtOnce; call += 1) {
    await using connection = await rawConnection(app)
    const { token } = call === 0 ? first : await world.signIn(email)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': 2 }
    await connection.write(requestHead('POST', '/api/v1/views', headers))
    await pause(1_100)
    await world.deps.database.db.delete(sessions).where(eq(sessions.userId, userId))
    await connection.write('{}')
    expect((await connection.answer()).status).toBe(401)
  }
  const { token } = await world.signIn(email)
  expect((await fetch(`${url}/api/v1/stores`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
})
