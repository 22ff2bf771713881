// A process whose event loop is late refuses calls until it has caught up. Health and metrics stay reachable.
import type { FastifyInstance } from 'fastify'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveMetrics } from '#server/http/metrics.ts'
import { createExposition } from '#server/metrics/exposition.ts'
import { noteAlive } from '#server/jobs/workers-repo.ts'
import { errors } from '#shared/errors.ts'
import { samplesOf, valueOf } from '#tests/support/exposition.ts'
import { freePort } from '../../scripts/free-port.ts'
import { buildTestApp } from '#tests/support/test-app.ts'
import { appUrl, createWorld, type World } from '#tests/support/world.ts'

const overload = { delayMs: 100, sampleMs: 1_000 }
let world: World
let app: FastifyInstance
let metrics: FastifyInstance
let port: number
beforeAll(async () => {
  world = await createWorld()
  app = await buildTestApp(world.deps, { appUrl, overload })
  await app.ready()
  port = await freePort()
  metrics = await serveMetrics(createExposition(world.deps, { dataDir: world.folder }), { host: '127.0.0.1', port })
  await noteAlive(world.deps.database.db, 'worker', world.deps.sharedClock)
})
afterAll(async () => {
  await app.close()
  await metrics.close()
  await world[Symbol.asyncDispose]()
})

/** Keeps the thread busy for longer than a sample. */
const block = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1.2 * overload.sampleMs)

/** Keeps the thread busy until the process has noticed. */
async function overloaded() {
  while (!app.isUnderPressure()) {
    block()
    await turn()
  }
}

test('a call gets 503 with Retry-After, health, metrics and the app itself answer, and calls are answered again after that', async () => {
  const status = async () => (await app.inject('/api/v1')).statusCode
  // The start of the app may have kept the thread busy.
  await expect.poll(status, { timeout: 10_000 }).toBe(200)
  await overloaded()
  const [refused, page, alive, ready] = await Promise.all(['/api/v1', '/products', '/healthz', '/readyz'].map((url) => app.inject(url)))
  expect(refused).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } })
  expect(refused?.json()).toMatchObject({ success: false, error: { code: 'OVERLOADED', message: errors.OVERLOADED.message } })
  // A person who opens the app would otherwise see a failure as JSON, and nothing that tries again. It is not found where it is not built.
  expect([200, 404]).toContain(page?.statusCode)
  expect([alive?.statusCode, ready?.statusCode]).toEqual([200, 200])
  const samples = samplesOf(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
  expect(valueOf(samples, 'http_request_duration_seconds_count', { status_class: '5xx' })).toBeGreaterThanOrEqual(1)
  await expect.poll(status, { timeout: 10_000 }).toBe(200)
  expect(app.isUnderPressure()).toBe(false)
})
