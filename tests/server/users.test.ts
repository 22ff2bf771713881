// The team: who may change whom, invitations including the mail, and the rules that also hold for concurrent changes.
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { idempotencyKeys, mailLinks } from '#drizzle/schema.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
let admin: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  admin = await world.signedIn('admin')
})
afterAll(() => world[Symbol.asyncDispose]())

let people = 0
const newEmail = () => `member-${(people += 1)}@team.test`
const member = (role: 'owner' | 'admin' | 'staff', more: object = {}) =>
  world.person({ email: newEmail(), password: null, assignments: [{ role, storeId: null }], ...more })
const invitation = (change: object = {}) => ({
  email: newEmail(),
  full_name: 'Nina New',
  role_id: 'viewer',
  store_ids: [world.stores.north],
  ...change,
})
const invite = (caller: Caller, change: object = {}) => caller.rest('POST', '/users/invite', invitation(change))
const refused = (status: number, message: string | RegExp) => ({
  status,
  body: { success: false, message: expect.stringMatching(message) },
})

test('the list names people with their roles and stores and nothing else, and leaves the inactive out on request', async () => {
  await member('staff', { name: 'Gone', isActive: false })
  const all = await owner.rest('GET', '/users?active_only=false')
  expect(all.body).toMatchObject({ data: { users: expect.arrayContaining([expect.objectContaining({ is_active: false })]) } })
  expect(all.text).not.toMatch(/password|token|secret|hash|provider/i)
  const active = await owner.rest('GET', '/users?active_only=true')
  expect(active.text).not.toContain('"is_active":false')
  expect((await owner.rest('GET', '/users/roles/all')).body).toMatchObject({
    data: {
      roles: [
        { id: 'owner', level: 100, display_name: 'Owner', description: expect.stringMatching(/./) },
        { level: 90 },
        { level: 50 },
        { level: 30 },
        { level: 10 },
      ],
    },
  })
})

test.each([
  [{ email: 'not an address' }, 'Please enter a valid email address'],
  [{ email: 'a@team.test, b@evil.test' }, 'Please enter a valid email address'],
  [{ email: '"x@evil.test "@team.test' }, 'Please enter a valid email address'],
  [{ email: `${'a'.repeat(300)}@team.test` }, 'email'],
  [{ full_name: ' ' }, 'Please enter the full name'],
  [{ full_name: 'Nina\r\nBcc: evil@evil.test' }, 'visible characters'],
  [{ department: 'Sales\u202Eevil' }, 'visible characters'],
  [{ role_id: 'emperor' }, 'Role not found'],
  [{ role_id: '' }, 'Please select a role'],
  [{ store_ids: null }, 'Please select at least one store for this role'],
  [{ store_ids: [] }, 'Please select at least one store for this role'],
  [{ level: 100 }, 'level'],
  [{ is_active: true, user_id: 'x' }, 'is_active'],
])('an invitation with %o is refused', async (change, message) => {
  expect(await invite(owner, change)).toMatchObject(refused(400, message))
})

