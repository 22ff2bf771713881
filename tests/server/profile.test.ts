// One's own profile and the company's logo: who changes them, and what becomes of a picture.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileResponse } from '#shared/profile.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

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
