// The client against a server that refuses, stalls and breaks off.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { BackcounterError, createClient, JobFailedError, resumeSession, signIn, type Client, type Order } from '../../sdk/src/public.ts'

type Call = { method: string; path: string; headers: IncomingMessage['headers']; body: unknown }
type Answer = (call: Call, response: ServerResponse) => void

let calls: Call[]
/** The answers in their order. The last one is repeated. */
let answers: Answer[]
/** The answer to a listener. Default: this server has no events. */
let streams: Answer
let url: string
let client: Client
async function take(request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const text = Buffer.concat(chunks).toString()
  const call = {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: text === '' ? null : JSON.parse(text),
  }
  calls.push(call)
  if (call.path.endsWith('/events')) return streams(call, response)
  const answer = answers.length > 1 ? answers.shift() : answers[0]
  answer?.(call, response)
}
const server = createServer((request, response) => void take(request, response))

beforeEach(async () => {
  calls = []
  answers = []
  streams = refused(404, 'NOT_FOUND')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = createClient({ url: `${url}/`, token: 'key_test' })
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req-1', ...headers }).end(JSON.stringify(body))
const data = (value: object): Answer => json(200, { success: true, data: value })
const refused = (status: number, code: string, more: object = {}, headers?: Record<string, string>): Answer =>
  json(status, { success: false, message: `Sentence of ${code}`, error: { code, message: 'x', ...more } }, headers)
const soon = { 'retry-after': '0' }
const reset: Answer = (_, response) => void response.destroy()
const html: Answer = (_, response) => void response.writeHead(502, { 'content-type': 'text/html', ...soon }).end('<h1>Bad gateway</h1>')
const thrown = async (call: Promise<unknown>) => call.then(() => null).catch((error: unknown) => error)

describe('a call', () => {
  test('puts the input into path, query or body, and gives the data', async () => {
    answers = [data({ product: { id: '7' } })]
    expect(await client.products.get({ storeId: 'a/b', productId: '7' })).toEqual({ product: { id: '7' } })
    await client.stores.list({ active: true, permission: undefined as never })
    await client.users.setRoles({ id: 'u1', roles: [{ role_id: 'viewer', store_id: null }] })
    expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', '/api/v1/products/a%2Fb/7', null],
      ['GET', '/api/v1/stores?active=true', null],
      ['PUT', '/api/v1/users/u1/roles', { roles: [{ role_id: 'viewer', store_id: null }] }],
    ])
    expect(calls[0]?.headers.authorization).toBe('Bearer key_test')
  })

  test('that is refused throws the server’s sentence, code, fields and request id', async () => {
    answers = [refused(400, 'INVALID_INPUT', { issues: [{ path: 'limit', message: 'Too big' }] })]
    const error = await thrown(client.products.list({ storeId: 's', limit: 900 }))
    expect(error).toBeInstanceOf(BackcounterError)
    expect(error).toMatchObject({ message: 'Sentence of INVALID_INPUT', code: 'INVALID_INPUT', status: 400, requestId: 'req-1' })
    expect(error).toMatchObject({ issues: [{ path: 'limit', message: 'Too big' }] })
    expect(calls).toHaveLength(1)
  })

  test('is repeated when the server asks for it, and when a read does not arrive', async () => {
    answers = [refused(429, 'TOO_MANY_REQUESTS', {}, soon), refused(503, 'UNAVAILABLE', {}, soon), html, reset, data({ count: 3 })]
    expect(await client.products.count({ storeId: 's' })).toEqual({ count: 3 })
    expect(calls).toHaveLength(5)
  })

  test('is not repeated beyond its time', async () => {
    answers = [refused(429, 'TOO_MANY_REQUESTS', {}, { 'retry-after': '61' })]
    expect(await thrown(client.products.count({ storeId: 's' }))).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterMs: 61_000 })
    answers = [refused(503, 'UNAVAILABLE', {}, soon)]
    const hasty = createClient({ url, token: 'k', retryForMs: -1 })
    expect(await thrown(hasty.products.count({ storeId: 's' }))).toMatchObject({ code: 'UNAVAILABLE' })
    expect(calls).toHaveLength(2)
  })

  test('that may have changed something is not repeated, unless the server knows it again by its key', async () => {
    answers = [reset]
    const removal = await thrown(client.users.remove({ id: 'u1' }))
    expect(removal).toMatchObject({ code: 'NETWORK', status: null })
    expect(calls).toHaveLength(1)
    answers = [reset, html, refused(409, 'CONFLICT', {}, soon), data({ job: { id: 'j' } })]
    await client.exports.products({ storeId: 's', config: { fields: ['Title'] } }).start()
    const keys = calls.slice(1).map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([keys[0], keys[0], keys[0], keys[0]])
    answers = [data({ job: { id: 'j' } })]
    await client.jobs.run({ id: 'j' }, { idempotencyKey: 'mine' })
    expect(calls.at(-1)?.headers['idempotency-key']).toBe('mine')
  })

  test('ends with the signal, also while it waits for another try', async () => {
    answers = [() => {}]
    const reason = new Error('enough')
    const running = new AbortController()
    const stalled = thrown(client.products.count({ storeId: 's' }, { signal: running.signal }))
    await expect.poll(() => calls.length).toBe(1)
    running.abort(reason)
    expect(await stalled).toBe(reason)
    answers = [refused(429, 'TOO_MANY_REQUESTS', {}, { 'retry-after': '30' })]
    const waiting = new AbortController()
    const paused = thrown(client.products.count({ storeId: 's' }, { signal: waiting.signal }))
    await expect.poll(() => calls.length).toBe(2)
    setTimeout(() => waiting.abort(reason), 20)
    expect(await paused).toBe(reason)
    expect(calls).toHaveLength(2)
  })

  test('whose answer is no JSON says so', async () => {
    answers = [(_, response) => void response.end('<html>')]
    expect(await thrown(client.products.count({ storeId: 's' }))).toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 200 })
  })
})

