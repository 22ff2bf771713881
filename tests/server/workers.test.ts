// Whether workers are running, as reported by /readyz and by waiting jobs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorker } from '#server/jobs/worker.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { errors } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { operationMessages } from '#shared/operation-messages.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

type Answer = { data: { job: { id: string } } }
async function order(): Promise<string> {
  const { body } = await owner.rest('POST', '/products/export', {
    storeId: world.stores.north,
    config: { fields: ['Title'], maxItemsPerFile: 1 },
  })
  return (body as Answer).data.job.id
}
const detail = async (id: string) => (await owner.rest('GET', `/jobs/${id}`)).body
const newest = async () => (await owner.rest('GET', '/jobs?limit=1')).body

/** The answer of /readyz as soon as it is not about the machine's load. */
async function ready() {
  const asked = async () => {
    const answer = await world.app.inject('/readyz')
    return { status: answer.statusCode, body: answer.json<{ message?: string }>() }
  }
  await expect.poll(async () => (await asked()).body.message).not.toBe(errors.OVERLOADED.message)
  return asked()
}

test('without a worker, /readyz and every job that waits say so', async () => {
  const id = await order()
  const { noWorker } = operationMessages
  expect(await detail(id)).toMatchObject({ data: { job: { status: 'waiting', waitingFor: noWorker } } })
  expect(await newest()).toMatchObject({ data: { jobs: [{ id, waitingFor: noWorker }] } })
  expect(await ready()).toMatchObject({ status: 503, body: { error: { code: 'OVERLOADED', message: noWorker } } })
  await owner.rest('POST', `/jobs/${id}/cancel`)
  expect(await detail(id)).toMatchObject({ data: { job: { status: 'failed', waitingFor: null } } })
})

test('a worker that lives ends that, until nothing was heard of it for as long as a lease', async () => {
  await world.work()
  expect(await ready()).toEqual({ status: 200, body: { status: 'ready' } })
  const id = await order()
  expect(await detail(id)).toMatchObject({ data: { job: { waitingFor: null } } })
  world.clock.now += limits.jobs.leaseMs + 1
  expect(await detail(id)).toMatchObject({ data: { job: { waitingFor: operationMessages.noWorker } } })
  expect((await ready()).status).toBe(503)
  await world.work()
  expect(await detail(id)).toMatchObject({ data: { job: { status: 'completed', waitingFor: null } } })
})

test('a worker that is stopped is gone at once', async () => {
  world.clock.now += limits.jobs.leaseMs + 1
  const worker = createWorker(world.deps, { handlers: createJobHandlers(world.deps) })
  worker.start()
  await expect.poll(async () => (await ready()).status).toBe(200)
  await worker.stop()
  expect((await ready()).status).toBe(503)
})
