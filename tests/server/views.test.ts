// Saved views of lists: who sees and changes them, their valid contents, and each person's default.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { views } from '#drizzle/schema.ts'
import { limits } from '#shared/limits.ts'
import type { View } from '#shared/views.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
let admin: Caller
let staff: Caller
let other: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  admin = await world.signedIn('admin')
  staff = await world.signedIn('staff', 'north')
  other = await world.signedIn('viewer', 'print')
})
afterAll(() => world[Symbol.asyncDispose]())

const request = (change: object = {}) => ({ screen: 'orders', name: crypto.randomUUID(), search: { tab: 'unfulfilled' }, ...change })
const viewIn = ({ body }: { body: unknown }) => (body as { data: { view: View } }).data.view

async function saved(caller: Caller, change: object = {}): Promise<View> {
  const answer = await caller.rest('POST', '/views', request(change))
  expect(answer).toMatchObject({ status: 201 })
  return viewIn(answer)
}
async function listed(caller: Caller, query = ''): Promise<View[]> {
  const answer = await caller.rest('GET', `/views${query}`)
  expect(answer).toMatchObject({ status: 200 })
  return (answer.body as { data: { views: View[] } }).data.views
}
const seen = async (caller: Caller, id: string) => (await listed(caller)).find((view) => view.id === id)
const put = (caller: Caller, { id }: { id: string }, change: object) => caller.rest('PUT', `/views/${id}`, change)

/** A new person, whom no other test changes. */
async function newcomer() {
  const email = `${crypto.randomUUID()}@views.test`
  const userId = await world.person({ email, assignments: [{ role: 'staff', storeId: world.stores.north }] })
  return world.caller((await world.signIn(email)).token, userId)
}

test('what is saved comes back, over both transports', async () => {
  const search = { stores: [world.stores.north], tab: 'paid', search: 'áo dài', sortBy: 'total', sortOrder: 'asc' }
  const view = await saved(staff, { search, columns: ['total', 'customer'], density: 'compact' })
  expect(view).toEqual({
    id: view.id,
    screen: 'orders',
    name: view.name,
    shared: false,
    isDefault: false,
    search,
    columns: ['total', 'customer'],
    density: 'compact',
    isMine: true,
    canEdit: true,
  })
  expect(await listed(staff, '?screen=orders')).toContainEqual(view)
  expect(await listed(staff, '?screen=products')).not.toContainEqual(view)
  expect((await staff.trpc('profile.views.list', {})).data).toMatchObject({ views: expect.arrayContaining([view]) })
})

test('a view that is not shared is nobody else’s, not even to look at', async () => {
  const view = await saved(staff)
  for (const stranger of [other, admin, owner]) {
    expect(await seen(stranger, view.id)).toBeUndefined()
    for (const change of [{ name: 'Mine now' }, { isDefault: true }])
      expect(await put(stranger, view, change)).toMatchObject({ status: 404, body: { message: 'View not found' } })
    expect(await stranger.rest('DELETE', `/views/${view.id}`)).toMatchObject({ status: 404 })
  }
})

test('the team sees a shared one; only its owner and level 90 change and delete it', async () => {
  const view = await saved(staff, { shared: true })
  expect(await seen(other, view.id)).toMatchObject({ isMine: false, canEdit: false })
  expect(await seen(admin, view.id)).toMatchObject({ isMine: false, canEdit: true })
  for (const change of [{ name: 'Mine now' }, { shared: false }, { search: {} }, { isDefault: true, density: 'compact' }])
    expect(await put(other, view, change)).toMatchObject({
      status: 403,
      body: { message: 'Only the person who saved a view, or role level 90 in all of its stores, can change it.' },
    })
  expect(await other.rest('DELETE', `/views/${view.id}`)).toMatchObject({ status: 403 })
  expect(await seen(other, view.id)).toMatchObject({ isDefault: false })
  expect(viewIn(await put(admin, view, { name: 'To pack', density: 'roomy' }))).toMatchObject({ name: 'To pack', search: view.search })
  expect(viewIn(await put(staff, view, { search: { tab: 'unpaid' } }))).toMatchObject({ density: 'roomy', search: { tab: 'unpaid' } })
  expect(await admin.rest('DELETE', `/views/${view.id}`)).toMatchObject({ status: 200 })
  expect(await seen(staff, view.id)).toBeUndefined()
  expect(await staff.rest('DELETE', `/views/${view.id}`)).toMatchObject({ status: 404 })
})

test('a shared view names no store that its viewer does not reach', async () => {
  const { north, print } = world.stores
  const orders = await saved(owner, { shared: true, search: { stores: [north, print], search: 'mug' } })
  const products = await saved(owner, { screen: 'products', shared: true, search: { store: north, collection: ['1'], tab: 'draft' } })
  expect(await seen(other, orders.id)).toMatchObject({ search: { stores: [print], search: 'mug' } })
  expect((await seen(other, products.id))?.search).toEqual({ tab: 'draft' })
  expect((await seen(staff, products.id))?.search).toEqual(products.search)
  const answer = await other.rest('GET', '/views')
  expect(JSON.stringify(answer.body)).not.toContain(north)
  const unreached = await saved(other, { search: { stores: [north, 'no-such-store'], tab: 'paid' } })
  expect(unreached.search).toEqual({ tab: 'paid' })
})

