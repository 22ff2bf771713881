// A call whose body arrives late has the rights of that moment, not those of the moment when its head arrived.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passwordToken } from '#server/auth/links.ts'
import { authCall } from '#tests/support/auth-call.ts'
import { rawConnection, requestHead, type RawAnswer } from '#tests/support/raw-http.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world[Symbol.asyncDispose]())

type Held = { method?: 'POST' | 'PUT' | 'DELETE'; path: string; token: string; body: object }

/** Sends the head of a call, waits for something to happen, and sends the body. `isChunked`: without saying how long it is. */
async function heldBack(
  { method = 'POST', path, token, body }: Held,
  meanwhile: () => Promise<unknown>,
  isChunked = false,
): Promise<RawAnswer> {
  await using connection = await rawConnection(world.app)
  const text = JSON.stringify(body)
  const length = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': text.length }
  await connection.write(requestHead(method, path, { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...length }))
  // The server identifies the caller meanwhile, and after a second the body is late.
  await pause(1_100)
  await meanwhile()
  await connection.write(isChunked ? `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n` : text)
  return await connection.answer()
}
const deactivated = async ({ userId }: Caller) => expect((await owner.rest('DELETE', `/users/${userId}`)).status).toBe(200)
const codeIn = ({ text }: RawAnswer) => /"(?:code|appCode)":"([A-Z_]+)"/.exec(text)?.[1]
const invitation = (email: string) => ({ email, full_name: 'Mole', role_id: 'admin' })
const isInvited = async (email: string) => (await owner.rest('GET', '/users')).text.includes(email)

test('who was deactivated meanwhile does nothing more, over REST and tRPC, with a length and without', async () => {
  for (const [path, isChunked] of [
    ['/api/v1/users/invite', false],
    ['/api/v1/users/invite', true],
    ['/trpc/users.invite', false],
  ] as const) {
    const admin = await world.signedIn('admin')
    const email = `${admin.userId}@held.test`
    const answer = await heldBack({ path, token: admin.token, body: invitation(email) }, () => deactivated(admin), isChunked)
    expect(answer).toMatchObject({ status: 401 })
    expect(answer.headers.get('www-authenticate')).toContain('Bearer')
    expect(await isInvited(email)).toBe(false)
  }
})

test('a session that a reset has ended makes no key', async () => {
  const person = await world.signedIn('owner')
  const token = await passwordToken(world.deps, person.userId)
  const held = { path: '/api/v1/users/me/api-keys', token: person.token, body: { name: 'Thief', permissions: ['orders:read'] } }
  const answer = await heldBack(held, () => authCall(world.app, '/reset-password', { token, password: 'entirely another 7' }))
  expect(answer.status).toBe(401)
  expect((await owner.rest('GET', '/users/me/api-keys?all=true')).text).not.toContain('Thief')
})

test('a revoked key and a role that was taken away open nothing more', async () => {
  const person = await world.signedIn('manager', 'north')
  const { data } = (await person.rest('POST', '/users/me/api-keys', { name: 'Script', permissions: ['products:read', 'products:export'] }))
    .body as { data: { token: string; api_key: { id: string } } }
  const body = { storeId: world.stores.north, config: { fields: ['Title'] } }
  const byKey = { path: '/api/v1/products/export', token: data.token, body }
  expect((await heldBack(byKey, () => person.rest('DELETE', `/users/me/api-keys/${data.api_key.id}`))).status).toBe(401)
  const roles = [{ role_id: 'viewer', store_id: world.stores.north }]
  const bySession = { ...byKey, path: '/api/v1/products/export?again', token: person.token }
  const answer = await heldBack(bySession, () => owner.rest('PUT', `/users/${person.userId}/roles`, { roles }))
  expect([answer.status, codeIn(answer)]).toEqual([403, 'ACCESS_DENIED'])
})
