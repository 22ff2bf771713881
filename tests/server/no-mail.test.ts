// Installations without mail, and those with an unreachable mail server: people can still sign in.
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { operationMessages } from '#shared/operation-messages.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const issuers = [{ id: 'oidc', discoveryUrl: 'http://127.0.0.1:1/.well-known', clientId: 'x', clientSecret: 'y' }] as const
const password = 'quite a good one'

async function call({ app }: World, path: string, payload: object) {
  const answer = await app.inject({ method: 'POST', url: `/api/auth${path}`, payload })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

type Invited = { data: { invitation_url: string; user: { id: string } } }

/** Invites a person and accepts the invitation in their name. */
async function accepted(world: World, email: string) {
  const owner = await world.signedIn('owner')
  const { body } = await owner.rest('POST', '/users/invite', { email, full_name: 'Nina New', role_id: 'admin', store_ids: null })
  const { data } = body as Invited
  const fragment = new URLSearchParams(new URL(data.invitation_url).hash.slice(1))
  const tokens = { access_token: fragment.get('access_token'), refresh_token: fragment.get('refresh_token') }
  return { owner, id: data.user.id, ...(await call(world, '/accept-invite', tokens)) }
}

const nobody = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return `smtp://127.0.0.1:${port}`
}

test('without issuer and mail, whoever accepts an invitation can choose a password there and then', async () => {
  await using world = await createWorld()
  const email = 'nina@no-mail.test'
  const { body } = await accepted(world, email)
  expect(await call(world, '/reset-password', { token: body['password_token'], password })).toMatchObject({ status: 200 })
  expect(await call(world, '/sign-in/email', { email, password })).toMatchObject({ status: 200 })
})

test('with an issuer, or with mail, acceptance gives no such token', async () => {
  await using vouched = await createWorld({ issuers })
  expect((await accepted(vouched, 'nina@no-mail.test')).body).toMatchObject({ password_token: null })
  await using mailed = await createWorld({ smtpUrl: await nobody() })
  expect((await accepted(mailed, 'nina@no-mail.test')).body).toMatchObject({ password_token: null })
})

test('without mail, nobody is told to wait for one, and an administrator can make the link', async () => {
  await using world = await createWorld()
  const email = 'nina@no-mail.test'
  const { owner, id } = await accepted(world, email)
  const made = await owner.rest('POST', `/users/${id}/password-link`)
  expect(made).toMatchObject({ status: 201, body: { data: { password_url: expect.stringContaining('/reset-password#token=') } } })
  const { data } = made.body as { data: { password_url: string } }
  const token = new URL(data.password_url).hash.replace('#token=', '')
  expect(await call(world, '/reset-password', { token, password })).toMatchObject({ status: 200 })
  expect(await call(world, '/sign-in/email', { email, password })).toMatchObject({ status: 200 })
  const stranger = await call(world, '/request-password-reset', { email: 'stranger@no-mail.test' })
  expect(stranger).toEqual({ status: 200, body: { message: operationMessages.notMailed } })
  expect(await call(world, '/request-password-reset', { email })).toEqual(stranger)
})

test('a mail server that does not answer shows in Team and at /readyz, and no password link is made beside it', async () => {
  await using world = await createWorld({ smtpUrl: await nobody() })
  await world.work()
  const since = new Date(world.clock.now).toISOString()
  const { owner, id } = await accepted(world, 'nina@no-mail.test')
  const team = async () => (await owner.rest('GET', '/users')).body
  await expect.poll(team).toMatchObject({ data: { mail: { isSent: true, failingSince: since } } })
  await expect.poll(async () => (await world.app.inject('/readyz')).json()).toEqual({ status: 'ready', mail_failing_since: since })
  expect(await owner.rest('POST', `/users/${id}/password-link`)).toMatchObject({
    status: 409,
    body: { message: operationMessages.mailSent },
  })
})