test('a key sees and saves views of the lists that it may read', async () => {
  const made = await owner.rest('POST', '/users/me/api-keys', {
    name: 'Views',
    permissions: ['products:read'],
    store_ids: [world.stores.print],
  })
  const key = world.caller((made.body as { data: { token: string } }).data.token)
  const [orders, products] = [await saved(owner), await saved(owner, { screen: 'products', search: { store: world.stores.north } })]
  const found = await listed(key)
  expect(found.map(({ screen }) => screen)).not.toContain('orders')
  expect(found.find(({ id }) => id === products.id)?.search).toEqual({})
  expect(await put(key, orders, { name: 'New' })).toMatchObject({ status: 404 })
  expect(await key.rest('POST', '/views', request())).toMatchObject({
    status: 403,
    body: { message: 'Access denied. This needs orders:read.' },
  })
})

/** Somebody who is an admin in one store, and reads the orders of another one. */
async function adminOf(leads: string, reads: string): Promise<Caller> {
  const email = `${crypto.randomUUID()}@views.test`
  const assignments = [
    { role: 'admin', storeId: leads },
    { role: 'manager', storeId: reads },
  ] as const
  const userId = await world.person({ email, assignments })
  return world.caller((await world.signIn(email)).token, userId)
}

test('level 90 counts in the stores that a view names, and for one that names none only in all stores', async () => {
  const { north, harbor } = world.stores
  const [ofNorth, ofHarbor] = [await adminOf(north, harbor), await adminOf(harbor, north)]
  const searches = [{ stores: [north] }, { stores: [harbor] }, { stores: [north, harbor] }, {}]
  const mayChange = [
    [true, false, false, false],
    [false, true, false, false],
    [true, true, true, true],
  ]
  const shared: View[] = []
  for (const search of searches) shared.push(await saved(owner, { shared: true, search }))
  for (const [person, leader] of [ofNorth, ofHarbor, admin].entries()) {
    const shown = await listed(leader)
    for (const [index, view] of shared.entries()) {
      const isAllowed = mayChange[person]?.[index]
      expect(shown.find(({ id }) => id === view.id)).toMatchObject({ canEdit: isAllowed })
      expect(await put(leader, view, { density: 'compact' })).toMatchObject({ status: isAllowed ? 200 : 403 })
      if (!isAllowed) expect(await leader.rest('DELETE', `/views/${view.id}`)).toMatchObject({ status: 403 })
    }
  }
  const products = await saved(owner, { screen: 'products', shared: true, search: { store: north } })
  expect(await put(ofHarbor, products, { name: 'Mine now' })).toMatchObject({ status: 403 })
  expect(await put(ofNorth, products, { name: 'Of North' })).toMatchObject({ status: 200 })
})

describe('the default', () => {
  test('is one for each person and list, also a view of somebody else', async () => {
    const view = await saved(staff, { shared: true, isDefault: true })
    expect(view.isDefault).toBe(true)
    expect(viewIn(await put(other, view, { isDefault: true }))).toMatchObject({ isDefault: true, canEdit: false })
    const products = await saved(staff, { screen: 'products', search: {}, isDefault: true })
    const next = await saved(staff, { isDefault: true })
    const defaults = async (caller: Caller) => (await listed(caller)).filter(({ isDefault }) => isDefault).map(({ id }) => id)
    expect(new Set(await defaults(staff))).toEqual(new Set([products.id, next.id]))
    expect(await defaults(other)).toEqual([view.id])
    await put(other, view, { isDefault: false })
    expect(await defaults(other)).toEqual([])
    expect(new Set(await defaults(staff))).toEqual(new Set([products.id, next.id]))
  })

  test('ends for others when the view is taken from the team, or deleted', async () => {
    const view = await saved(staff, { shared: true, isDefault: true })
    await put(other, view, { isDefault: true })
    expect(viewIn(await put(admin, view, { shared: false }))).toMatchObject({ shared: false, isDefault: false })
    expect(await seen(other, view.id)).toBeUndefined()
    expect(await seen(staff, view.id)).toMatchObject({ isDefault: true })
    await put(staff, view, { shared: true })
    expect(await seen(other, view.id)).toMatchObject({ isDefault: false })
    await staff.rest('DELETE', `/views/${view.id}`)
    expect((await listed(staff, '?screen=orders')).filter(({ isDefault }) => isDefault)).toEqual([])
  })
})

