// The page at /api/v1/docs. tests/e2e/api-reference.spec.ts reads it in a browser.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

test('the API reference loads from our own origin, and has no inline script', async () => {
  const { statusCode, headers, body } = await world.app.inject('/api/v1/docs')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(body).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
  const addresses = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
  expect(addresses.filter((address) => !/^\/(?!\/)|^openapi\.json$/.test(address))).toEqual([])
  const files = addresses.filter((address) => address.startsWith('/api/v1/docs/'))
  expect(files).toHaveLength(3)
  for (const url of files) {
    const file = await world.app.inject(url)
    expect([url, file.statusCode, file.headers['cache-control']]).toEqual([url, 200, 'public, max-age=31536000, immutable'])
    expect(file.headers['content-type']).toMatch(url.includes('.css') ? 'text/css' : 'text/javascript')
  }
})

test('its content policy is stricter than that of the app, whose own stays as it is', async () => {
  const policyOf = async (url: string) => (await world.app.inject(url)).headers['content-security-policy']
  expect(String(await policyOf('/api/v1/docs')).split(';')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
  expect(await policyOf('/api/v1/openapi.json')).toBe(await policyOf('/healthz'))
  expect(await policyOf('/healthz')).toContain("default-src 'self';img-src 'self' data: https:")
})
