import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guideAddress } from '#shared/guides.ts'
import { pages } from '../../scripts/guides/pages.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

test('the build that these tests look at is there', () => {
  expect(existsSync('dist/docs/index.html'), 'run npm run docs:build').toBe(true)
})

test.each(pages.map(({ address }) => address))('%s is a page for everybody, with the strictest policy', async (url) => {
  const answer = await world.app.inject(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toContain('text/html')
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.headers['content-security-policy']).toBe(
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self';font-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  )
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.body).toContain('All guides')
})

test.each([
  ['/docs/pictures/stores.webp', 'image/webp'],
  ['/docs/style.css?v=1', 'text/css'],
  ['/docs/files/env.example.txt', 'text/plain'],
  ['/docs/fonts/inter-basic.woff2', 'font/woff2'],
])('%s comes as %s', async (url, type) => {
  const answer = await world.app.inject(url)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringContaining(type)])
})

test('pages are sent as the build compressed them', async () => {
  const answer = await world.app.inject({ url: guideAddress('shopify'), headers: { 'accept-encoding': 'br' } })
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': expect.stringContaining('text/html') })
})

test.each(['/docs/no-such-guide', '/docs/index.html', '/docs/style.css.br', '/docs/..%2fclient%2findex.html', '/docs/.sources-sha256'])(
  '%s is not found, with a page that leads to the guides, and counts for the rate limit',
  async (url) => {
    const answer = await world.app.inject(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers.ratelimit).toBeDefined()
    expect(answer.body).toContain('<h1>No such page</h1>')
  },
)

test('the addresses of the guides have no other methods', async () => {
  expect((await world.app.inject({ method: 'POST', url: guideAddress('shopify') })).statusCode).toBe(404)
})
