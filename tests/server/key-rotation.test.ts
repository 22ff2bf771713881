// A key is replaced by a successor with the same rights, and both work during the overlap.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiKey } from '#shared/api-keys.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

const hourMs = 3_600_000
type Made = { api_key: ApiKey; token: string }
const madeIn = ({ body }: { body: unknown }) => (body as { data: Made }).data
const create = async (caller: Caller, change: object = {}) =>
  madeIn(
    await caller.rest('POST', '/users/me/api-keys', {
      name: 'Sync',
      permissions: ['products:read'],
      store_ids: [world.stores.north],
      expires_in_days: 30,
      ...change,
    }),
  )
const rotate = (caller: Caller, id: string, body: object = {}) => caller.rest('POST', `/users/me/api-keys/${id}/rotate`, body)
const works = async (token: string) => (await world.caller(token).rest('GET', '/users/me/profile')).status

test('the successor has the same name, rights, stores and lifetime; the old key ends after the overlap', async () => {
  const old = await create(owner)
  expect(old.api_key.hint).toBe(`${old.token.slice(0, 8)}…${old.token.slice(-4)}`)
  world.clock.now += 10 * 60_000
  const answer = await rotate(owner, old.api_key.id)
  expect(answer.status).toBe(201)
  const made = madeIn(answer)
  const { id: _id, hint: _hint, created_at, expires_at, ...same } = made.api_key
  expect(old.api_key).toMatchObject(same)
  expect(Date.parse(expires_at ?? '') - Date.parse(created_at)).toBe(30 * 24 * hourMs)
  const { body } = await owner.rest('GET', '/users/me/api-keys')
  const listed = (body as { data: { api_keys: ApiKey[] } }).data.api_keys.find(({ id }) => id === old.api_key.id)
  expect(Date.parse(listed?.expires_at ?? '')).toBe(world.clock.now + limits.apiKeyOverlapHours.default * hourMs)
  expect([await works(old.token), await works(made.token)]).toEqual([200, 200])
  world.clock.now += limits.apiKeyOverlapHours.default * hourMs + 1
  expect([await works(old.token), await works(made.token)]).toEqual([401, 200])
})

test('without an overlap the old key ends at once, and an overlap never makes it live longer', async () => {
  const person = await world.signedIn('owner')
  const [short, brief] = [await create(person), await create(person, { expires_in_days: 1 })]
  const made = madeIn(await rotate(person, short.api_key.id, { overlap_hours: 0 }))
  expect([await works(short.token), await works(made.token)]).toEqual([401, 200])
  await rotate(person, brief.api_key.id, { overlap_hours: 168 })
  world.clock.now += 24 * hourMs + 1
  expect(await works(brief.token)).toBe(401)
})

test('a key that is replaced again, because the answer was lost, has another successor that lives as long', async () => {
  const person = await world.signedIn('owner')
  const { api_key: old } = await create(person, { name: 'Lost' })
  world.clock.now += 5 * 60_000
  const lost = madeIn(await rotate(person, old.id)).api_key
  world.clock.now += 5 * 60_000
  const { expires_at } = madeIn(await rotate(person, old.id)).api_key
  expect(Date.parse(expires_at ?? '') - world.clock.now).toBe(30 * 24 * hourMs)
  const { body } = await person.rest('GET', '/users/me/api-keys')
  for (const key of (body as { data: { api_keys: ApiKey[] } }).data.api_keys)
    if (key.name === 'Lost' && key.id !== old.id) await person.rest('DELETE', `/users/me/api-keys/${key.id}`)
  // How long the old one was made for is known no more: a day would be a trap.
  expect(await rotate(person, old.id)).toMatchObject({ status: 409, body: { message: messages.apiKeys.successorGone } })
  expect((await rotate(person, lost.id)).status).toBe(404)
})

test('nor does a key that is replaced at the same time each day lose its lifetime', async () => {
  const email = 'daily@world.test'
  const userId = await world.person({ email, assignments: [{ role: 'owner', storeId: null }] })
  const signedIn = async () => world.caller((await world.signIn(email)).token, userId)
  const { api_key: old } = await create(await signedIn())
  world.clock.now += 24 * hourMs
  const person = await signedIn()
  // The old key lives for two whole days now, as if it had been made for them.
  await rotate(person, old.id)
  world.clock.now += 60_000
  const { expires_at } = madeIn(await rotate(person, old.id)).api_key
  expect(Date.parse(expires_at ?? '') - world.clock.now).toBe(30 * 24 * hourMs)
})

test('a key that lives for two days is replaced every day', async () => {
  const email = 'short@world.test'
  const userId = await world.person({ email, assignments: [{ role: 'owner', storeId: null }] })
  const signedIn = async () => world.caller((await world.signIn(email)).token, userId)
  let { api_key: key } = await create(await signedIn(), { expires_in_days: 2 })
  for (let day = 0; day < 3; day += 1) {
    world.clock.now += 24 * hourMs
    key = madeIn(await rotate(await signedIn(), key.id, { overlap_hours: 1 })).api_key
    expect(Date.parse(key.expires_at ?? '') - world.clock.now).toBe(48 * hourMs)
  }
})

test('what cannot be replaced is refused, and the old key stays as it is', async () => {
  const [person, other] = [await world.signedIn('owner'), await world.signedIn('owner')]
  const { api_key: key, token } = await create(person)
  expect((await rotate(other, key.id)).status).toBe(404)
  expect((await rotate(person, 'nope')).status).toBe(404)
  for (const overlap_hours of [-1, 1.5, 169, 'long']) expect((await rotate(person, key.id, { overlap_hours })).status).toBe(400)
  expect((await rotate(world.caller(token), key.id)).status).toBe(403)
  expect(await works(token)).toBe(200)
  await rotate(person, key.id, { overlap_hours: 0 })
  expect((await rotate(person, key.id)).status).toBe(404)
})

test('a right that its owner has lost is not passed on', async () => {
  const manager = await world.signedIn('manager')
  const { api_key: key } = await create(manager, { permissions: ['products:read', 'products:update'], store_ids: null })
  const leader = await world.signedIn('owner')
  await leader.rest('PUT', `/users/${manager.userId}/roles`, { roles: [{ role_id: 'viewer', store_id: null }] })
  expect(await rotate(manager, key.id)).toMatchObject({ status: 403, body: { message: expect.stringContaining('products:update') } })
})
