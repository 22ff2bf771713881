// Every line of the log tells what it belongs to: a request, or a job with its stores.
import { connect } from 'node:net'
import { text as wholeText } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '#server/boot/logging.ts'
import { readable } from '#server/logs/readable.ts'
import { traced, withTrace } from '#server/logs/trace.ts'
import { secondServer } from '#tests/support/second-server.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

type Line = Record<string, unknown> & { msg: string; level: number }

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

/** The lines that the work writes. */
async function linesOf(work: () => Promise<unknown>): Promise<Line[]> {
  const before = world.logged.length
  await work()
  return world.logged.slice(before).map((line) => JSON.parse(line) as Line)
}
const withText = (lines: readonly Line[], text: string) => lines.filter(({ msg }) => msg === text)
const exportOf = (storeId: string) =>
  owner.rest('POST', '/products/export', { storeId, config: { fields: ['Title'], maxItemsPerFile: 1_000 } })
const jobId = ({ body }: { body: unknown }) => (body as { data: { job: { id: string } } }).data.job.id

test.each([
  ['REST, with a body', (id: string) => owner.rest('POST', '/products/fetch', { storeId: id })],
  ['REST, without a body', (id: string) => owner.rest('GET', `/stores/${id}/metafields`)],
  ['tRPC', (id: string) => owner.trpc('products.list', { storeId: id })],
])('the calls to a shop that a request causes carry its id: %s', async (_, ask) => {
  const lines = await linesOf(() => ask(world.stores.north))
  const [request] = withText(lines, 'incoming request')
  expect(request?.['reqId']).toBeTypeOf('string')
  const calls = withText(lines, 'shop call')
  expect(calls.length).toBeGreaterThan(0)
  expect(new Set(calls.map(({ reqId }) => reqId))).toEqual(new Set([request?.['reqId']]))
})

test('a body that arrives after the head of its request belongs to it, too', async () => {
  await using server = await secondServer(world)
  const { port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
  const body = JSON.stringify({ storeId: world.stores.print })
  const before = world.logged.length
  const lines = await linesOf(async () => {
    const socket = connect(Number(port), '127.0.0.1')
    const head = ['POST /trpc/products.list HTTP/1.1', 'host: x', `authorization: Bearer ${owner.token}`, 'connection: close']
    socket.write([...head, 'content-type: application/json', `content-length: ${body.length}`, '', ''].join('\r\n'))
    // The server has begun with the request before its body comes.
    await expect.poll(() => world.logged.slice(before).some((line) => line.includes('incoming request'))).toBe(true)
    socket.write(body)
    await wholeText(socket)
  })
  const [request] = withText(lines, 'incoming request')
  expect(withText(lines, 'shop call').map(({ reqId }) => reqId)).toEqual([request?.['reqId']])
})

test('two requests at the same time keep their own ids', async () => {
  const { north, print } = world.stores
  const lines = await linesOf(() => Promise.all([north, print].map((storeId) => owner.rest('POST', '/products/fetch', { storeId }))))
  const ids = (host: string) => new Set(withText(lines, 'shop call').flatMap((line) => (line['host'] === host ? [line['reqId']] : [])))
  const [first, second] = [ids(testShops.north.host), ids(testShops.print.host)]
  expect([first.size, second.size]).toEqual([1, 1])
  expect(first).not.toEqual(second)
})

test('a job’s lines carry its id and stores, and its end is one line with outcome, rows and seconds', async () => {
  const { north } = world.stores
  const id = jobId(await exportOf(north))
  const lines = await linesOf(() => world.work())
  const calls = withText(lines, 'shop call')
  expect(calls.length).toBeGreaterThan(0)
  for (const line of calls) expect(line).toMatchObject({ job: id, stores: [north] })
  const { rows } = (lines.find(({ msg }) => msg === 'a job ended') ?? {}) as { rows: number }
  expect(withText(lines, 'a job ended')).toEqual([
    expect.objectContaining({ level: 30, job: id, stores: [north], type: 'product_export', outcome: 'completed', seconds: 0, attempts: 1 }),
  ])
  expect(rows).toBeGreaterThan(0)
})

test('a job that fails ends in a warning with its code, after a line with the reason', async () => {
  const { harbor } = world.stores
  world.sandbox.faults.add({ kind: 'status', status: 401, shop: testShops.harbor.host })
  const id = jobId(await exportOf(harbor))
  const lines = await linesOf(() => world.work())
  world.sandbox.faults.clear()
  expect(withText(lines, 'an attempt at a job failed')).toEqual([
    expect.objectContaining({ job: id, stores: [harbor], isTriedAgain: false }),
  ])
  expect(withText(lines, 'a job ended')).toEqual([
    expect.objectContaining({ level: 40, job: id, stores: [harbor], outcome: 'failed', rows: 0, code: 'STORE_REJECTED' }),
  ])
})

test('the end of a cancelled job is one line, too, and names the request that cancelled it', async () => {
  const id = jobId(await exportOf(world.stores.north))
  const lines = await linesOf(async () => {
    await owner.rest('POST', `/jobs/${id}/cancel`)
    await world.work()
  })
  const [request] = withText(lines, 'incoming request')
  expect(withText(lines, 'a job ended')).toEqual([expect.objectContaining({ job: id, outcome: 'cancelled', reqId: request?.['reqId'] })])
})

test('a download belongs to its request and to its record', async () => {
  const { north } = world.stores
  const lines = await linesOf(() => owner.rest('POST', '/products/export/csv', { storeId: north, config: { fields: ['Title'] } }))
  const [request] = withText(lines, 'incoming request')
  const [end] = withText(lines, 'a job ended')
  expect(end).toMatchObject({ reqId: request?.['reqId'], stores: [north], outcome: 'completed' })
  const walk = withText(lines, 'shop call').filter((line) => line['job'] === end?.['job'])
  expect(walk.length).toBeGreaterThan(0)
  for (const line of walk) expect(line).toMatchObject({ reqId: request?.['reqId'], stores: [north] })
})

test('the fields of a line precede those of its trace, and secrets stay out of both', () => {
  const lines: string[] = []
  const log = withTrace(createLogger('info', { write: (line) => void lines.push(line) }))
  traced({ job: 'outer', stores: [] }, () => {
    log.info({ job: 'own', token: 'hidden-1', deep: { password: 'hidden-2' } }, 'said')
    log.warn('alone')
    log.error(new Error('wrong'), 'failed')
  })
  log.info('outside')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { job: 'own', msg: 'said' },
    { job: 'outer', msg: 'alone' },
    { job: 'outer', msg: 'failed', err: { message: 'wrong' } },
    { msg: 'outside' },
  ])
  expect(lines.join('')).not.toContain('hidden')
  expect(lines[3]).not.toContain('outer')
})

test('at a terminal, a line begins with time and level, and the stack of an error is below', () => {
  const lines: string[] = []
  const log = createLogger('info', { write: (line) => void lines.push(readable(line)) })
  log.warn({ job: 'one', stores: ['a'], err: new Error('wrong') }, 'a job ended')
  const [first = '', second = ''] = stripVTControlCharacters(lines[0] ?? '').split('\n')
  expect(first).toMatch(/^\d\d:\d\d:\d\d\.\d{3} WARN {2}a job ended job=one stores=\["a"\] err=\{"type":"Error","message":"wrong"\}$/)
  expect(second).toBe('    Error: wrong')
})
