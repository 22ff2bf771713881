// From the mail to the first sign-in: invitations, passwords by link, and protection against guessing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { sessions } from '#drizzle/schema.ts'
import { inviteLink } from '#server/auth/links.ts'
import { operationMessages } from '#shared/operation-messages.ts'
import { appUrl, createWorld, password, type Caller, type World } from '#tests/support/world.ts'
import { addressOf, authCall } from '#tests/support/auth-call.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { isProving } from '#tests/support/proving.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

let people = 0
const newEmail = () => `guest-${(people += 1)}@invited.test`
async function call(path: string, payload: object, headers: Record<string, string> = {}) {
  const answer = await world.app.inject({ method: 'POST', url: `/api/auth${path}`, payload, headers })
  return {
    status: answer.statusCode,
    body: answer.json(),
    headers: answer.headers,
    cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '',
  }
}
type Tokens = { access_token: string; refresh_token: string }
function tokensIn(link: string): Tokens {
  const fragment = new URLSearchParams(new URL(link).hash.slice(1))
  return { access_token: fragment.get('access_token') ?? '', refresh_token: fragment.get('refresh_token') ?? '' }
}
async function invite(email: string): Promise<Tokens> {
  const body = { email, full_name: 'Gus Guest', role_id: 'viewer', store_ids: [world.stores.north] }
  const { data } = (await owner.rest('POST', '/users/invite', body)).body as { data: { invitation_url: string } }
  return tokensIn(data.invitation_url)
}
const accept = (tokens: Tokens, headers: Record<string, string> = {}) => call('/accept-invite', tokens, headers)
const invalid = { status: 400, body: { error: { code: 'LINK_INVALID' } } }

test('accepting confirms the address and begins a session with the rights of the invitation', async () => {
  const email = newEmail()
  const answer = await accept(await invite(email))
  expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String), user: { email } } })
  expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly/)
  const profile = await world.caller(answer.body.token).rest('GET', '/users/me/profile')
  expect(profile.body).toMatchObject({
    data: { role_level: 10, user: { email_confirmed_at: expect.any(String), user_roles: [{ store: { name: 'North' } }] } },
  })
})

const races = isProving ? 200 : 5
test('of fifty that accept one invitation at once, exactly one comes in', { timeout: 600_000, retry: 0 }, async () => {
  for (let race = 0; race < races; race += 1) {
    const id = await world.person({ email: newEmail(), password: null, isConfirmed: false })
    const tokens = tokensIn(await inviteLink(world.deps, id))
    const runners = Array.from({ length: 50 }, () => authCall(world.app, '/accept-invite', tokens, { from: addressOf(race) }))
    const answers = await Promise.all(runners)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error?.code === 'LINK_INVALID')).toHaveLength(49)
    expect(await world.deps.database.db.$count(sessions, eq(sessions.userId, id))).toBe(1)
  }
})

test('an invitation ends with its week, with the next one, with a deactivation and with its person', async () => {
  const email = newEmail()
  const old = await invite(email)
  const fresh = await invite(email)
  expect(await accept(old)).toMatchObject(invalid)
  world.clock.now += 7 * 24 * 3_600_000 + 1
  owner = await world.signedIn('owner')
  expect(await accept(fresh)).toMatchObject(invalid)
  for (const path of ['', '/permanent']) {
    const guest = newEmail()
    const tokens = await invite(guest)
    const list = (await owner.rest('GET', '/users')).body as { data: { users: { id: string; email: string }[] } }
    const id = list.data.users.find((user) => user.email === guest)?.id
    expect((await owner.rest('DELETE', `/users/${id}${path}`)).status).toBe(200)
    expect(await accept(tokens)).toMatchObject(invalid)
  }
})

test('half an invitation, garbage and extra fields bring nobody in', async () => {
  const tokens = await invite(newEmail())
  expect(await accept({ ...tokens, refresh_token: '' })).toMatchObject(invalid)
  expect(await accept({ access_token: 'x', refresh_token: 'y' })).toMatchObject(invalid)
  expect(await call('/accept-invite', { ...tokens, role_id: 'owner' })).toMatchObject({ status: 400 })
  expect(await accept(tokens)).toMatchObject({ status: 200 })
})

