// A server whose database is away for a while: it says so, and whoever was signed in still is when it is back.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMachine, type Machine } from '#tests/support/machine.ts'
import { startRelay, type Relay } from '#tests/support/relay.ts'
import { appSecret } from '#tests/support/world.ts'
import { startPostgres } from '../../scripts/postgres-server.ts'

const closing = new AsyncDisposableStack()
let relay: Relay
let machine: Machine
beforeAll(async () => {
  const postgres = closing.use(await startPostgres())
  const folderOfSocket = decodeURIComponent(new URL(postgres.url).hostname)
  relay = closing.use(await startRelay(join(folderOfSocket, '.s.PGSQL.5432')))
  const url = `postgres://postgres@127.0.0.1:${relay.port}/postgres`
  const folder = await mkdtemp(join(tmpdir(), 'away-'))
  closing.defer(() => rm(folder, { recursive: true, force: true }))
  machine = closing.use(await startMachine({ ROLE: 'all', DATABASE_URL: url, DATA_DIR: folder, APP_SECRET: appSecret }))
})
afterAll(() => closing.disposeAsync())

const person = { email: 'owner@away.test', password: 'correct horse 1' }

function send(method: string, path: string, { token, ...body }: Record<string, string> = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
  return fetch(`${machine.url}${path}`, { method, headers, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) })
}

test('while the database is away every call answers 503 and when to try again, and afterwards all is as it was', async () => {
  expect((await send('POST', '/api/auth/sign-up/email', person)).status).toBe(200)
  const session = await (await send('POST', '/api/auth/sign-in/email', person)).json()
  const { token, refresh_token } = session as { token: string; refresh_token: string }
  const calls: [string, string, Record<string, string>?][] = [
    ['GET', '/api/v1/stores', { token }],
    ['POST', '/api/v1/products/export', { token }],
    ['POST', '/trpc/profile.get', { token }],
    ['POST', '/api/auth/token', { refresh_token }],
    ['POST', '/api/auth/sign-in/email', person],
    ['POST', '/api/auth/sign-up/email', person],
    ['POST', '/api/auth/request-password-reset', { email: person.email }],
    ['GET', '/readyz'],
  ]
  await relay.cut()
  for (const call of calls) {
    const answer = await send(...call)
    expect([call[1], answer.status]).toEqual([call[1], 503])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.text()).toContain('The server is not available at the moment. Please try again soon.')
  }
  expect((await send('GET', '/healthz')).status).toBe(200)
  await relay.join()
  await expect.poll(async () => (await send('GET', '/readyz')).status).toBe(200)
  expect((await send('GET', '/api/v1/stores', { token })).status).toBe(200)
  expect((await send('POST', '/api/auth/token', { refresh_token })).status).toBe(200)
})
