// Attacks on the approval of an app by a shop: whatever is tried, no store is saved, no foreign host is called, and no secret is told.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { shopApprovals } from '#drizzle/approval-tables.ts'
import { roleAssignments, sessions, stores, users } from '#drizzle/schema.ts'
import { connectCallback } from '#shared/store-connect.ts'
import { answerOf, app, approved, beginAt, changed, comeBack, connectRequest, cookieOf } from '#tests/support/approval.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

const tokenPath = '/admin/oauth/access_token'
let world: World
let owner: Caller
let cookie: string
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  owner = await world.signedIn('owner')
  cookie = await cookieOf(world, owner)
  world.sandbox.requests.length = 0
})

const storeCount = () => world.deps.database.db.$count(stores)
const tokenCalls = () => world.sandbox.requests.filter(({ path }) => path === tokenPath).length

const begun = async (change: object = {}) => answerOf(await beginAt(owner, connectRequest(change)))

/** No code was exchanged, no store can be saved, and the browser is sent to our own page with one of our words. */
async function expectRefused(query: URLSearchParams | string, outcome: string, from: string | null = cookie) {
  const [before, calls] = [await storeCount(), tokenCalls()]
  const answer = await comeBack(world, query, from)
  expect([answer.status, answer.location]).toEqual([302, `/stores?connect=${outcome}`])
  expect(answer.headers).not.toHaveProperty('set-cookie')
  const finished = await owner.rest('POST', '/stores/connect/finish')
  expect([finished.status, Object(finished.body).error.code]).toEqual([409, 'NOT_APPROVED'])
  expect([await storeCount(), tokenCalls()]).toEqual([before, calls])
}

test('without an attack, the store is saved after the return, with encrypted tokens', async () => {
  const before = await storeCount()
  const request = connectRequest()
  await approved(world, owner, request)
  expect(await storeCount()).toBe(before)
  const finished = await owner.rest('POST', '/stores/connect/finish')
  expect([finished.status, Object(finished.body).data.store]).toEqual([
    200,
    expect.objectContaining({ domain: request.domain, credential: 'appGrant', state: 'connected', timezone: 'America/New_York' }),
  ])
  expect(await storeCount()).toBe(before + 1)
})

describe('the state', () => {
  test('1: a return that was replayed', async () => {
    const query = await begun()
    expect((await comeBack(world, query, cookie)).location).toBe('/stores?connect=approved')
    const calls = tokenCalls()
    expect((await comeBack(world, query, cookie)).location).toBe('/stores?connect=notBegun')
    expect(tokenCalls()).toBe(calls)
  })

  test('2: twenty returns at once exchange the code once', async () => {
    const query = await begun()
    const answers = await Promise.all(Array.from({ length: 20 }, () => comeBack(world, query, cookie)))
    expect(answers.filter(({ location }) => location.endsWith('=approved'))).toHaveLength(1)
    expect(tokenCalls()).toBe(1)
  })

  test('3: a state of the attacker', async () => expectRefused(changed(await begun(), { state: 'fixed' }, app.clientSecret), 'notBegun'))
  test('4: no state', async () => expectRefused(changed(await begun(), { state: null }, app.clientSecret), 'notBegun'))
  test('5: an empty state', async () => expectRefused(changed(await begun(), { state: '' }, app.clientSecret), 'notBegun'))
  test('6: the state twice', async () => {
    const query = await begun()
    query.append('state', query.get('state') ?? '')
    await expectRefused(query, 'notBegun')
  })

  test('7: a return after ten minutes', async () => {
    const query = await begun()
    world.clock.now += 10 * 60_000
    await expectRefused(query, 'notBegun')
  })

  test('8: the return of an approval that another one has replaced', async () => {
    const query = await begun()
    await begun()
    await expectRefused(query, 'notBegun')
  })

  test('9: the state is random and long, and the database has only its hash', async () => {
    const states = [await begun(), await begun()].map((query) => query.get('state') ?? '')
    expect(new Set(states).size).toBe(2)
    for (const state of states) expect(state).toMatch(/^[\w-]{43}$/)
    const rows = await world.deps.database.db.select().from(shopApprovals)
    expect(JSON.stringify(rows)).not.toContain(states[1])
    expect(JSON.stringify(rows)).not.toContain(app.clientSecret)
  })
})

