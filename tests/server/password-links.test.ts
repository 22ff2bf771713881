// Links to choose a password: each expires independently of the others, and the first used link invalidates the rest.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { authCall } from '#tests/support/auth-call.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

const used = { status: 200 }
const invalid = { status: 400, body: { error: { code: 'LINK_INVALID' } } }

let people = 0
async function member() {
  const email = `member-${(people += 1)}@links.test`
  return { id: await world.person({ email }), email }
}
const tokenIn = (text: string) => /reset-password#token=([\w-]+)/.exec(text)?.[1] ?? ''
/** The link that an administrator copies. */
const copied = async (id: string) => tokenIn((await owner.rest('POST', `/users/${id}/password-link`)).text)
/** The link that "Forgot your password?" sends, whoever requests it. */
async function asked(email: string, count = 1) {
  await authCall(world.app, '/request-password-reset', { email })
  return tokenIn((await mailsTo(world.folder, email, count)).at(-1) ?? '')
}
const choose = (token: string, password = 'chosen by link 1') => authCall(world.app, '/reset-password', { token, password })
const signIn = (email: string, password: string) => authCall(world.app, '/sign-in/email', { email, password })

test('a stranger who asks for a link ends none that an administrator copied', async () => {
  const { id, email } = await member()
  const link = await copied(id)
  const other = await asked(email)
  expect(await choose(link)).toMatchObject(used)
  expect(await signIn(email, 'chosen by link 1')).toMatchObject({ status: 200 })
  expect(await choose(link, 'chosen again 1')).toMatchObject(invalid)
  expect(await choose(other, 'chosen again 1')).toMatchObject(invalid)
})

test('nor does a copied link end one that the person asked for', async () => {
  const { id, email } = await member()
  const mailed = await asked(email)
  const link = await copied(id)
  expect(await choose(mailed)).toMatchObject(used)
  expect(await choose(link)).toMatchObject(invalid)
})

test('each ends at its own time', async () => {
  const { id } = await member()
  const first = await copied(id)
  world.clock.now += limits.passwordLinkHours * 3_600_000 - 60_000
  owner = await world.signedIn('owner')
  const second = await copied(id)
  world.clock.now += 120_000
  expect(await choose(first)).toMatchObject(invalid)
  expect(await choose(second)).toMatchObject(used)
})

test('of many links that are used at once, one is good', { retry: 0 }, async () => {
  const { id, email } = await member()
  const links = [await copied(id), await copied(id), await asked(email), await copied(id)]
  const answers = await Promise.all(links.map((link, index) => choose(link, `chosen by link ${index}`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  const right = answers.findIndex(({ status }) => status === 200)
  expect(await signIn(email, `chosen by link ${right}`)).toMatchObject({ status: 200 })
})

test('the links of somebody who was deactivated are dead, and stay so when they are back', async () => {
  const { id, email } = await member()
  const [link, mailed] = [await copied(id), await asked(email)]
  expect(await owner.rest('DELETE', `/users/${id}`)).toMatchObject({ status: 200 })
  for (const dead of [link, mailed]) expect(await choose(dead)).toMatchObject(invalid)
  expect(await owner.rest('PUT', `/users/${id}`, { is_active: true })).toMatchObject({ status: 200 })
  for (const dead of [link, mailed]) expect(await choose(dead)).toMatchObject(invalid)
})