test('a name is taken once for each person and list, also by a change', async () => {
  const [first, second] = [await saved(staff), await saved(staff)]
  const taken = { status: 409, body: { message: 'You have a view with this name already', error: { code: 'NAME_TAKEN' } } }
  expect(await staff.rest('POST', '/views', request({ name: ` ${first.name} ` }))).toMatchObject(taken)
  expect(await put(staff, second, { name: first.name })).toMatchObject(taken)
  expect(await put(staff, first, { name: first.name })).toMatchObject({ status: 200 })
  await saved(staff, { screen: 'products', search: {}, name: first.name })
  await saved(other, { name: first.name, shared: true })
})

test('a person has a bounded number of views', async () => {
  const person = await newcomer()
  const at = new Date()
  const { perPerson } = limits.views
  const row = { screen: 'orders', shared: false, search: {}, ownerId: person.userId, createdAt: at, updatedAt: at }
  const rows = Array.from({ length: perPerson - 1 }, (_, index) => ({ ...row, id: crypto.randomUUID(), name: `${index}` }))
  await world.deps.database.db.insert(views).values(rows)
  await saved(person)
  expect(await person.rest('POST', '/views', request())).toMatchObject({
    status: 409,
    body: { message: 'You have 100 views. Please delete one first.', error: { code: 'CONFLICT' } },
  })
})

test('shared views outlive their owner, and others do not; a deactivated owner keeps both', async () => {
  const person = await newcomer()
  const [own, shared] = [await saved(person), await saved(person, { shared: true })]
  const stored = async () => (await world.deps.database.db.select().from(views).where(eq(views.id, own.id))).length
  expect(await owner.rest('DELETE', `/users/${person.userId}`)).toMatchObject({ status: 200 })
  expect([await stored(), await seen(other, shared.id)]).toMatchObject([1, { shared: true }])
  expect(await owner.rest('DELETE', `/users/${person.userId}/permanent`)).toMatchObject({ status: 200 })
  expect([await stored(), await seen(other, shared.id)]).toMatchObject([0, { shared: true, canEdit: false }])
  expect(await put(admin, shared, { shared: false })).toMatchObject({
    status: 400,
    body: { message: 'The person who saved this view is no longer on the team, so it can only be shared or deleted.' },
  })
  expect(await put(admin, shared, { name: 'Of the team' })).toMatchObject({ status: 200 })
})

test('fields that a later version does not have are left out', async () => {
  const view = await saved(staff, { columns: ['total'] })
  const stored = { search: { tab: 'paid', colour: 'red', sortBy: 'smell' }, columns: ['total', 'weight'] }
  await world.deps.database.db.update(views).set(stored).where(eq(views.id, view.id))
  expect(await seen(staff, view.id)).toMatchObject({ search: { tab: 'paid' }, columns: ['total'] })
  expect((await seen(staff, view.id))?.search).toEqual({ tab: 'paid' })
})

test('the audit log has every change, without names and filters', async () => {
  const view = await saved(staff, { shared: true })
  await put(staff, view, { name: 'Secret plans' })
  const entries = await world.deps.database.db.select().from(auditEntries).where(eq(auditEntries.target, view.id))
  expect(entries.map(({ action, decision }) => [action, decision])).toEqual([
    ['profile.views.create', 'allowed'],
    ['profile.views.update', 'allowed'],
  ])
  expect(entries[0]?.details).toEqual({ screen: 'orders', shared: true })
  expect(JSON.stringify(entries)).not.toMatch(/Secret plans|unfulfilled/)
})

test.each([
  ['an empty name', { name: '  ' }, 'Please enter a name for the view'],
  ['a name too long', { name: 'x'.repeat(101) }, expect.stringContaining('name')],
  ['another list', { screen: 'people' }, expect.stringContaining('screen')],
  ['a page', { search: { trail: ['a'] } }, 'The list cannot be filtered by these fields or values: trail'],
  ['the panel', { search: { order: { storeId: 'a', orderId: '1' } } }, 'The list cannot be filtered by these fields or values: order'],
  ['a value that the list does not have', { search: { tab: 'lost' } }, 'The list cannot be filtered by these fields or values: tab'],
  ['fields of the other list', { search: { tag: ['a'] } }, 'The list cannot be filtered by these fields or values: tag'],
  [
    'a search that is too long',
    { search: { stores: Array(140).fill('x'.repeat(60)) } },
    'The filters of a view can have at most 8000 characters.',
  ],
  ['columns of the other list', { columns: ['vendor'] }, 'Unknown columns: vendor'],
  ['a column twice', { columns: ['total', 'total'] }, 'A column can be shown only once'],
  ['another height', { density: 'tall' }, expect.stringContaining('density')],
])('%s is refused, when it is saved and when it is changed', async (_, change, message) => {
  expect(await staff.rest('POST', '/views', request(change))).toMatchObject({ status: 400, body: { message } })
  const view = await saved(staff)
  const refused = 'screen' in change ? expect.anything() : message
  expect(await put(staff, view, change)).toMatchObject({ status: 400, body: { message: refused } })
  expect(await seen(staff, view.id)).toEqual(view)
})