describe('the browser', () => {
  test('10: a victim opens the return of an attacker', async () => {
    const query = await begun()
    const victim = await world.signedIn('owner')
    await expectRefused(query, 'notBegun', await cookieOf(world, victim))
    const finished = await victim.rest('POST', '/stores/connect/finish')
    expect(finished.status).toBe(409)
  })

  test('11: a merchant without a session approves for an attacker', async () => expectRefused(await begun(), 'notBegun', null))
  test('12: a cookie that somebody made up', async () => {
    await expectRefused(await begun(), 'notBegun', `${cookie.slice(0, -6)}AAAAAA`)
    await expectRefused(await begun(), 'notBegun', 'office.session_token=x.0.y')
  })

  test('13: an access token in the place of the cookie', async () => {
    const query = await begun()
    const answer = await world.app.inject({
      url: `${connectCallback}?${query.toString()}`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(answer.headers.location).toBe('/stores?connect=notBegun')
  })

  test('14: a session that has ended', async () => {
    const query = await begun()
    const id = await world.deps.accessTokens.sessionOf(owner.token, world.clock.now)
    await world.deps.database.db.delete(sessions).where(eq(sessions.id, String(id)))
    expect((await comeBack(world, query, cookie)).location).toBe('/stores?connect=notBegun')
    expect(tokenCalls()).toBe(0)
  })

  test('15: a person who was deactivated or lost the right meanwhile', async () => {
    const query = await begun()
    const { db } = world.deps.database
    await db.update(roleAssignments).set({ roleId: 'viewer' }).where(eq(roleAssignments.userId, owner.userId))
    expect((await comeBack(world, query, cookie)).location).toBe('/stores?connect=notAllowed')
    const other = await world.signedIn('owner')
    const [theirs, otherCookie] = [await answerOf(await beginAt(other, connectRequest())), await cookieOf(world, other)]
    await db.update(users).set({ isActive: false }).where(eq(users.id, other.userId))
    expect((await comeBack(world, theirs, otherCookie)).location).toBe('/stores?connect=notBegun')
    expect(tokenCalls()).toBe(0)
  })

  test('16: somebody else finishes what was approved, or the person after losing the right', async () => {
    await approved(world, owner, connectRequest())
    const other = await world.signedIn('owner')
    expect((await other.rest('POST', '/stores/connect/finish')).status).toBe(409)
    await world.deps.database.db.update(roleAssignments).set({ roleId: 'viewer' }).where(eq(roleAssignments.userId, owner.userId))
    expect((await owner.rest('POST', '/stores/connect/finish')).status).toBe(403)
  })

  test('17: an API key begins or finishes', async () => {
    const { body } = await owner.rest('POST', '/users/me/api-keys', { name: 'Key', permissions: ['stores:create', 'stores:update'] })
    const key = world.caller(Object(body).data.token)
    expect((await key.rest('POST', '/stores/connect', connectRequest())).status).toBe(403)
    expect((await key.rest('POST', '/stores/connect/finish')).status).toBe(403)
  })
})

describe('the signature', () => {
  test.each<[string, Record<string, string | null>, string | null]>([
    ['18: none', { hmac: null }, null],
    ['19: one of zeros', { hmac: '0'.repeat(64) }, null],
    ['20: a short one', { hmac: 'ab' }, null],
    ['21: one with another secret', {}, 'another secret'],
    ['22: another code under it', { code: 'f'.repeat(32) }, null],
    ['23: another shop under it', { shop: 'evil.myshopify.com' }, null],
    ['24: another time under it', { timestamp: '1' }, null],
    ['25: one more parameter', { host: 'ZXZpbA' }, null],
  ])('%s', async (_, change, secret) => expectRefused(changed(await begun(), change, secret), 'badSignature'))

  test('26: a parameter twice', async () => {
    const query = await begun()
    await expectRefused(`${query.toString()}&code=${'f'.repeat(32)}`, 'badSignature')
  })
})

describe('the shop', () => {
  test.each([
    '27: evil.myshopify.com',
    '28: evil.example',
    '29: spare-1.myshopify.com.evil.example',
    '30: evil.example/spare-1.myshopify.com',
    '31: evil.example#spare-1.myshopify.com',
    '32: spare-1.myshopify.com:8443',
    '33: user@spare-1.myshopify.com',
    '34: 127.0.0.1',
    '35: ',
  ])('%s, signed with the right secret', async (name) => {
    const query = changed(await begun(), { shop: name.replace(/^\d+: /, '') }, app.clientSecret)
    await expectRefused(query, 'otherShop')
    // Only the merchant's browser has called the shop.
    expect(new Set(world.sandbox.requests.map(({ path }) => path))).toEqual(new Set(['/admin/oauth/authorize']))
  })

  test.each(['evil.example', '127.0.0.1', 'http://169.254.169.254/', 'north.myshopify.com@evil.example', 'north.onshopbase.com'])(
    '36: an approval is not begun at %s',
    async (domain) => {
      expect((await owner.rest('POST', '/stores/connect', connectRequest({ domain }))).status).toBe(400)
      expect(world.sandbox.requests).toEqual([])
    },
  )
})

describe('the code', () => {
  test('37: one that Shopify never issued', async () => {
    const query = changed(await begun(), { code: 'f'.repeat(32) }, app.clientSecret)
    const answer = await comeBack(world, query, cookie)
    expect(answer.location).toBe('/stores?connect=codeUsed')
    expect((await owner.rest('POST', '/stores/connect/finish')).status).toBe(409)
  })

  test('38: one with a line break, or none', async () => {
    for (const code of ['a\r\nx: y', '', 'x'.repeat(10_000)])
      await expectRefused(changed(await begun(), { code }, app.clientSecret), 'other')
  })

  test('39: one that was issued for another shop', async () => {
    const elsewhere = await begun()
    const query = changed(await begun(), { code: elsewhere.get('code') }, app.clientSecret)
    expect((await comeBack(world, query, cookie)).location).toBe('/stores?connect=codeUsed')
  })
})

describe('the redirect', () => {
  test.each([
    'redirect=https://evil.example',
    'return_to=//evil.example',
    'connect=approved&next=https://evil.example',
    'error=https://evil.example',
    'error=%0d%0aLocation:%20https://evil.example',
    `error=${encodeURIComponent('<script>alert(1)</script>')}`,
  ])('40: %s never leaves our page', async (extra) => {
    const state = (await begun()).get('state') ?? ''
    for (const query of [extra, `${extra}&state=${state}`]) {
      const { location, text } = await comeBack(world, query, cookie)
      expect(location).toMatch(/^\/stores\?connect=[a-zA-Z]+$/)
      expect(location + text).not.toMatch(/evil|script/)
    }
  })

  test('41: the address to return to comes from APP_URL, never from a request', async () => {
    const payload = connectRequest()
    const headers = {
      authorization: `Bearer ${owner.token}`,
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
    }
    const answer = await world.app.inject({ method: 'POST', url: '/api/v1/stores/connect', headers, payload })
    expect(new URL(answer.json<{ data: { url: string } }>().data.url).searchParams.get('redirect_uri')).toBe(
      `http://localhost:3000${connectCallback}`,
    )
  })

  test('42: other methods do nothing', async () => {
    const query = await begun()
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD'] as const) {
      const answer = await world.app.inject({ method, url: `${connectCallback}?${query.toString()}`, headers: { cookie } })
      expect([method, answer.statusCode]).toEqual([method, 405])
    }
    expect((await comeBack(world, query, cookie)).location).toBe('/stores?connect=approved')
  })
})

describe('the secrets', () => {
  test('43: neither code, state, token nor secret is logged, answered or audited', async () => {
    const request = connectRequest()
    const url = await beginAt(owner, request)
    const query = await answerOf(url)
    const returned = await comeBack(world, query, cookie)
    const finished = await owner.rest('POST', '/stores/connect/finish')
    const audit = JSON.stringify(await world.deps.database.db.select().from(auditEntries))
    const row = await owner.rest('GET', '/stores')
    const told = [returned.text, JSON.stringify(returned.headers), finished.text, audit, row.text, ...world.logged].join('\n')
    const db = JSON.stringify(await world.deps.database.db.select().from(stores))
    const used = world.sandbox.requests.map(({ credential }) => credential)
    const granted = used.filter((token): token is string => token?.startsWith('shpat_sandbox_') === true)
    expect(granted.length).toBeGreaterThan(0)
    for (const secret of [query.get('code') ?? '', query.get('state') ?? '', app.clientSecret, ...granted]) {
      expect(told).not.toContain(secret)
      expect(db).not.toContain(secret)
    }
    expect(url).not.toContain(app.clientSecret)
    expect(audit).toContain('stores.connectReturn')
  })

  test('44: connecting again needs a recent proof, and its approval opens no other shop', async () => {
    const id = world.stores.north
    await approved(world, owner, app, id)
    const moved = connectRequest()
    await world.deps.database.db.update(stores).set({ domain: moved.domain }).where(eq(stores.id, id))
    const finished = await owner.rest('POST', '/stores/connect/finish')
    await world.deps.database.db.update(stores).set({ domain: 'north-test.myshopify.com' }).where(eq(stores.id, id))
    expect([finished.status, Object(finished.body).error.code]).toEqual([409, 'STORE_MOVED'])
    world.clock.now += 16 * 60_000
    expect((await owner.rest('POST', `/stores/${id}/connect`, app)).status).toBe(403)
  })
})
