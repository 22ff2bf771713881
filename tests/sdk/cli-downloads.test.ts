// Files of jobs that have not completed, by the command line.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { destinationOf } from '#tests/support/belongings.ts'
import { runLine } from '#tests/support/command-line.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
let folder: string
let environment: Record<string, string>
beforeAll(async () => {
  world = await createWorld()
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  owner = await world.signedIn('owner')
  const key = { name: 'Command line', permissions: ['products:read', 'products:export'] }
  const { token } = Object((await owner.rest('POST', '/users/me/api-keys', key)).body).data
  environment = { BACKCOUNTER_URL: url, BACKCOUNTER_KEY: token }
  folder = await mkdtemp(join(tmpdir(), 'command-'))
})
afterEach(() => world.sandbox.faults.clear())
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})
const run = (line: string) => runLine(line, { environment })
const filesLike = async (name: string) => (await readdir(folder)).filter((file) => file.startsWith(name))

test('the file of an incomplete job never looks complete', async () => {
  const worker = createWorker(world.deps, { handlers: createJobHandlers(world.deps), onEnd: async () => {} })
  world.sandbox.faults.add({ kind: 'countTooHigh', by: 2, shop: 'north-test.myshopify.com' })
  worker.start()
  const path = join(folder, 'short.csv')
  expect(await run(`export products -s North -o ${path} --background`)).toMatchObject({ code: 1 })
  await worker.stop()
  type Listed = { id: string; error: { code: string; message: string } | null }
  const jobs: Listed[] = JSON.parse((await run('jobs --json')).out)
  const { id, error } = jobs.find((job) => job.error?.code === 'INCOMPLETE') ?? { id: '', error: null }
  expect(await run(`jobs download ${id} --out ${path}`)).toMatchObject({ code: 1, note: expect.stringContaining(String(error?.message)) })
  expect(await filesLike('short.csv')).toEqual(['short.csv.partial'])
})

test('a file that waits for its delivery is whole', async () => {
  const destinationId = await destinationOf(world)
  const request = { storeId: world.stores.north, config: { fields: ['Product Id'] }, destinationId }
  const { id } = Object((await owner.rest('POST', '/products/export', request)).body).data.job
  await world.work()
  const { status, files } = Object((await owner.rest('GET', `/jobs/${id}`)).body).data.job
  expect([status, files.length]).toEqual(['pending', 1])
  const path = join(folder, 'waiting.csv')
  expect(await run(`jobs download ${id} --out ${path}`)).toMatchObject({ code: 0 })
  expect(await filesLike('waiting')).toEqual(['waiting.csv'])
  expect((await readFile(path)).length).toBe(files[0].bytes)
})
