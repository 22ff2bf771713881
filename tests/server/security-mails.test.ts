// Mails that inform people of changes to their accounts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authCall } from '#tests/support/auth-call.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { appUrl, createWorld, password, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

let people = 0
async function somebody(role: 'viewer' | 'manager' = 'viewer', storeId: string | null = world.stores.north) {
  const email = `told-${(people += 1)}@mails.test`
  return { email, id: await world.person({ email, assignments: [{ role, storeId }] }) }
}
type Device = { from?: string; agent?: string; cookie?: string }
async function signIn(email: string, { from = '10.1.1.1', agent = 'Browser/1', cookie }: Device = {}) {
  const headers = { 'user-agent': agent, ...(cookie ? { cookie, origin: appUrl } : {}) }
  const answer = await authCall(world.app, '/sign-in/email', { email, password }, { from, headers })
  expect(answer.status).toBe(200)
  return /office_device=[\w-]+/.exec(JSON.stringify(answer.headers))?.[0] ?? ''
}
/** Mails are sent after their answers. When the last expected mail has arrived, no other one is pending. */
const subjects = async (email: string, count: number) =>
  (await mailsTo(world.folder, email, count)).map((mail) => /^Subject: (.*)\r$/m.exec(mail)?.[1])

test('a sign-in from a new device is told with time, address and browser; the first one and known ones are not', async () => {
  const { email } = await somebody()
  const cookie = await signIn(email)
  await signIn(email)
  await signIn(email, { from: '10.2.2.2', agent: 'Browser/2', cookie })
  await signIn(email, { from: '10.2.2.2', agent: 'Browser/2' })
  await signIn(email, { from: '10.3.3.3', agent: 'Script/9' })
  const [mail = ''] = await mailsTo(world.folder, email)
  expect(mail).toContain('Subject: New sign-in to your account')
  expect(mail).toContain(`Time: ${new Date(world.clock.now).toUTCString()}`)
  expect(mail).toContain('Address: 10.3.3.3')
  expect(mail).toContain('Browser: Script/9')
  await signIn(email, { from: '10.3.3.3', agent: 'Script/9' })
  await signIn(email, { from: '10.4.4.4' })
  expect(await subjects(email, 2)).toEqual(['New sign-in to your account', 'New sign-in to your account'])
})

test('a device cookie of somebody else is replaced and makes no device known', async () => {
  const [one, other] = [await somebody(), await somebody()]
  const planted = await signIn(one.email)
  await signIn(other.email)
  expect(await signIn(other.email, { from: '10.5.5.5', cookie: planted })).not.toBe(planted)
  expect(await subjects(other.email, 1)).toEqual(['New sign-in to your account'])
})

test('a new API key is told by its name', async () => {
  const { email } = await somebody('viewer', null)
  const { token } = await world.signIn(email)
  await world.caller(token).rest('POST', '/users/me/api-keys', { name: 'Nightly run', permissions: ['products:read'] })
  const [mail = ''] = await mailsTo(world.folder, email)
  expect(mail).toContain('Subject: A new API key was created')
  expect(mail).toContain('"Nightly run"')
})

const roleIn = (role_id: string, store_id: string | null) => ({ role_id, store_id })
test('a role that goes higher or further is told; a lower one, or the same again, is not', async () => {
  const { id, email } = await somebody('manager')
  const give = async (...roles: object[]) => expect((await owner.rest('PUT', `/users/${id}/roles`, { roles })).status).toBe(200)
  const { north, harbor } = world.stores
  await give(roleIn('manager', north), roleIn('viewer', north))
  await give(roleIn('viewer', north))
  await give(roleIn('staff', north))
  await give(roleIn('staff', north), roleIn('viewer', harbor))
  await give(roleIn('staff', null))
  const mails = await mailsTo(world.folder, email, 3)
  expect(mails).toHaveLength(3)
  for (const role of ['Staff in North', 'Viewer in Harbor', 'Staff in all stores']) expect(mails.join('')).toContain(role)
})
