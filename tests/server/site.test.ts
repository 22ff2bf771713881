import { existsSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appUrl, createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

test('the build that these tests look at is there', () => {
  expect(existsSync('dist/client/index.html'), 'run npm run build').toBe(true)
})

test.each(['/', '/login', '/products?search=a.js', '/no/such/page'])(
  '%s is the one page of the app, never kept without asking',
  async (url) => {
    const answer = await world.app.inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.headers['cache-control']).toBe('no-cache')
  },
)

/** The program's first file, as the page names it. */
async function firstScript(): Promise<string> {
  const [, script = ''] = /<script type="module"[^>]* src="(\/assets\/[^"]+\.js)"/.exec((await world.app.inject('/')).body) ?? []
  return script
}

test('named parts are kept for good, and those of an older build are missing, not a page', async () => {
  const script = await firstScript()
  expect((await world.app.inject(script)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const missing = await world.app.inject('/assets/index-OLD.js')
  expect([missing.statusCode, missing.json().error.code]).toEqual([404, 'NOT_FOUND'])
})

test.each(['br', 'gzip'])('a part comes as the build compressed it, by %s, with its own kind and the same age', async (encoding) => {
  const script = await firstScript()
  const whole = await world.app.inject(script)
  const packed = await world.app.inject({ url: script, headers: { 'accept-encoding': encoding, origin: appUrl } })
  expect(packed.headers).toMatchObject({
    'content-encoding': encoding,
    'content-type': whole.headers['content-type'],
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(packed.headers['access-control-allow-origin']).toBeUndefined()
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding]
  expect(unpack?.(packed.rawPayload).toString()).toBe(whole.body)
  expect(packed.rawPayload.length).toBeLessThan(whole.rawPayload.length / 2)
})

test.each(['/..%2f..%2fpackage.json', '/%2e%2e/package.json', '/assets/..%2f..%2f..%2fpackage.json'])('%s leads nowhere', async (url) => {
  const answer = await world.app.inject(url)
  expect(answer.body).not.toContain('devDependencies')
})

test('calls and pages are counted against floods, the files of a screen are not', async () => {
  const isCounted = async (url: string) => (await world.app.inject(url)).headers.ratelimit !== undefined
  expect(await isCounted('/api/v1/openapi.json')).toBe(true)
  expect(await isCounted('/api/v1/stores')).toBe(true)
  expect(await isCounted('/no/such/page')).toBe(true)
  expect(await isCounted('/no/such/file.js')).toBe(true)
  const script = await firstScript()
  expect(await isCounted(script)).toBe(false)
})
