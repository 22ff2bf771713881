// Exports from an unavailable shop wait with a reason, and resume later. Retry produces the same bytes.
import { readdirSync } from 'node:fs'
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest'
import type { Job } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { productFields } from '#shared/product-fields.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const host = testShops.north.host
const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** At this point, a job already has checkpoints. */
const after = 2
const pages = { shop: host, operation: 'ExportPage', after }
/** Retry-After exceeds a call's patience, so the attempt ends at once. */
const away = { ...pages, kind: 'status', status: 503, retryAfter: '9999' } as const

let world: World
let undisturbed: Job
/** The number of pages of a complete export. */
let pagesOfAll: number
beforeAll(async () => {
  world = await createWorld({
    shops: { ...testShops, north: { ...testShops.north, products: 1_000 } },
    bulkAfterMs: Number.POSITIVE_INFINITY,
  })
  const id = await make()
  await world.work()
  undisturbed = await get(id)
  pagesOfAll = pagesAsked()
})
afterEach(() => world.sandbox.faults.clear())
afterAll(() => world[Symbol.asyncDispose]())

/** Signs in again, because hours pass. */
const owner = (): Promise<Caller> => world.signedIn('owner')
const jobIn = (body: unknown) => (body as { data: { job: Job } }).data.job
const get = async (id: string) => jobIn((await (await owner()).rest('GET', `/jobs/${id}`)).body)
async function make(): Promise<string> {
  const answer = await (await owner()).rest('POST', '/products/export', { storeId: world.stores.north, config: { fields: productFields } })
  return jobIn(answer.body).id
}
const retry = async (id: string, body?: object) => (await owner()).rest('POST', `/jobs/${id}/retry`, body)
const left = (id: string) => readdirSync(world.exports).filter((file) => file.startsWith(id))
const pagesAsked = () => world.sandbox.requests.filter(({ operation }) => operation === 'ExportPage').length

/** Runs due jobs at regular steps for this long. */
async function pass(ms: number, stepMs = 5 * minuteMs) {
  for (const end = world.clock.now + ms; world.clock.now < end;) {
    world.clock.now += stepMs
    await world.work()
  }
}
async function expectSame(id: string) {
  const { files, ...job } = await get(id)
  expect(job).toMatchObject({ status: 'completed', error: null, warning: undisturbed.warning, counts: undisturbed.counts })
  const { sha256, bytes, rows } = undisturbed.files[0] ?? {}
  expect(files).toMatchObject([{ sha256, bytes, rows }])
}
/** A job that failed permanently in the middle of its export. */
async function failed(): Promise<string> {
  const id = await make()
  world.sandbox.faults.add({ ...pages, kind: 'status', status: 401 })
  await world.work()
  world.sandbox.faults.clear()
  expect(await get(id)).toMatchObject({
    status: 'failed',
    error: { code: 'STORE_REJECTED' },
    canRetry: true,
    canStartOver: true,
    files: [],
  })
  return id
}

test('a shop that is away for an hour holds an export up, and no more', async () => {
  expect(undisturbed).toMatchObject({ status: 'completed', counts: { fetched: 1_000 } })
  const id = await make()
  world.sandbox.faults.add(away)
  await world.work()
  const { nextTryAt, ...job } = await get(id)
  expect(job).toMatchObject({ status: 'pending', waitingFor: messages.platform.unreachable('North'), error: null })
  expect(Date.parse(nextTryAt ?? '') - world.clock.now).toBeLessThanOrEqual(5 * minuteMs)
  await pass(hourMs)
  const still = await get(id)
  expect(still).toMatchObject({ status: 'pending', counts: job.counts })
  expect(still.attempts).toBeGreaterThan(10)
  world.sandbox.faults.clear()
  await pass(5 * minuteMs)
  await expectSame(id)
})

test('a page of HTML in the middle is ridden out', async () => {
  const id = await make()
  world.sandbox.faults.add({ ...pages, kind: 'html', times: 1 })
  await world.work()
  expect(await get(id)).toMatchObject({ status: 'pending', waitingFor: messages.platform.answerInvalid('North') })
  await pass(5 * minuteMs)
  await expectSame(id)
})

test('the day that an export is tried for begins anew at each checkpoint', async () => {
  const id = await make()
  world.sandbox.faults.add(away)
  await world.work()
  await pass(20 * hourMs, 20 * hourMs)
  world.sandbox.faults.clear()
  // The shop fails again after one more page.
  world.sandbox.faults.add({ ...away, after: 1 })
  await pass(5 * minuteMs)
  await pass(20 * hourMs, 20 * hourMs)
  expect(await get(id)).toMatchObject({ status: 'pending' })
  await pass(5 * hourMs, 5 * hourMs)
  expect(await get(id)).toMatchObject({ status: 'failed', error: { code: 'STORE_UNREACHABLE' } })
  world.sandbox.faults.clear()
  await retry(id)
  await world.work()
  await expectSame(id)
})

test('Retry goes on from where a failed export was', async () => {
  const id = await failed()
  const before = pagesAsked()
  const answer = await retry(id)
  expect(jobIn(answer.body)).toMatchObject({ status: 'waiting', error: null, canStartOver: false })
  expect(jobIn(answer.body).counts.fetched).toBeGreaterThan(0)
  await world.work()
  await expectSame(id)
  expect(pagesAsked() - before).toBeLessThan(pagesOfAll)
})

test.each([
  ['REST', (id: string) => retry(id, { startOver: true })],
  ['tRPC', async (id: string) => (await owner()).trpc('export.jobs.retry', { id, startOver: true })],
] as const)('an export can be started over instead, over %s', async (_, startOver) => {
  const id = await failed()
  const before = pagesAsked()
  await startOver(id)
  expect(await get(id)).toMatchObject({ status: 'waiting', progress: 0, counts: { fetched: 0 } })
  await world.work()
  await expectSame(id)
  expect(pagesAsked() - before).toBe(pagesOfAll)
  expect(left(id)).toHaveLength(1)
})

test('what a failed export would go on from is kept for a day; then Retry begins from the start', async () => {
  const id = await failed()
  world.clock.now += 23 * hourMs
  await world.work()
  expect(left(id)).toHaveLength(1)
  world.clock.now += 2 * hourMs
  await world.work()
  expect(left(id)).toEqual([])
  expect(await get(id)).toMatchObject({ canRetry: true, canStartOver: false })
  expect(jobIn((await retry(id)).body)).toMatchObject({ progress: 0, counts: { fetched: 0 } })
  await world.work()
  await expectSame(id)
})

test('a part that is gone or damaged is not gone on from', async () => {
  const id = await failed()
  await world.deps.files.remove({ key: id, attempt: 1 })
  await retry(id)
  await world.work()
  await expectSame(id)
})
