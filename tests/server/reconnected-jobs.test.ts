// An export whose store is connected again while it runs goes on with the new credentials, and its file is that of an undisturbed one.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Job } from '#shared/jobs.ts'
import { productFields } from '#shared/product-fields.ts'
import { app, approved } from '#tests/support/approval.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const north = testShops.north.host
const operation = 'ExportPage'

let world: World
let owner: Caller
/** The first wait of a call begins, and ends. */
let waits: PromiseWithResolvers<void>
let gate: PromiseWithResolvers<void>
beforeEach(async () => {
  waits = Promise.withResolvers()
  gate = Promise.withResolvers()
  const sleep = () => {
    waits.resolve()
    return gate.promise
  }
  world = await createWorld({
    waiting: { sleep },
    shops: { ...testShops, north: { ...testShops.north, products: 1_500 } },
    bulkAfterMs: Number.POSITIVE_INFINITY,
  })
  owner = await world.signedIn('owner')
})
afterEach(() => world[Symbol.asyncDispose]())

const jobIn = (body: unknown) => (body as { data: { job: Job } }).data.job
const get = async (id: string) => jobIn((await owner.rest('GET', `/jobs/${id}`)).body)
const make = async () =>
  jobIn((await owner.rest('POST', '/products/export', { storeId: world.stores.north, config: { fields: productFields } })).body).id
const pages = () => world.sandbox.requests.filter((request) => request.operation === operation)
const sumsOf = ({ files }: Job) => files.map(({ sha256 }) => sha256)

async function reconnect() {
  await approved(world, owner, app, world.stores.north)
  expect((await owner.rest('POST', '/stores/connect/finish')).status).toBe(200)
}

/** A job that has fetched a part, and waits for the rate limit until `goOn`. */
async function begun() {
  const id = await make()
  world.sandbox.faults.add({ kind: 'throttled', shop: north, operation, after: 2, times: 1 })
  const work = world.work()
  await waits.promise
  expect((await get(id)).counts.fetched).toBeGreaterThan(0)
  return {
    id,
    goOn: async () => {
      gate.resolve()
      await work
      return get(id)
    },
  }
}

test('a job goes on with the new credentials of the same shop', async () => {
  const undisturbed = await make()
  await world.work()
  const needed = pages().length
  world.sandbox.requests.length = 0

  const { goOn } = await begun()
  const [first] = pages()
  await reconnect()
  // The shop no longer accepts the former token.
  world.sandbox.faults.add({ kind: 'status', status: 401, shop: north, operation, times: 1 })
  const job = await goOn()
  expect(job).toMatchObject({ status: 'completed', error: null })
  expect(sumsOf(job)).toEqual(sumsOf(await get(undisturbed)))
  const last = pages().at(-1)
  expect(last?.credential).toMatch(/^shpat_sandbox_/)
  expect(last?.credential).not.toBe(first?.credential)
  // It went on from its checkpoint: apart from the refused page and those since the last checkpoint, none was read again.
  expect(pages().length).toBeLessThan(2 * needed)
})

test('a job whose store keeps its credentials fails at the first refusal', async () => {
  const { goOn } = await begun()
  world.sandbox.faults.add({ kind: 'status', status: 401, shop: north, operation })
  expect(await goOn()).toMatchObject({ status: 'failed', error: { code: 'STORE_REJECTED' } })
})

test('a job that the shop refuses again after that fails', async () => {
  const { goOn } = await begun()
  await reconnect()
  world.sandbox.faults.add({ kind: 'status', status: 401, shop: north, operation })
  expect(await goOn()).toMatchObject({ status: 'failed', error: { code: 'STORE_REJECTED' } })
})