describe('each', () => {
  test('reads until nextCursor is null, and says each warning once', async () => {
    const page = (ids: string[], nextCursor: string | null) =>
      json(200, { success: true, orders: ids.map((id) => ({ platformOrderId: id })), nextCursor, warnings: ['60 days only'] })
    answers = [page(['1', '2'], 'a'), page([], 'b'), page(['3'], null)]
    const warnings: string[] = []
    const patient = createClient({ url, token: 'k', onWarning: (warning) => warnings.push(warning) })
    const ids: string[] = []
    for await (const order of patient.orders.each({ storeIds: ['s'], financialStatus: ['paid'] })) {
      expectTypeOf(order).toEqualTypeOf<Order>()
      ids.push(order.platformOrderId)
    }
    expect(ids).toEqual(['1', '2', '3'])
    expect(warnings).toEqual(['60 days only'])
    const sent = { storeIds: ['s'], financialStatus: ['paid'] }
    expect(calls.map(({ body }) => body)).toEqual([sent, { ...sent, cursor: 'a' }, { ...sent, cursor: 'b' }])
  })

  test('asks for no further page than is read', async () => {
    answers = [data({ products: [{ id: '1' }, { id: '2' }], nextCursor: 'a', warnings: [] })]
    for await (const { id } of client.products.each({ storeId: 's' })) if (id === '2') break
    expect(calls).toHaveLength(1)
  })
})

describe('a session', () => {
  const session = (n: number, minutes: number) => ({
    token: `token-${n}`,
    refresh_token: `refresh-${n}`,
    expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
  })

  test('is renewed once for all calls before it ends, with the newest refresh token', async () => {
    const kept: string[] = []
    answers = [json(200, session(1, 1)), json(200, session(2, 60)), data({ count: 1 })]
    const token = await signIn({ url, email: 'a@b.test', password: 'secret', onRefreshToken: (refresh) => void kept.push(refresh) })
    const people = createClient({ url, token })
    await Promise.all([1, 2, 3].map(() => people.products.count({ storeId: 's' })))
    expect(calls.map(({ path, body, headers }) => [path, headers.authorization ?? body])).toEqual([
      ['/api/auth/sign-in/email', { email: 'a@b.test', password: 'secret' }],
      ['/api/auth/token', { refresh_token: 'refresh-1' }],
      ...[1, 2, 3].map(() => ['/api/v1/products/count', 'Bearer token-2']),
    ])
    expect(kept).toEqual(['refresh-1', 'refresh-2'])
  })

  test('that the server ended is renewed once, and then the call fails', async () => {
    answers = [json(200, session(1, 60)), refused(401, 'SIGNED_OUT'), json(200, session(2, 60)), refused(401, 'SIGNED_OUT')]
    const people = createClient({ url, token: resumeSession({ url, refreshToken: 'refresh-0' }) })
    expect(await thrown(people.products.count({ storeId: 's' }))).toMatchObject({ code: 'SIGNED_OUT', status: 401 })
    expect(calls.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer token-1', undefined, 'Bearer token-2'])
  })

  test('with a second factor says so, with the ticket', async () => {
    answers = [refused(401, 'SECOND_FACTOR', { ticket: 't1' })]
    expect(await thrown(signIn({ url, email: 'a@b.test', password: 'x' }))).toMatchObject({ code: 'SECOND_FACTOR', ticket: 't1' })
  })
})

describe('a file', () => {
  let folder: string
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'download-'))))
  afterEach(() => rm(folder, { recursive: true }))
  const products = () => client.exports.products({ storeId: 's', config: { fields: ['Title'] } })
  const facts = {
    'content-disposition': `attachment; filename="x.csv"; filename*=UTF-8''%C3%81o.csv`,
    'x-export-warning': `UTF-8''Mi%E1%BB%81n%20Nam`,
    'x-export-job': 'job-1',
  }

  test('has its name, its warning and its job', async () => {
    answers = [(_, response) => void response.writeHead(200, facts).end('\uFEFFTitle\r\n')]
    const path = join(folder, 'a.csv')
    expect(await products().toFile(path)).toEqual({ path, bytes: 10, name: 'Áo.csv', warning: 'Miền Nam', jobId: 'job-1' })
    expect(await products().text()).toBe('Title\r\n')
    expect(await readdir(folder)).toEqual(['a.csv'])
  })

  test('that breaks off fails, and leaves nothing behind', async () => {
    answers = [
      (_, response) => {
        response.writeHead(200, facts).write('Title\r\n')
        setTimeout(() => response.destroy(), 20)
      },
    ]
    expect(await thrown(products().toFile(join(folder, 'a.csv')))).toMatchObject({ code: 'NETWORK' })
    expect(await thrown(products().text())).toMatchObject({ code: 'NETWORK' })
    expect(await readdir(folder)).toEqual([])
  })

  test('is not saved by a browser, which says so before it asks the server', async () => {
    vi.stubGlobal('document', {})
    expect(await thrown(products().toFile('a.csv'))).toMatchObject({ code: 'NO_FILE_SYSTEM' })
    vi.unstubAllGlobals()
    expect(calls).toEqual([])
  })

  test('that cannot be written fails with the reason of the file system', async () => {
    answers = [(_, response) => void response.writeHead(200, facts).end('Title\r\n')]
    expect(await thrown(products().toFile(join(folder, 'none', 'a.csv')))).toMatchObject({ code: 'ENOENT' })
  })
})

