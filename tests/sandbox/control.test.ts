import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, listAt } from './shop.ts'

let child: ChildProcess
let url = ''

beforeAll(async () => {
  const main = new URL('../../sandbox/main.ts', import.meta.url).pathname
  const started = spawn(process.execPath, [main], { env: { ...process.env, SANDBOX_PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] })
  child = started
  const [line] = await once(createInterface(started.stdout), 'line')
  const ready: unknown = JSON.parse(String(line))
  url = String(at(ready, 'url'))
})
afterAll(() => child.kill())

const control = (method: string, path: string, body?: unknown) =>
  fetch(`${url}/control/${path}`, body === undefined ? { method } : { method, body: JSON.stringify(body) })

const shopStatus = async () =>
  (
    await fetch(`${url}/shops/north.myshopify.com/admin/api/2026-10/graphql.json`, {
      method: 'POST',
      headers: { 'x-shopify-access-token': 'shpat_demo_not_a_secret_north' },
      body: JSON.stringify({ query: '{ shop { id } }' }),
    })
  ).status

describe('the sandbox as a process', () => {
  test('lists its shops, with the addresses the product needs', async () => {
    const shops = listAt(await (await control('GET', 'shops')).json(), 'shops')
    expect(shops.map((shop) => at(shop, 'host'))).toContain('printhouse.onshopbase.com')
    expect(at(shops[0], 'endpoint')).toBe(`${url}/shops/north.myshopify.com`)
  })

  test('says what it is to somebody with a browser', async () => {
    const page = await (await fetch(url)).text()
    expect(page).toContain('Nothing here is real')
    expect(page).toContain('north.myshopify.com')
  })

  test('shows and forgets the requests it got', async () => {
    await control('DELETE', 'requests')
    expect(await shopStatus()).toBe(200)
    expect(listAt(await (await control('GET', 'requests')).json(), 'requests').map((request) => at(request, 'shop'))).toEqual([
      'north.myshopify.com',
    ])
    await control('DELETE', 'requests')
    expect(await (await control('GET', 'requests')).json()).toEqual({ requests: [] })
  })

  test('breaks and mends on request', async () => {
    expect((await control('POST', 'faults', { kind: 'status', status: 503 })).status).toBe(200)
    expect(await shopStatus()).toBe(503)
    await control('DELETE', 'faults')
    expect(await shopStatus()).toBe(200)
  })

  test('is tuned', async () => {
    await control('POST', 'tune', { costBucket: { maximumAvailable: 0.5, restoreRate: 0.001 }, shop: 'north.myshopify.com' })
    const answer = await fetch(`${url}/shops/north.myshopify.com/admin/api/2026-10/graphql.json`, {
      method: 'POST',
      headers: { 'x-shopify-access-token': 'shpat_demo_not_a_secret_north' },
      body: JSON.stringify({ query: '{ shop { id } }' }),
    })
    expect(at(await answer.json(), 'errors.0.extensions.code')).toBe('THROTTLED')
    await control('POST', 'tune', { costBucket: true })
  })

  test.each([
    ['faults', { kind: 'earthquake' }],
    ['faults', { kind: 'status', status: 200 }],
    ['tune', { speed: 3 }],
    ['tune', { latencyMs: 1, shop: 'nobody.myshopify.com' }],
  ])('refuses what it does not understand: %s %j', async (path, body) => {
    const response = await control('POST', path, body)
    expect([response.status, typeof at(await response.json(), 'error')]).toEqual([400, 'string'])
  })
})

test('it ends when it is told to', async () => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