test('somebody else who is signed in does not use an invitation up', async () => {
  const tokens = await invite(newEmail())
  await world.person({ email: 'other@invited.test' })
  const { cookie } = await call('/sign-in/email', { email: 'other@invited.test', password })
  expect(await accept(tokens, { cookie, origin: appUrl })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('somebody else') },
  })
  expect(await accept(tokens)).toMatchObject({ status: 200 })
})

const tokenIn = (mail: string) => /reset-password#token=([\w-]+)/.exec(mail)?.[1] ?? ''

test('registering an invited address mails a link, and the password that it sets signs in', async () => {
  const email = newEmail()
  const invitation = await invite(email)
  const registered = await call('/sign-up/email', { email, password: 'what I would like' })
  expect(registered).toMatchObject({ status: 200, body: { user: null, message: operationMessages.notMailed } })
  expect(await call('/sign-in/email', { email, password: 'what I would like' })).toMatchObject({ status: 401 })
  const [, mail = ''] = await mailsTo(world.folder, email, 2)
  expect(await call('/reset-password', { token: tokenIn(mail), password: 'my own choice' })).toMatchObject({ status: 200 })
  expect(await call('/sign-in/email', { email, password: 'my own choice' })).toMatchObject({ status: 200 })
  expect(await call('/reset-password', { token: tokenIn(mail), password: 'once more' })).toMatchObject(invalid)
  expect(await accept(invitation)).toMatchObject(invalid)
})

test('a reset answers the same for a stranger, ends every session, and its link dies with use, time and deactivation', async () => {
  const email = newEmail()
  const id = await world.person({ email })
  await world.signIn(email)
  const asked = await call('/request-password-reset', { email })
  const stranger = await call('/request-password-reset', { email: 'stranger@invited.test' })
  expect(stranger).toMatchObject({ status: 200, body: asked.body })
  const [mail = ''] = await mailsTo(world.folder, email)
  expect(await call('/reset-password', { token: tokenIn(mail), password: 'a new one 99' })).toMatchObject({ status: 200 })
  expect(await world.deps.database.db.$count(sessions, eq(sessions.userId, id))).toBe(0)
  expect(await call('/sign-in/email', { email, password })).toMatchObject({ status: 401 })
  await call('/request-password-reset', { email })
  // The third mail is this link. The others are the first link and the notice of the new password.
  const second = (await mailsTo(world.folder, email, 3)).findLast((sent) => tokenIn(sent)) ?? ''
  await owner.rest('DELETE', `/users/${id}`)
  expect(await call('/reset-password', { token: tokenIn(second), password: 'a new one 99' })).toMatchObject(invalid)
})

test.each(['123456', 'password', 'Qwerty', 'iloveyou'])('%s is a password that everybody tries first', async (common) => {
  expect(await call('/sign-up/email', { email: newEmail(), password: common })).toMatchObject({
    status: 400,
    body: { message: 'Please choose a less common password' },
  })
  expect(await call('/reset-password', { token: 'x', password: common })).toMatchObject({
    status: 400,
    body: { message: 'Please choose a less common password' },
  })
})

test('an address that was not invited is refused, and gets no mail', async () => {
  expect(await call('/sign-up/email', { email: 'nobody@invited.test', password: 'a fine password' })).toMatchObject({
    status: 403,
    body: { error: { code: 'ACCESS_RESTRICTED' } },
  })
})

test('ten wrong passwords close an account for a while, known or not, and the right one opens it afterwards', async () => {
  const email = newEmail()
  await world.person({ email })
  for (const who of [email, 'unknown@invited.test']) {
    const tries = []
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const headers = { 'x-forwarded-for': `10.0.0.${attempt}` }
      tries.push((await call('/sign-in/email', { email: attempt % 2 ? who.toUpperCase() : who, password: 'wrong one' }, headers)).status)
    }
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  }
  const closed = await call('/sign-in/email', { email, password })
  expect(closed).toMatchObject({ status: 429 })
  expect(Number(closed.headers['retry-after'])).toBeGreaterThan(0)
  world.clock.now += 600_000
  expect(await call('/sign-in/email', { email, password })).toMatchObject({ status: 200 })
})