describe('a job', () => {
  const job = (status: string, more: object = {}) => data({ job: { id: 'j', status, files: [], error: null, ...more } })

  test('is waited for until it has ended', { timeout: 10_000 }, async () => {
    answers = [job('running'), job('completed')]
    const seen: string[] = []
    expect(await client.jobs.wait('j', { onProgress: ({ status }) => seen.push(status) })).toMatchObject({ status: 'completed' })
    expect(seen).toEqual(['running', 'completed'])
  })

  test('is looked at again as soon as its end is told', async () => {
    answers = [job('running'), job('completed')]
    const told = { id: 'e', type: 'job.completed', timestamp: '', data: { jobId: 'j' } }
    streams = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`id: 7\n\nid: 8\nevent: job.completed\ndata: ${JSON.stringify(told)}\n\n`)
    }
    expect(await client.jobs.wait('j')).toMatchObject({ status: 'completed' })
    expect(calls.map(({ path }) => path).filter((path) => path.endsWith('/jobs/j'))).toHaveLength(2)
  })

  test('that failed throws its error, with the job', async () => {
    answers = [job('failed', { error: { code: 'INCOMPLETE', message: '3 products are missing' } })]
    const error = await thrown(client.jobs.wait('j'))
    expect(error).toBeInstanceOf(JobFailedError)
    expect(error).toMatchObject({ code: 'INCOMPLETE', message: '3 products are missing', job: { status: 'failed' } })
  })

  test('without a file says so', () => {
    expect(() => client.jobs.file({ id: 'j', files: [] })).toThrow('The job has no file')
  })
})

describe('events', () => {
  const told = (number: number) => ({ id: `e${number}`, type: 'job.completed', timestamp: '', data: { jobId: `j${number}` } })
  const text = (number: number) => `id: ${number}\nevent: job.completed\ndata: ${JSON.stringify(told(number))}\n\n`

  test('are heard over a lost connection, each once, from where it was', { timeout: 10_000 }, async () => {
    const places: unknown[] = []
    streams = ({ headers }, response) => {
      const after = Number(headers['last-event-id'] ?? 0)
      places.push(headers['last-event-id'])
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(text(after + 1))
      // A message that is cut off does not count.
      response.write(text(after + 2).slice(0, -1), () => response.destroy())
    }
    const heard: string[] = []
    for await (const { id } of client.events.listen()) {
      heard.push(id)
      if (heard.length === 2) break
    }
    expect(heard).toEqual(['e1', 'e2'])
    expect(places).toEqual([undefined, '1'])
  })

  test('that the server no longer has are refused', async () => {
    streams = refused(410, 'EVENTS_GONE')
    expect(await thrown(client.events.listen({ after: '1' }).next())).toMatchObject({ code: 'EVENTS_GONE' })
  })
})
