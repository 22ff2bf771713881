// Stores whose shop approved an app: their tokens are renewed, once for all callers, until the shop ends the approval.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { roleAssignments, stores } from '#drizzle/schema.ts'
import { renewQuietTokens } from '#server/stores/quiet-tokens.ts'
import { findStoreRow } from '#server/stores/repo.ts'
import { boundTo, connectionTo } from '#server/stores/secrets.ts'
import { tokensBoundTo } from '#server/stores/tokens.ts'
import { AppError } from '#shared/errors.ts'
import { missingRight } from '#shared/access.ts'
import { hiddenWithout, shopScopes } from '#shared/shop-scopes.ts'
import { refusalText } from '#shared/shop-refusals.ts'
import { answerOf, app, approved, beginAt, comeBack, connectRequest, cookieOf } from '#tests/support/approval.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const { host, scopes } = testShops.north
const hourMs = 3_600_000
const dayMs = 24 * hourMs
let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  world.sandbox.tune({ isInstalled: true, standing: 'open', scopes }, host)
  owner = await world.signedIn('owner')
})

type Saved = { id: string; name: string }
async function connected(change: object = {}): Promise<Saved> {
  await approved(world, owner, connectRequest(change))
  const { body, text } = await owner.rest('POST', '/stores/connect/finish')
  const { store } = Object(body).data ?? {}
  if (!store) throw new Error(text)
  return store
}

const tokenCalls = () => world.sandbox.requests.filter(({ path }) => path === '/admin/oauth/access_token').length
const read = (storeId: string, caller = owner) => caller.rest('POST', '/products/fetch', { storeId, limit: 1 })
const stateOf = async (id: string) => Object((await owner.rest('GET', `/stores/${id}`)).body).data.store
const tokensOf = async (id: string) => (await world.deps.database.db.select().from(stores).where(eq(stores.id, id)))[0]?.tokens

