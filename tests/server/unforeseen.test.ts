// Unexpected errors: the caller's answer and the log.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stores } from '#drizzle/schema.ts'
import { boundTo } from '#server/stores/secrets.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

test('an error that nobody foresaw is answered in general words and logged in full', async () => {
  const { north } = world.stores
  // An approved app whose tokens nobody can open.
  const app = JSON.stringify({ kind: 'appGrant', clientId: 'id', clientSecret: 'secret' })
  const change = { secrets: world.deps.vault.seal(app, boundTo(north)), tokens: 'written by nobody' }
  await world.deps.database.db.update(stores).set(change).where(eq(stores.id, north))
  const answer = await owner.rest('POST', `/stores/${north}/test-connection`, {})
  expect(answer.status).toBe(500)
  expect(answer.body).toMatchObject({ message: 'Something went wrong on our side.', error: { code: 'INTERNAL' } })
  const requestId = String(answer.headers['x-request-id'])
  expect(world.logged.filter((line) => line.includes('sealed under a key that is not known') && line.includes(requestId))).toHaveLength(1)
})

test.each(['{', '{}}', '\0', '[['])('over tRPC, the body "%s" is no valid input, and no error of the server', async (payload) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` }
  const answer = await world.app.inject({ method: 'POST', url: '/trpc/stores.get', headers, payload })

  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ error: { data: { appCode: 'INVALID_INPUT' } } })
})
