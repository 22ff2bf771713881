// Below /api and /trpc, no answer is the app's page: a typo must not look like a success.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#server/http/endpoints.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const
type Method = (typeof methods)[number]

async function refusal(method: Method | 'PROPFIND', url: string) {
  // The library's types have fewer methods than HTTP.
  const answer = await world.app.inject({ method: method as 'GET', url })
  const code = method === 'HEAD' ? null : answer.json<{ error: { code: string } }>().error.code
  const type = answer.headers['content-type']
  return { status: answer.statusCode, allow: answer.headers.allow, code, type, kept: answer.headers['cache-control'] }
}
const type = 'application/json; charset=utf-8'
const kept = 'no-store'
const codeFor = (method: Method, code: string) => (method === 'HEAD' ? null : code)

const unknown = [
  '/api',
  '/api/',
  '/api/nothing',
  '/api/v1/nope',
  '/api/v1/stores/x/more',
  '/api/v2/stores',
  '/API/v1/stores',
  '/Api/V1/Stores?active=true',
  '/%41PI/v1/stores',
  '/api%2Fv1%2Fstores',
  '//api/v1/stores',
  '/x/../API/v1/stores',
  '/api/auth/nothing',
  '/trpc',
  '/trpc/no/thing',
  '/trpc/no.such',
  '/TRPC/stores.list',
  '/%74RPC/stores.list',
  '/mcp/',
  '/mcp/tools',
  '/MCP',
]
test.each(
  unknown.flatMap((url) => methods.filter((method) => method !== 'POST' || !url.startsWith('/trpc/')).map((method) => ({ method, url }))),
)('$method $url is not found', async ({ method, url }) => {
  expect(await refusal(method, url)).toEqual({ status: 404, allow: undefined, code: codeFor(method, 'NOT_FOUND'), type, kept })
})

test('a method that the server does not know leads nowhere', async () => {
  expect(await refusal('PROPFIND', '/api/v1/stores')).toMatchObject({ status: 404, code: 'NOT_FOUND' })
})

/** A fixed segment of an operation, or any text for a parameter. */
const sampleOf = (url: string) => url.replaceAll(/\{\w+\}/g, 'x')
const known = new Map<string, Set<Method>>()
const allow = (url: string, method: Method) => known.set(url, (known.get(url) ?? new Set()).add(method))
for (const { method, url } of endpoints) allow(`/api/v1${sampleOf(url)}`, method)
for (const url of ['/api/v1/openapi.json', '/api/v1/postman.json', '/api/v1/docs', '/api/auth/setup', '/api/auth/callback/google'])
  allow(url, 'GET')
for (const url of ['/api/auth/sign-in/email', '/api/auth/token', '/api/auth/sign-out', '/mcp']) allow(url, 'POST')
for (const taken of known.values()) if (taken.has('GET')) taken.add('HEAD')

describe.each([...known].map(([url, taken]) => ({ url, taken })))('$url', ({ url, taken }) => {
  test.each(methods.filter((method) => !taken.has(method)))('%s is not allowed', async (method) => {
    const allowed = [...taken].toSorted().join(', ')
    expect(await refusal(method, url)).toEqual({ status: 405, allow: allowed, code: codeFor(method, 'METHOD_NOT_ALLOWED'), type, kept })
  })
})

test.each(methods.filter((method) => method !== 'POST'))('%s of a procedure is not allowed', async (method) => {
  for (const url of ['/trpc/stores.list', '/trpc/stores.list,users.list?batch=1'])
    expect(await refusal(method, url)).toEqual({ status: 405, allow: 'POST', code: codeFor(method, 'METHOD_NOT_ALLOWED'), type, kept })
})

test('an address of a screen that begins alike is a screen', async () => {
  const answer = await world.app.inject('/apiary')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
})
