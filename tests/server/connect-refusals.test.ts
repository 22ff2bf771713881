// Each refusal of the token endpoint reaches the caller with its own sentence and next step, and nothing is saved.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Tuning } from '#sandbox/settings.ts'
import { refusalText, type ShopRefusal } from '#shared/shop-refusals.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const { harbor } = testShops
const shops = { ...testShops, harbor: { ...harbor, app: { ...harbor.credentials, isForeign: false } } }
let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld({ shops })
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())
afterEach(() => world.sandbox.tune({ standing: 'open', isInstalled: true, demandsExpiring: false, refusesGrant: null }))

const rows: [string, object, Tuning, number, ShopRefusal, string | undefined][] = [
  ['another secret', { clientSecret: 'wrong' }, {}, 422, 'wrongSecret', 'clientSecret'],
  ['another app', { clientId: 'wrong' }, {}, 422, 'unknownApp', 'clientId'],
  ['an app that was removed', {}, { isInstalled: false }, 422, 'appNotInstalled', 'credential'],
  ['a way that the app does not allow', {}, { refusesGrant: 'unauthorized_client' }, 422, 'wayNotAllowed', 'credential'],
  ['a scope that the app lacks', {}, { refusesGrant: 'invalid_scope' }, 422, 'scopeRefused', undefined],
  ['a frozen shop', {}, { standing: 'frozen' }, 422, 'frozen', undefined],
  ['a locked shop', {}, { standing: 'locked' }, 422, 'locked', undefined],
  ['a closed shop', {}, { standing: 'closed' }, 422, 'closed', 'domain'],
]

test.each(rows)('%s', async (_, change, tuning, status, kind, path) => {
  world.sandbox.tune(tuning, harbor.host)
  const id = world.stores.harbor
  const answer = await owner.rest('PUT', `/stores/${id}`, { ...harbor.credentials, ...change })
  const message = `Harbor: ${refusalText(kind)}`
  expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ message })])
  const issues = path ? [{ path, message: refusalText(kind) }] : undefined
  expect(Object(answer.body).error.issues).toEqual(issues)
  expect(answer.text).not.toContain(harbor.credentials.clientSecret)
})

test('an older token of an app that has to renew its tokens', async () => {
  world.sandbox.tune({ demandsExpiring: true }, testShops.north.host)
  const answer = await owner.rest('PUT', `/stores/${world.stores.north}`, { token: testShops.north.credentials.accessToken })
  const text = refusalText('expiringDemanded')
  expect([answer.status, answer.body]).toEqual([422, expect.objectContaining({ message: `North: ${text}` })])
  expect(Object(answer.body).error.issues).toEqual([{ path: 'credential', message: text }])
})
