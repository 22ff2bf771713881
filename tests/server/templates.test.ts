// Saved column choices belong to the team: who may see and change them, and their valid contents.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
let admin: Caller
let staff: Caller
let other: Caller
let viewer: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  admin = await world.signedIn('admin')
  staff = await world.signedIn('staff', 'north')
  other = await world.signedIn('staff', 'print')
  viewer = await world.signedIn('viewer', 'print')
})
afterAll(() => world[Symbol.asyncDispose]())

const request = (change: object = {}) => ({
  name: crypto.randomUUID(),
  type: 'product',
  columns: ['Vendor', 'Title', 'Option1 Linked To'],
  ...change,
})

async function created(caller: Caller, change: object = {}): Promise<{ id: string; name: string }> {
  const { body, status } = await caller.rest('POST', '/templates', request(change))
  expect(status).toBe(201)
  return (body as { data: { template: { id: string; name: string } } }).data.template
}

test('what is saved comes back, in its order, inside data and beside it', async () => {
  const { id, name } = await created(staff)
  const template = { id, name, type: 'product', columns: ['Vendor', 'Title', 'Option1 Linked To'], canEdit: true }
  expect(await staff.rest('GET', `/templates/${id}`)).toMatchObject({ status: 200, body: { data: { template } } })
  const { body } = await staff.rest('GET', '/templates?type=product')
  const one = expect.arrayContaining([expect.objectContaining(template)])
  expect(body).toMatchObject({ success: true, templates: one, data: { templates: one } })
  expect((await staff.trpc('export.templates.get', { id })).data).toMatchObject({ template })
})

test('columns that a platform does not know are named', async () => {
  const { id } = await created(staff)
  expect((await staff.rest('GET', `/templates/${id}`)).body).toMatchObject({
    data: { template: { lacking: [{ platform: 'ShopBase', columns: ['Option1 Linked To'] }] } },
  })
})

test('both types are kept apart, each with its own columns and names', async () => {
  const { name } = await created(owner)
  const order = await created(owner, { name, type: 'order', columns: ['orderName', 'lineItem.sku'] })
  const ids = async (type: string) =>
    ((await owner.rest('GET', `/templates?type=${type}`)).body as { templates: { id: string }[] }).templates.map(({ id }) => id)
  expect(await ids('order')).toContain(order.id)
  expect(await ids('product')).not.toContain(order.id)
  expect(await owner.rest('POST', '/templates', request({ type: 'order', columns: ['Title'] }))).toMatchObject({
    status: 400,
    body: { message: 'Unknown columns: Title' },
  })
})

test('the team sees it; only its author and level 90 rename and delete it', async () => {
  const { id } = await created(staff)
  for (const reader of [other, viewer]) {
    expect((await reader.rest('GET', `/templates/${id}`)).body).toMatchObject({ data: { template: { canEdit: false } } })
    expect(await reader.rest('PUT', `/templates/${id}`, { name: 'Mine now' })).toMatchObject({ status: 403 })
    expect(await reader.rest('DELETE', `/templates/${id}`)).toMatchObject({ status: 403 })
  }
  const name = crypto.randomUUID()
  expect((await staff.rest('PUT', `/templates/${id}`, { name })).body).toMatchObject({
    data: { template: { name, columns: ['Vendor', 'Title', 'Option1 Linked To'] } },
  })
  expect((await admin.rest('PUT', `/templates/${id}`, { columns: ['Handle'] })).body).toMatchObject({
    data: { template: { name, columns: ['Handle'] } },
  })
  expect(await admin.rest('DELETE', `/templates/${id}`)).toMatchObject({ status: 200 })
  for (const method of ['GET', 'DELETE'] as const) expect(await staff.rest(method, `/templates/${id}`)).toMatchObject({ status: 404 })
})

test('level 90 in one store is none: a template belongs to no store', async () => {
  const { id } = await created(staff)
  const local = await world.signedIn('admin', 'north')
  expect((await local.rest('GET', `/templates/${id}`)).body).toMatchObject({ data: { template: { canEdit: false } } })
  const message = 'Only the person who saved a template, or role level 90 for all stores, can change it.'
  expect(await local.rest('PUT', `/templates/${id}`, { name: 'Mine now' })).toMatchObject({ status: 403, body: { message } })
  expect(await local.rest('DELETE', `/templates/${id}`)).toMatchObject({ status: 403 })
})

test('whoever may not export saves none', async () => {
  expect(await viewer.rest('POST', '/templates', request())).toMatchObject({
    status: 403,
    body: { message: 'Access denied. This needs products:read and products:export.' },
  })
})

test('a name is taken once per type, also by a change', async () => {
  const first = await created(staff)
  const second = await created(staff)
  const taken = { status: 409, body: { message: 'Another template has this name', error: { code: 'NAME_TAKEN' } } }
  expect(await other.rest('POST', '/templates', request({ name: ` ${first.name} ` }))).toMatchObject(taken)
  expect(await staff.rest('PUT', `/templates/${second.id}`, { name: first.name })).toMatchObject(taken)
  expect(await staff.rest('PUT', `/templates/${first.id}`, { name: first.name })).toMatchObject({ status: 200 })
})

test.each([
  ['an empty name', { name: '  ' }, 'Please enter a template name'],
  ['no columns', { columns: [] }, 'Please select at least one field to export'],
  ['a column twice', { columns: ['Title', 'Title'] }, 'A field can be exported only once'],
  ['an unknown column', { columns: ['Title', 'Colour of the sky'] }, 'Unknown columns: Colour of the sky'],
  ['a name too long', { name: 'x'.repeat(101) }, expect.stringContaining('name')],
  ['another type', { type: 'person' }, expect.stringContaining('type')],
])('%s is refused', async (_, change, message) => {
  expect(await staff.rest('POST', '/templates', request(change))).toMatchObject({ status: 400, body: { message } })
})
