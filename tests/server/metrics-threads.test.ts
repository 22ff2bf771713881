// A whole process: its worker thread has metrics of its own, which are served together with those of the main thread.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { samplesOf, valueOf, type Sample } from '#tests/support/exposition.ts'
import { freePort } from '../../scripts/free-port.ts'
import { appSecret, appUrl, createWorld, type World } from '#tests/support/world.ts'

/** The whole server on the installation of a world. */
function start({ databaseUrl, folder, exports: EXPORT_FOLDER, sandbox }: World, METRICS_PORT: string) {
  const { PATH = '' } = process.env
  const places = { DATABASE_URL: databaseUrl, DATA_DIR: folder, EXPORT_FOLDER, PLATFORM_ENDPOINTS: JSON.stringify(sandbox.endpoints) }
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH, ...places, PORT: '0', HOST: '127.0.0.1', METRICS_PORT, APP_URL: appUrl, APP_SECRET: appSecret, LOG_LEVEL: 'silent' },
  })
  const gone = once(child, 'exit')
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await gone
    },
  }
}

test('the job and the calls of the worker thread are served with its name', { timeout: 60_000 }, async () => {
  await using world = await createWorld()
  const owner = await world.signedIn('owner')
  const { north } = world.stores
  await owner.rest('POST', '/products/export', { storeId: north, config: { fields: ['Title'], maxItemsPerFile: 1_000 } })
  const port = await freePort()
  await using _server = start(world, String(port))
  const scraped = async (): Promise<Sample[]> => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null)
    return answer ? samplesOf(await answer.text()) : []
  }
  // A busy worker may be missing in a later answer.
  let samples: Sample[] = []
  const ended = async () => {
    samples = await scraped()
    return valueOf(samples, 'backcounter_jobs_ended_total', { thread: 'worker', type: 'product_export', outcome: 'completed' })
  }
  await expect.poll(ended, { timeout: 30_000 }).toBe(1)
  expect(valueOf(samples, 'backcounter_shop_calls_total', { thread: 'worker', store: north, outcome: 'ok' })).toBeGreaterThan(0)
  expect(valueOf(samples, 'backcounter_shop_calls_total', { thread: 'main' })).toBeNull()
  for (const thread of ['main', 'worker'])
    expect(valueOf(samples, 'backcounter_event_loop_delay_seconds', { thread, quantile: '0.99' })).not.toBeNull()
  // Each metric is described once, although two threads have it.
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const described = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name)
  expect(described).toEqual([...new Set(described)])
})