test('an invitation puts a pending person on the list, with the link that the mail carries', async () => {
  const answer = await invite(owner, { email: ' Mixed.Case@Team.test ', department: 'Support' })
  expect(answer).toMatchObject({
    status: 201,
    body: {
      data: {
        isReactivated: false,
        invitation_url: expect.stringMatching(/^http:\/\/localhost:3000\/#access_token=[\w-]{43}&refresh_token=[\w-]{43}&type=invite$/),
        user: {
          email: 'mixed.case@team.test',
          email_confirmed_at: null,
          is_active: true,
          department: 'Support',
          user_roles: [{ store: { name: 'North' } }],
        },
      },
    },
  })
  const outbox = join(world.folder, 'outbox')
  const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')))
  const mail = mails.find((text) => text.includes('To: mixed.case@team.test')) ?? ''
  expect(mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(
    (answer.body as { data: { invitation_url: string } }).data.invitation_url,
  )
})

test('a role at admin level needs no store and is for all of them', async () => {
  expect((await invite(owner, { role_id: 'admin', store_ids: null })).body).toMatchObject({
    data: { user: { user_roles: [{ store_id: null }] } },
  })
})

test('somebody active cannot be invited over, and stays as they were', async () => {
  const email = newEmail()
  const id = await world.person({ email, name: 'Before', password: null, assignments: [{ role: 'staff', storeId: null }] })
  expect(await invite(owner, { email, role_id: 'owner', store_ids: null })).toMatchObject(refused(409, 'already belongs'))
  expect((await owner.rest('GET', `/users/${id}`)).body).toMatchObject({
    data: { user: { full_name: 'Before', user_roles: [{ role: { id: 'staff' } }] } },
  })
})

test('inviting somebody deactivated brings them back with the new roles and without anything from before', async () => {
  const email = newEmail()
  const id = await world.person({ email, assignments: [{ role: 'manager', storeId: null }] })
  const before = world.caller((await world.signIn(email)).token)
  expect((await owner.rest('DELETE', `/users/${id}`)).body).toMatchObject({ data: { user: { is_active: false } } })
  expect((await before.rest('GET', '/users/me/profile')).status).toBe(401)
  expect((await invite(admin, { email })).body).toMatchObject({
    data: { isReactivated: true, user: { id, is_active: true, user_roles: [{ role: { id: 'viewer' }, store_id: world.stores.north }] } },
  })
  expect((await before.rest('GET', '/users/me/profile')).status).toBe(401)
})

test('level 90 neither brings back nor changes an owner, and gives no role above its own', async () => {
  const email = newEmail()
  const former = await world.person({ email, password: null, isActive: false, assignments: [{ role: 'owner', storeId: null }] })
  expect(await invite(admin, { email })).toMatchObject(refused(403, 'higher role'))
  expect(await admin.rest('PUT', `/users/${former}`, { is_active: true })).toMatchObject(refused(403, 'higher role'))
  expect(await invite(admin, { role_id: 'owner', store_ids: null })).toMatchObject(refused(403, 'cannot assign a role'))
  const staff = await member('staff')
  for (const path of [`/users/${staff}`, `/users/${staff}/roles`])
    expect(await admin.rest('PUT', path, { roles: [{ role_id: 'owner', store_id: null }] })).toMatchObject(
      refused(403, 'cannot assign a role'),
    )
  expect(await admin.rest('PUT', `/users/${admin.userId}`, { roles: [{ role_id: 'owner', store_id: null }] })).toMatchObject(
    refused(403, ''),
  )
})

test('an admin of one store hands out that store and no other', async () => {
  const local = await world.signedIn('admin', 'north')
  expect((await invite(local)).status).toBe(201)
  expect(await invite(local, { store_ids: [world.stores.harbor] })).toMatchObject(refused(404, 'Store not found'))
  expect(await invite(local, { role_id: 'admin', store_ids: null })).toMatchObject(refused(403, 'cannot assign a role'))
})

test.each([
  [{ roles: [] }, 'User must have at least one role assigned'],
  [{ roles: [{ role_id: '', store_id: null }] }, 'Please select a role for all assignments'],
  [
    {
      roles: [
        { role_id: 'staff', store_id: null },
        { role_id: 'staff', store_id: null },
      ],
    },
    'listed twice',
  ],
  [{ email: 'other@team.test' }, 'email'],
  [{ full_name: '' }, 'Please enter the full name'],
])('a change to %o is refused', async (change, message) => {
  expect(await owner.rest('PUT', `/users/${await member('staff')}`, change)).toMatchObject(refused(400, message))
})

test('a change keeps the assignments that stay and those of stores that are gone', async () => {
  const gone = crypto.randomUUID()
  const id = await world.person({ email: newEmail(), password: null, assignments: [{ role: 'staff', storeId: gone }] })
  const roles = [
    { role_id: 'staff', store_id: gone },
    { role_id: 'viewer', store_id: world.stores.print },
  ]
  const answer = await admin.rest('PUT', `/users/${id}`, { full_name: 'Renamed', department: null, is_active: true, roles })
  expect(answer.body).toMatchObject({
    data: {
      user: { full_name: 'Renamed', user_roles: expect.arrayContaining([expect.objectContaining({ store_id: gone, store: null })]) },
    },
  })
  expect(await admin.rest('PUT', `/users/${id}`, { roles: [{ role_id: 'viewer', store_id: crypto.randomUUID() }] })).toMatchObject(
    refused(404, 'Store not found'),
  )
})

test('setting is_active to false is a deactivation, with its rules', async () => {
  const id = await member('staff')
  expect(await admin.rest('PUT', `/users/${id}`, { is_active: false })).toMatchObject(refused(403, 'users:delete'))
  expect(await owner.rest('PUT', `/users/${owner.userId}`, { is_active: false })).toMatchObject(refused(403, 'to yourself'))
  expect((await owner.rest('PUT', `/users/${id}`, { is_active: false })).body).toMatchObject({ data: { user: { is_active: false } } })
  expect((await admin.rest('PUT', `/users/${id}`, { is_active: true })).body).toMatchObject({ data: { user: { is_active: true } } })
})

test('sent twice with one Idempotency-Key, an invitation is made once, and its link is not left readable', async () => {
  const body = invitation()
  const key = { 'idempotency-key': crypto.randomUUID() }
  const [first, second] = [await owner.rest('POST', '/users/invite', body, key), await owner.rest('POST', '/users/invite', body, key)]
  expect(second.body).toEqual(first.body)
  expect(await owner.rest('POST', '/users/invite', { ...body, full_name: 'Other' }, key)).toMatchObject({ status: 409 })
  const { db } = world.deps.database
  const kept = JSON.stringify(await Promise.all([idempotencyKeys, mailLinks, auditEntries].map((table) => db.select().from(table))))
  const token = /access_token=([\w-]+)/.exec(first.text)?.[1] ?? ''
  expect(token).not.toBe('')
  expect(kept).toContain(key['idempotency-key'])
  expect(kept).not.toContain(token)
})

test('no more than five mails a day go to one address', async () => {
  const email = newEmail()
  const answers = []
  for (let sent = 0; sent < 6; sent += 1) answers.push((await invite(owner, { email })).status)
  expect(answers).toEqual([201, 201, 201, 201, 201, 429])
})
