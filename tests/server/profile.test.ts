// People's own profiles and the company's logo: who may change them, and how pictures are converted.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveStore } from '#server/stores/service.ts'
import type { ProfileResponse } from '#shared/profile.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import { anotherStore, createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let nobody: Caller
beforeAll(async () => {
  world = await createWorld()
  const email = 'no-rights@world.test'
  const userId = await world.person({ email, assignments: [] })
  nobody = world.caller((await world.signIn(email)).token, userId)
})
afterAll(() => world[Symbol.asyncDispose]())

const embed = (type: string, bytes: Uint8Array) => `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#4f4fd8' } })
const profile = async (caller: Caller) => ((await caller.rest('GET', '/users/me/profile')).body as { data: ProfileResponse }).data
const save = (avatar_url: string | null) => nobody.rest('PUT', '/users/me/profile', { avatar_url })

/** Format and size of an embedded picture. */
async function measured(image: unknown) {
  const [head = '', bytes = ''] = String(image).split(',')
  const { width, height } = await sharp(Buffer.from(bytes, 'base64')).metadata()
  return { head, width, height }
}

test('whoever is signed in changes their own picture, name and department, without any right', async () => {
  const sent = await save(embed('png', await picture(800, 400).png().toBuffer()))
  expect(sent).toMatchObject({ status: 200, body: { success: true } })
  expect((await nobody.rest('PUT', '/users/me/profile', { full_name: 'Nora', department: 'Support' })).status).toBe(200)
  const { user, permissions, role_level } = await profile(nobody)
  expect({ permissions, role_level }).toEqual({ permissions: [], role_level: 0 })
  expect(user).toMatchObject({ full_name: 'Nora', department: 'Support', user_roles: [] })
  expect(await measured(user.avatar_url)).toEqual({ head: 'data:image/webp;base64', width: 256, height: 128 })
  await save(null)
  expect((await profile(nobody)).user.avatar_url).toBeNull()
})

test('a picture larger than the hint is taken; only its content says what it is', async () => {
  const noise = await sharp({
    create: { width: 2_000, height: 1_100, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 }, background: '#000' },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(noise.length).toBeGreaterThan(6 * 1024 * 1024)
  expect((await save(embed('gif', noise))).status).toBe(200)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>alert(1)</script><rect width="40" height="40"/></svg>'
  expect((await save(embed('png', Buffer.from(svg)))).status).toBe(200)
  expect(await measured((await profile(nobody)).user.avatar_url)).toEqual({ head: 'data:image/webp;base64', width: 40, height: 40 })
})

test.each([
  ['no picture inside', 400, async () => embed('png', Buffer.from('hello'))],
  ['half a picture', 400, async () => embed('png', (await picture(300, 300).png().toBuffer()).subarray(0, 150))],
  ['26 megapixels', 413, async () => embed('png', await picture(6_500, 4_000).png().toBuffer())],
  ['21 MB', 413, async () => embed('png', Buffer.alloc(21 * 1024 * 1024))],
  ['another address', 400, async () => 'https://evil.test/a.png'],
])('%s is refused with %i', async (_what, status, image) => {
  expect((await save(await image())).status).toBe(status)
})

test('the theme and the mails are everybody’s own choice', async () => {
  expect(await profile(nobody)).toMatchObject({ theme: 'auto', email_notifications: false })
  expect((await nobody.rest('PUT', '/users/me/profile', { theme: 'dark', email_notifications: true })).status).toBe(200)
  expect(await profile(nobody)).toMatchObject({ theme: 'dark', email_notifications: true })
  expect((await nobody.rest('PUT', '/users/me/profile', { theme: 'sepia' })).status).toBe(400)
  expect((await nobody.rest('PUT', '/users/me/profile', { full_name: 'Nora\u202Ev' })).status).toBe(400)
})

test('the checklist of the first steps is there until its owner hides it', async () => {
  expect((await nobody.rest('PUT', '/users/me/profile', { is_set_up: false })).status).toBe(200)
  expect((await profile(nobody)).is_set_up).toBe(false)
  expect((await nobody.rest('PUT', '/users/me/profile', { is_set_up: true })).status).toBe(200)
  expect((await profile(nobody)).is_set_up).toBe(true)
  expect((await nobody.rest('PUT', '/users/me/profile', { is_set_up: 'yes' })).status).toBe(400)
})

test('how a person likes the lists is kept, list by list', async () => {
  const orders = { columns: ['total', 'country'], density: 'compact' }
  const products = { columns: [], density: 'normal' }
  const keep = (list_layouts: object) => nobody.rest('PUT', '/users/me/profile', { list_layouts })
  expect((await profile(nobody)).list_layouts).toEqual({})
  expect((await keep({ orders })).status).toBe(200)
  expect((await keep({ products })).status).toBe(200)
  expect((await profile(nobody)).list_layouts).toEqual({ orders, products })
  const more = { jobs: { columns: ['by'], density: 'roomy' }, widths: { products: { vendor: 240 }, orders: {} }, keys: false }
  expect((await keep(more)).status).toBe(200)
  expect((await profile(nobody)).list_layouts).toEqual({ orders, products, ...more })
  const tooWide = { widths: { products: { vendor: 5_000 }, orders: {} } }
  for (const wrong of [
    tooWide,
    { orders: { ...orders, columns: ['password'] } },
    { orders: { ...orders, density: 'tiny' } },
    { stores: orders },
  ])
    expect((await keep(wrong)).status).toBe(400)
  expect((await profile(nobody)).list_layouts).toEqual({ orders, products, ...more })
})

test.each(['roles', 'role_level', 'permissions', 'is_active', 'email', 'id', 'password'])('%s cannot be slipped in', async (field) => {
  const before = await profile(nobody)
  expect((await nobody.rest('PUT', '/users/me/profile', { department: 'X', [field]: 'x' })).status).toBe(400)
  expect(await profile(nobody)).toEqual(before)
})

test('the logo is the owner’s to change and everybody’s to see', async () => {
  const [owner, admin] = [await world.signedIn('owner'), await world.signedIn('admin')]
  const logo_url = embed('png', await picture(1_024, 1_024).png().toBuffer())
  expect((await admin.rest('PUT', '/settings', { logo_url })).status).toBe(403)
  expect((await owner.rest('PUT', '/settings', { logo_url })).status).toBe(200)
  const { data } = (await nobody.rest('GET', '/settings')).body as { data: { settings: { logo_url: string | null } } }
  expect(await measured(data.settings.logo_url)).toMatchObject({ width: 512, height: 512 })
  await owner.rest('PUT', '/settings', { logo_url: null })
  expect((await nobody.rest('GET', '/settings')).body).toMatchObject({ data: { settings: { logo_url: null } } })
  expect((await world.caller(null).rest('GET', '/settings')).status).toBe(401)
})

test('the colours of all stores in reach are in the profile, and differ', async () => {
  const all = (await profile(await world.signedIn('owner'))).store_colors
  const ids = Object.values(world.stores)
  expect(Object.keys(all).toSorted()).toEqual(ids.toSorted())
  expect(new Set(Object.values(all)).size).toBe(ids.length)
  expect((await profile(await world.signedIn('staff', 'north'))).store_colors).toEqual({ [world.stores.north]: all[world.stores.north] })
})

describe('the store that a person works in', () => {
  const choose = (caller: Caller, id: string) => caller.rest('PUT', `/users/me/store/${id}`)
  const chosen = async (caller: Caller) => (await profile(caller)).chosen_store

  test('is none at first, and then the one chosen, on every machine of that person alone', async () => {
    const [one, other] = [await world.signedIn('viewer'), await world.signedIn('viewer')]
    expect(await chosen(one)).toBeNull()
    const answer = await choose(one, world.stores.print)
    const store = { id: world.stores.print, name: 'Print', state: null }
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { store } } })
    expect(await chosen(one)).toEqual(store)
    expect(await chosen(world.caller((await world.signIn((await profile(one)).user.email)).token))).toEqual(store)
    expect(await chosen(other)).toBeNull()
    expect((await one.trpc('profile.chooseStore', { id: world.stores.north })).status).toBe(200)
    expect(await chosen(one)).toMatchObject({ id: world.stores.north })
  })

  test('is refused where it is out of reach or does not exist, and the one chosen before stays', async () => {
    const staff = await world.signedIn('staff', 'north')
    expect((await choose(staff, world.stores.north)).status).toBe(200)
    for (const id of [world.stores.print, 'no-such-store', 'x'.repeat(65)])
      expect(await choose(staff, id)).toMatchObject({ status: 404, body: { success: false } })
    expect((await staff.rest('PUT', `/users/me/store/${world.stores.north}`, { name: 'North' })).status).toBe(400)
    expect((await staff.trpc('profile.chooseStore', {})).status).toBe(400)
    expect(await chosen(staff)).toMatchObject({ name: 'North' })
    expect((await choose(nobody, world.stores.north)).status).toBe(404)
    expect((await choose(world.caller(null), world.stores.north)).status).toBe(401)
  })

  test('is not for programs to choose, and a key is told only of a store in its own reach', async () => {
    const owner = await world.signedIn('owner')
    await choose(owner, world.stores.print)
    const made = await owner.rest('POST', '/users/me/api-keys', {
      name: 'North only',
      permissions: ['products:read'],
      store_ids: [world.stores.north],
    })
    const key = world.caller((made.body as { data: { token: string } }).data.token)
    expect((await choose(key, world.stores.north)).status).toBe(403)
    expect((await choose(key, world.stores.print)).status).toBe(404)
    expect(await chosen(key)).toBeNull()
  })

  test('is nobody’s any more once it is gone, or once the person has lost it', async () => {
    const [owner, admin] = [await world.signedIn('owner'), await world.signedIn('admin')]
    const extra = await saveStore(world.deps, StoreCreateRequest.parse(anotherStore({ name: 'Extra' })))
    for (const caller of [owner, admin]) await choose(caller, extra.id)
    const roles = [{ role_id: 'staff', store_id: world.stores.north }]
    expect((await owner.rest('PUT', `/users/${admin.userId}`, { roles })).status).toBe(200)
    expect(await chosen(admin)).toBeNull()
    expect((await owner.rest('PUT', `/stores/${extra.id}`, { active: false })).status).toBe(200)
    expect(await chosen(owner)).toMatchObject({ name: 'Extra' })
    expect((await owner.rest('DELETE', `/stores/${extra.id}`)).status).toBe(200)
    expect(await chosen(owner)).toBeNull()
  })
})
