// The log of actions and refusals, as administrators read it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'csv-parse/sync'
import { limits } from '#shared/limits.ts'
import { createWorld, password, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

type Page = { data: { entries: { id: string; action: string; details: unknown }[]; next_cursor: string | null } }
const audit = async (query = '') => ((await owner.rest('GET', `/audit${query}`)).body as Page).data
const post = (path: string, payload: object) => world.app.inject({ method: 'POST', url: `/api/auth${path}`, payload })

test('sign-ins are on record: done, failed and refused, without a password', async () => {
  await world.person({ email: 'seen@audit.test' })
  await world.person({ email: 'gone@audit.test', isActive: false })
  for (const [email, typed] of [
    ['seen@audit.test', password],
    ['seen@audit.test', 'wrong one'],
    ['gone@audit.test', password],
  ])
    await post('/sign-in/email', { email, password: typed })
  const { entries } = await audit('?action=session.signIn')
  expect(entries.filter(({ action }) => action !== 'session.signIn')).toEqual([])
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ target: 'seen@audit.test', decision: 'allowed', actor_email: 'seen@audit.test', transport: 'auth' }),
      expect.objectContaining({ target: 'seen@audit.test', decision: 'failed', actor_id: 'anonymous' }),
      expect.objectContaining({ target: 'gone@audit.test', decision: 'denied' }),
    ]),
  )
  expect(JSON.stringify(entries)).not.toContain('wrong one')
})

test('signing out is on record, once for each session that ends, and so is how the first owner came to be', async () => {
  const id = await world.person({ email: 'leaves@audit.test' })
  const one = await world.signIn('leaves@audit.test')
  const other = await world.signIn('leaves@audit.test')
  const out = async (payload: object, token?: string) =>
    world.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      payload,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
  await out({}, one.token)
  await out({ refresh_token: other.refresh_token }, other.token)
  for (const { refresh_token, token } of [one, other]) await out({ refresh_token }, token)
  const { entries } = await audit('?action=session.signOut')
  const entry = { actor_id: id, actor_email: 'leaves@audit.test', target: id, decision: 'allowed', transport: 'auth', details: null }
  expect(entries).toMatchObject([entry, entry])
  await using fresh = await createWorld()
  const first = { email: 'first@audit.test', password: 'a fine password' }
  expect((await fresh.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload: first })).statusCode).toBe(200)
  const leader = fresh.caller((await fresh.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload: first })).json().token)
  expect(((await leader.rest('GET', '/audit?action=session.signUp')).body as Page).data.entries).toMatchObject([
    { actor_email: first.email, target: first.email, decision: 'allowed', transport: 'auth', details: { role: 'owner' } },
  ])
})

test('what is refused for its length does not fill the record', async () => {
  const long = `${'x'.repeat(limits.emailLength)}@audit.test`
  const refused = [
    post('/sign-in/email', { email: long, password }),
    post('/sign-up/email', { email: long, password: 'a fine password' }),
    post('/request-password-reset', { email: long }),
  ]
  expect((await Promise.all(refused)).map(({ statusCode }) => statusCode)).toEqual([400, 400, 400])
  const huge = `huge${'x'.repeat(100_000)}`
  await owner.trpc('profile.endSession', { id: huge })
  await owner.rest('POST', '/users/invite', { email: huge, full_name: 'X', role_id: 'admin', store_ids: [huge] })
  const { entries } = await audit('?decision=failed')
  expect(JSON.stringify(entries)).not.toContain('xxx@audit.test')
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'users.invite', target: null, details: null }),
      expect.objectContaining({ action: 'profile.endSession', target: huge.slice(0, limits.audit.targetLength), details: null }),
    ]),
  )
})

test('role changes say which roles, downloads which columns, and keys that it was a key', async () => {
  const id = await world.person({ email: 'changed@audit.test', assignments: [{ role: 'viewer', storeId: null }] })
  const roles = [{ role_id: 'staff', store_id: world.stores.north }]
  await owner.rest('PUT', `/users/${id}/roles`, { roles })
  expect((await audit(`?target=${id}`)).entries).toMatchObject([
    {
      action: 'users.setRoles',
      decision: 'allowed',
      target_name: 'changed@audit.test',
      details: { roles: { before: [{ role_id: 'viewer', store_id: null }], after: roles } },
    },
  ])
  const made = await owner.rest('POST', '/users/me/api-keys', { name: 'Script', permissions: ['products:read', 'products:export'] })
  const { data } = made.body as { data: { api_key: { id: string }; token: string } }
  expect((await audit('?action=profile.createApiKey')).entries).toMatchObject([
    { target: data.api_key.id, details: { name: 'Script', permissions: ['products:read', 'products:export'] } },
  ])
  const guest = { email: 'guest@audit.test', full_name: 'Gus Guest', role_id: 'admin', store_ids: null }
  const { user } = ((await owner.rest('POST', '/users/invite', guest)).body as { data: { user: { id: string } } }).data
  expect((await audit(`?target=${user.id}`)).entries).toMatchObject([{ action: 'users.invite', details: { email: guest.email } }])
  const config = { fields: ['Title'], maxItemsPerFile: 1, filter: { status: 'active' } }
  await world.caller(data.token).rest('POST', '/products/export/csv', { storeId: world.stores.north, config })
  const { entries } = await audit('?action=export.')
  expect(entries).toMatchObject([
    { action: 'export.productsCsv', target: world.stores.north, details: { config, api_key: data.api_key.id } },
  ])
  expect(JSON.stringify((await audit()).entries)).not.toContain(data.token)
})

test('pages follow each other without a gap, and the filter is one for the list and the file', async () => {
  const viewer = await world.signedIn('viewer')
  for (let count = 0; count < 5; count += 1) {
    await viewer.rest('GET', '/users')
    world.clock.now += 60_000
  }
  const query = `?actor=${viewer.userId}&decision=denied`
  const all = (await audit(query)).entries
  expect(all.filter(({ action }) => action === 'users.list')).toHaveLength(5)
  const paged = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Page['data'] = await audit(`${query}&limit=2${cursor && `&cursor=${cursor}`}`)
    paged.push(...page.entries)
    cursor = page.next_cursor
  }
  expect(paged).toEqual(all)
  const file = await owner.rest('GET', `/audit/csv${query}`)
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="audit_\d{4}-\d\d-\d\d\.csv"$/)
  const rows = parse<{ action: string }>(file.text, { bom: true, columns: true })
  expect(rows.map(({ action }) => action)).toEqual(all.map(({ action }) => action))
  expect((await audit('?action=settings.auditCsv')).entries).toHaveLength(1)
  expect((await owner.rest('GET', '/audit?cursor=nonsense')).status).toBe(400)
})
