// The client beside a server that is away for a while, and programs that want to end.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient, resumeSession, signIn, type Client } from '../../sdk/src/public.ts'

let calls: string[]
let answer: (path: string, response: ServerResponse) => void
let client: Client
const server = createServer(({ url = '' }, response) => {
  calls.push(url.replace('/api/v1', ''))
  answer(url, response)
})
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
beforeEach(async () => {
  calls = []
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  client = createClient({ url: address(), token: 'key_test', retryForMs: 2_000 })
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const json = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const ended = { id: 'e', type: 'job.completed', timestamp: '', data: { jobId: 'j' } }
const tell = (response: ServerResponse) =>
  void response
    .writeHead(200, { 'content-type': 'text/event-stream' })
    .write(`id: 8\nevent: job.completed\ndata: ${JSON.stringify(ended)}\n\n`)

test('a server that asks for no pause is not called in a loop', async () => {
  const busy = { success: false, message: 'Busy', error: { code: 'STORE_BUSY', message: 'Busy' } }
  answer = (_, response) => json(response, 429, busy, { 'retry-after': '0' })
  await expect(client.products.count({ storeId: 's' })).rejects.toMatchObject({ code: 'STORE_BUSY' })
  expect(calls.length).toBeLessThan(10)
})

test.each([502, 503, 504])(
  'a listener goes on after a proxy said %i for longer than calls are repeated',
  { timeout: 15_000 },
  async (status) => {
    const begun = Date.now()
    answer = (_, response) => (Date.now() - begun < 3_000 ? void response.writeHead(status).end('<h1>Away</h1>') : tell(response))
    for await (const { id } of client.events.listen()) {
      expect(id).toBe('e')
      break
    }
  },
)

/** Answers these states of a job, one for each look, and tells its end at once. */
function jobOf(...statuses: string[]) {
  answer = (path, response) => {
    if (path.endsWith('/events')) return tell(response)
    const job = { id: 'j', status: statuses.shift() ?? 'completed', files: [], error: null }
    return json(response, 200, { success: true, data: { job } })
  }
}
test('a wait leaves no timer behind, for which its program would have to wait', async () => {
  jobOf('running')
  const [set, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
  await client.jobs.wait('j')
  // The first pause is half a second. The telling cuts it short.
  const pauses = set.mock.calls.flatMap(([, ms], nth) => (ms === 500 ? [set.mock.results[nth]?.value] : []))
  const stopped = cleared.mock.calls.map(([timer]) => timer)
  vi.restoreAllMocks()
  expect(pauses).toHaveLength(1)
  expect(stopped).toEqual(expect.arrayContaining(pauses))
})

test('a job that somebody retried after its end was told is not asked for in a loop', { timeout: 15_000 }, async () => {
  jobOf('running', 'running', 'running', 'running')
  const begun = Date.now()
  await client.jobs.wait('j')
  // 750 and 1,125 ms between the looks that nobody announced.
  expect(Date.now() - begun).toBeGreaterThan(1_500)
})

test('the address may have the path of the API', async () => {
  const called: string[] = []
  const note = async (target: string | URL | Request) => {
    called.push(new Request(target).url)
    return Response.json({ success: true, data: { jobs: [] } })
  }
  for (const url of ['http://test', 'http://test/', 'http://test/api/v1', 'http://test/api/v1/'])
    await createClient({ url, token: 'k', fetch: note }).jobs.list({})
  expect([...new Set(called)]).toEqual(['http://test/api/v1/jobs'])
})

test.each([
  ['an address without its scheme', { url: 'localhost:3000', token: 'k' }, 'https://shops.example.com'],
  ['the placeholder of the README', { url: 'http://localhost:3000', token: 'key_…' }, 'no API key'],
  ['an empty variable', { url: 'http://localhost:3000', token: '' }, 'API key'],
])('%s is refused before anything is sent', (_, options, sentence) => {
  expect(() => createClient(options)).toThrow(sentence)
})

test('so is an address without its scheme by the sign-in of a person', async () => {
  const person = { url: 'localhost:3000', email: 'ann@example.com', password: 'secret' }
  await expect(signIn(person)).rejects.toMatchObject({ code: 'WRONG_OPTION' })
  const renewing = resumeSession({ url: 'localhost:3000', refreshToken: 'r' })
  await expect(Promise.resolve(renewing({ renew: true }))).rejects.toMatchObject({ code: 'WRONG_OPTION' })
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends the command line, and leaves nothing half written',
  { timeout: 15_000 },
  async (signal) => {
    answer = (path, response) => {
      const store = { id: 's', name: 'North', active: true }
      if (path.includes('/stores')) json(response, 200, { success: true, data: { stores: [store], nextCursor: null } })
      else response.writeHead(200, { 'content-type': 'text/csv' }).write('Title\r\n')
    }
    const folder = await mkdtemp(join(tmpdir(), 'ended-'))
    const line = ['sdk/src/cli/main.ts', 'export', 'products', '-s', 'North', '-o', join(folder, 'x.csv')]
    const child = spawn(process.execPath, line, { env: { BACKCOUNTER_URL: address(), BACKCOUNTER_KEY: 'key_test' }, stdio: 'ignore' })
    await expect.poll(() => readdir(folder), { timeout: 10_000 }).toHaveLength(1)
    child.kill(signal)
    const [code] = await once(child, 'exit')
    expect([code, await readdir(folder)]).toEqual([130, []])
    await rm(folder, { recursive: true })
  },
)

/** Says when the program listens to signals: before, they would end it by themselves. */
const saying = `process.on('newListener', (name) => name === 'SIGTERM' && setImmediate(() => process.stderr.write('listening')))`

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends a login that waits for its key', { timeout: 15_000 }, async (signal) => {
  const line = ['--import', `data:text/javascript,${encodeURIComponent(saying)}`, 'sdk/src/cli/main.ts', 'login', '--url', address()]
  const child = spawn(process.execPath, line, { stdio: ['pipe', 'ignore', 'pipe'] })
  await once(child.stderr, 'data')
  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([130, null])
})
