// Links to an account end with its first further role: who made one may have kept it, and gets none of the new rights.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authCall } from '#tests/support/auth-call.ts'
import { mailsTo } from '#tests/support/outbox.ts'
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

type Invited = { data: { invitation_url: string; user: { id: string } } }
function tokensIn(link: string) {
  const fragment = new URLSearchParams(new URL(link).hash.slice(1))
  return { access_token: fragment.get('access_token') ?? '', refresh_token: fragment.get('refresh_token') ?? '' }
}
async function invited(email: string) {
  const request = { email, full_name: 'New Boss', role_id: 'viewer', store_ids: [world.stores.north] }
  const { invitation_url: url, user } = ((await admin.rest('POST', '/users/invite', request)).body as Invited).data
  return { url, id: user.id }
}
const accept = (link: string) => authCall(world.app, '/accept-invite', tokensIn(link))
const setRoles = async (id: string, roles: { role_id: string; store_id: string | null }[]) =>
  expect((await owner.rest('PUT', `/users/${id}/roles`, { roles })).status).toBe(200)
const linkIn = (mail: string | undefined) => /http\S+type=invite/.exec(mail ?? '')?.[0] ?? ''
const invalid = { status: 400, body: { error: { code: 'LINK_INVALID' } } }

test('an invitation ends where its person gets a further role before they accept it; they alone get another one', async () => {
  const email = 'raised@links.test'
  const { url, id } = await invited(email)
  await setRoles(id, [{ role_id: 'owner', store_id: null }])
  expect(await accept(url)).toMatchObject(invalid)
  const mails = await mailsTo(world.folder, email, 3)
  const links = mails.map(linkIn).filter((link) => link !== '' && link !== url)
  expect(links).toHaveLength(1)
  const { status, body } = await accept(links[0] ?? '')
  expect(status).toBe(200)
  expect((await world.caller(body.token).rest('GET', '/users/me/profile')).body).toMatchObject({ data: { role_level: 100 } })
})

test('a password link ends with a further role, too', async () => {
  const { north, harbor } = world.stores
  const roles = [{ role_id: 'staff', store_id: north }]
  const id = await world.person({ email: 'staff@links.test', assignments: [{ role: 'staff', storeId: north }] })
  const link = async () => {
    const { body } = await admin.rest('POST', `/users/${id}/password-link`)
    return new URLSearchParams(new URL((body as { data: { password_url: string } }).data.password_url).hash.slice(1)).get('token') ?? ''
  }
  const reset = (token: string) => authCall(world.app, '/reset-password', { token, password: 'entirely another 7' })
  const token = await link()
  await setRoles(id, [...roles, { role_id: 'manager', store_id: harbor }])
  expect(await reset(token)).toMatchObject(invalid)
  expect((await reset(await link())).status).toBe(200)
})

test('an invitation outlives a change that gives no further role', async () => {
  const { url, id } = await invited('same@links.test')
  expect((await owner.rest('PUT', `/users/${id}`, { department: 'Sales' })).status).toBe(200)
  await setRoles(id, [{ role_id: 'viewer', store_id: world.stores.north }])
  expect((await accept(url)).status).toBe(200)
})

test('who is deactivated together with a further role gets no other invitation', async () => {
  await using lone = await createWorld()
  const someone = await lone.signedIn('owner')
  const email = 'shut-out@links.test'
  const request = { email, full_name: 'Not Any More', role_id: 'viewer', store_ids: [lone.stores.north] }
  const { user } = ((await someone.rest('POST', '/users/invite', request)).body as Invited).data
  const roles = [{ role_id: 'staff', store_id: lone.stores.north }]
  expect((await someone.rest('PUT', `/users/${user.id}`, { is_active: false, roles })).status).toBe(200)
  // Posts what is still to be posted.
  await lone.deps.mail.close()
  expect(await mailsTo(lone.folder, email)).toHaveLength(1)
})