test('a token is renewed before its end, once for all who ask at the same time', async () => {
  const { id } = await connected()
  const [before, kept] = [tokenCalls(), await tokensOf(id)]
  expect((await read(id)).status).toBe(200)
  expect(tokenCalls()).toBe(before)
  world.clock.now += hourMs - 4 * 60_000
  owner = await world.signedIn('owner')
  const answers = await Promise.all(Array.from({ length: 6 }, () => read(id)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
  expect(tokenCalls()).toBe(before + 1)
  expect(await tokensOf(id)).not.toBe(kept)
  expect(await stateOf(id)).toMatchObject({ state: 'connected', credential: 'appGrant' })
})

test('a renewal that failed is tried again with the same tokens', async () => {
  const { id } = await connected()
  world.clock.now += hourMs
  owner = await world.signedIn('owner')
  const kept = await tokensOf(id)
  world.sandbox.faults.add({ kind: 'status', status: 503, operation: '/admin/oauth/access_token', times: 9 })
  expect((await read(id)).status).toBe(502)
  expect(await tokensOf(id)).toBe(kept)
  world.sandbox.faults.clear()
  expect((await read(id)).status).toBe(200)
})

async function sourceOf(id: string) {
  const row = await findStoreRow(world.deps.database.db, id)
  const connection = row && connectionTo(world.deps, row)
  if (!row || connection?.secrets.kind !== 'appGrant') throw new Error('the store has no tokens')
  return { row, tokens: connection.secrets.tokens }
}

test('calls that wait for one renewal hear of its failure, and the next one renews', async () => {
  const { id } = await connected()
  const { tokens } = await sourceOf(id)
  world.clock.now += hourMs
  world.sandbox.faults.add({ kind: 'status', status: 403, operation: '/admin/oauth/access_token', times: 2 })
  const ended = await Promise.allSettled(Array.from({ length: 8 }, () => tokens.current()))
  const failures = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(failures).toHaveLength(2)
  expect(failures.every((failure) => failure instanceof AppError)).toBe(true)
  expect(new Set(ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))).toHaveProperty('size', 1)
})

test('a call that began before the secrets were encrypted anew goes on', async () => {
  const { id } = await connected()
  const { row, tokens } = await sourceOf(id)
  const { vault, database } = world.deps
  const again = (sealed: string, binding: string) => vault.seal(vault.open(sealed, binding), binding)
  const change = { secrets: again(row.secrets, boundTo(id)), tokens: again(row.tokens ?? '', tokensBoundTo(id)) }
  await database.db.update(stores).set(change).where(eq(stores.id, id))
  world.clock.now += hourMs
  expect(await tokens.current()).toMatch(/^shpat_/)
  expect(await tokensOf(id)).not.toBe(change.tokens)
})

test('new credentials end a renewal, whose tokens are dropped', async () => {
  const { id } = await connected()
  const { tokens } = await sourceOf(id)
  world.clock.now += hourMs
  const before = tokenCalls()
  world.sandbox.tune({ latencyMs: 300 }, host)
  const renewing = tokens.current()
  await expect.poll(tokenCalls).toBe(before + 1)
  world.sandbox.tune({ latencyMs: 0 }, host)
  const { vault, database } = world.deps
  const other = { credential: 'accessToken', tokens: null, renewingUntil: null }
  const secrets = vault.seal(JSON.stringify({ kind: 'accessToken', token: 'shpat_test_north' }), boundTo(id))
  await database.db
    .update(stores)
    .set({ ...other, secrets })
    .where(eq(stores.id, id))
  await renewing
  expect(await tokensOf(id)).toBeNull()
})

test('an approval that is not finished leaves the store at work, although the shop has ended its tokens', async () => {
  const { id } = await connected()
  const kept = await tokensOf(id)
  await approved(world, owner, {}, id)
  expect(await tokensOf(id)).not.toBe(kept)
  expect((await read(id)).status).toBe(200)
  world.clock.now += hourMs
  owner = await world.signedIn('owner')
  expect((await read(id)).status).toBe(200)
  expect(await stateOf(id)).toMatchObject({ state: 'connected' })
})

test('a second person who connects the same shop leaves the store of the first at work', async () => {
  const request = connectRequest()
  const second = await world.signedIn('owner')
  const page = await beginAt(second, { ...request, name: 'Second' })
  const { id } = await connected(request)
  await comeBack(world, await answerOf(page), await cookieOf(world, second))
  const { status, body } = await second.rest('POST', '/stores/connect/finish')
  expect([status, Object(body).error.code]).toEqual([409, 'SHOP_TAKEN'])
  expect((await read(id)).status).toBe(200)
})

test('a shop that two persons approve at once stays at work with the later approval, which has ended the tokens of the first', async () => {
  const request = connectRequest()
  const second = await world.signedIn('owner')
  const page = await beginAt(second, { ...request, name: 'Later' })
  await approved(world, owner, request)
  const before = world.sandbox.requests.length
  // The shop accepts the first tokens in both calls of the test before the later approval ends them, and its answer comes after that.
  world.sandbox.tune({ latencyMs: 500 }, host)
  const finished = owner.rest('POST', '/stores/connect/finish')
  await expect.poll(() => world.sandbox.requests.length, { timeout: 10_000 }).toBe(before + 2)
  world.sandbox.tune({ latencyMs: 0 }, host)
  world.clock.now += 1_000
  await comeBack(world, await answerOf(page), await cookieOf(world, second))
  const { status, body } = await finished
  expect(status).toBe(200)
  const { id } = Object(body).data.store
  expect(await second.rest('POST', '/stores/connect/finish')).toMatchObject({ status: 409, body: { error: { code: 'SHOP_TAKEN' } } })
  expect((await read(id)).status).toBe(200)
})

test('who removes the app from the shop is told so, and connects it again in place', async () => {
  const { id, name } = await connected()
  world.sandbox.tune({ isInstalled: false }, host)
  const refused = await read(id)
  const reason = `${name}: ${refusalText('revoked')}`
  expect([refused.status, refused.body]).toEqual([422, expect.objectContaining({ message: reason })])
  expect(await stateOf(id)).toMatchObject({ state: 'refused', stateReason: reason })
  await approved(world, owner, {}, id)
  const again = await owner.rest('POST', '/stores/connect/finish')
  expect([again.status, Object(again.body).data.store]).toEqual([200, expect.objectContaining({ id, name, state: 'connected' })])
  expect((await read(id)).status).toBe(200)
})

test('a store with a token of old is connected again by approval, and keeps its name', async () => {
  const id = world.stores.north
  expect((await owner.rest('POST', `/stores/${id}/connect`)).body).toMatchObject({ error: { code: 'CREDENTIALS_NEEDED' } })
  await approved(world, owner, app, id)
  expect((await owner.rest('POST', '/stores/connect/finish')).status).toBe(200)
  expect(await stateOf(id)).toMatchObject({ credential: 'appGrant', name: 'North' })
  const back = await owner.rest('PUT', `/stores/${id}`, { token: 'shpat_test_north' })
  expect([back.status, await tokensOf(id)]).toEqual([200, null])
})

test('the tokens of a quiet shop are renewed after weeks, and one that refuses stops no other', async () => {
  const gone = await connected()
  world.sandbox.tune({ isInstalled: false }, host)
  const [broken, quiet, lively] = [await connected(), await connected(), await connected()]
  await world.deps.database.db.update(stores).set({ secrets: 'of a lost key' }).where(eq(stores.id, broken.id))
  world.clock.now += 32 * dayMs
  owner = await world.signedIn('owner')
  expect((await read(lively.id)).status).toBe(200)
  const before = await Promise.all([gone, quiet, lively].map(({ id }) => tokensOf(id)))
  await renewQuietTokens(world.deps, new AbortController().signal)
  const after = await Promise.all([gone, quiet, lively].map(({ id }) => tokensOf(id)))
  expect(after.map((tokens, index) => tokens === before[index])).toEqual([true, false, true])
  expect(await stateOf(gone.id)).toMatchObject({ state: 'refused' })
})

test('what stays hidden is told before the store is saved, scope by scope', async () => {
  world.sandbox.tune({ scopes: ['read_products', 'read_inventory', 'read_locations', 'read_orders'] }, host)
  const count = () => world.deps.database.db.$count(stores)
  const before = await count()
  await approved(world, owner, connectRequest())
  const told = await owner.rest('POST', '/stores/connect/finish', { refuseIfLimited: true })
  expect([told.status, Object(told.body).error]).toEqual([409, expect.objectContaining({ code: 'STORE_WITHHOLDS' })])
  const issues: { path: string; message: string }[] = Object(told.body).error.issues
  for (const scope of ['read_customers', 'read_all_orders', 'read_payment_terms', 'read_markets'])
    expect(issues).toContainEqual({ path: scope, message: hiddenWithout(scope) })
  expect(await count()).toBe(before)
  expect(issues).not.toContainEqual(expect.objectContaining({ path: 'write_products' }))
  const saved = await owner.rest('POST', '/stores/connect/finish')
  expect([saved.status, Object(saved.body).data.store.state]).toEqual([200, 'limited'])
  expect((await owner.rest('POST', '/stores/connect/finish')).status).toBe(409)
})

test('the shop is asked for every scope that the product names', async () => {
  const url = new URL(await beginAt(owner, connectRequest()))
  expect(url.searchParams.get('scope')).toBe(shopScopes.map(({ scope }) => scope).join(','))
})

test('a store is saved under a free name, and a shop only once', async () => {
  const store = await connected()
  const taken = await owner.rest('POST', '/stores/connect', connectRequest({ name: store.name }))
  expect(taken.body).toMatchObject({ error: { code: 'NAME_TAKEN' } })
  const again = await owner.rest('POST', '/stores/connect', connectRequest({ domain: store.name }))
  expect(again.body).toMatchObject({ error: { code: 'SHOP_TAKEN' } })
  expect(
    (await owner.rest('POST', '/stores/connect', { ...connectRequest(), platform: 'shopbase', domain: 'x.onshopbase.com' })).status,
  ).toBe(400)
})

test.each([
  ['denied', 'no', {}],
  ['frozen', 'yes', { standing: 'frozen' }],
  ['locked', 'yes', { standing: 'locked' }],
  ['closed', 'yes', { standing: 'closed' }],
] as const)('a return can end as %s', async (outcome, answer, tuning) => {
  const query = await answerOf(await beginAt(owner, connectRequest()), answer)
  world.sandbox.tune(tuning, host)
  expect((await comeBack(world, query, await cookieOf(world, owner))).location).toBe(`/stores?connect=${outcome}`)
})

test('a wrong secret is seen by the signature', async () => {
  const query = await answerOf(await beginAt(owner, connectRequest({ clientSecret: 'wrong' })))
  expect((await comeBack(world, query, await cookieOf(world, owner))).location).toBe('/stores?connect=badSignature')
})

test('a person who may still connect stores again finishes no new one', async () => {
  await approved(world, owner, connectRequest())
  const count = () => world.deps.database.db.$count(stores)
  const before = await count()
  const admin = { roleId: 'admin', storeId: world.stores.north }
  await world.deps.database.db.update(roleAssignments).set(admin).where(eq(roleAssignments.userId, owner.userId))
  const { status, body } = await owner.rest('POST', '/stores/connect/finish')
  expect([status, Object(body).message]).toEqual([403, missingRight('stores.connect')])
  expect(await count()).toBe(before)
})
