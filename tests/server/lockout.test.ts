// A stranger who guesses passwords or requests links locks nobody out.
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { knownDevices } from '#drizzle/second-factor-tables.ts'
import { users } from '#drizzle/schema.ts'
import { spendSignIn } from '#server/auth/throttling.ts'
import { allowances, consume } from '#server/throttle/throttle.ts'
import { limits } from '#shared/limits.ts'
import { addressOf, authCall } from '#tests/support/auth-call.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { appUrl, createWorld, password, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

const { accountFromNetwork, account } = limits.signInTries
const dayMs = 24 * 3_600_000
let people = 0
async function somebody() {
  const email = `locked-${(people += 1)}@lockout.test`
  return { email, id: await world.person({ email }) }
}
type From = { from?: string; cookie?: string }
const post = (path: string, payload: object, { from = '10.1.1.1', cookie }: From = {}) =>
  authCall(world.app, path, payload, { from, headers: cookie ? { cookie, origin: appUrl } : {} })
const signIn = (email: string, more: From = {}, pass = password) => post('/sign-in/email', { email, password: pass }, more)
const ask = (email: string, more: From = {}) => post('/request-password-reset', { email }, more)
/** The device cookie of an answer. */
const deviceOf = ({ headers }: Awaited<ReturnType<typeof post>>) => /office_device=[\w-]+/.exec(JSON.stringify(headers))?.[0] ?? ''
const entriesAbout = (target: string, action: string) =>
  world.deps.database.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.target, target), eq(auditEntries.action, action)))

async function guess(email: string, times: number, from: string) {
  const statuses = []
  for (let done = 0; done < times; done += 1) statuses.push((await signIn(email, { from }, 'a guess')).status)
  return statuses
}
/** Counts sign-in attempts from one network without hashing passwords, which would only take time. */
async function spendTries(email: string, times: number, address: string) {
  for (let done = 0; done < times; done += 1)
    await spendSignIn(world.deps, email, { address, userAgent: '', cookie: '', requestId: 'tried' })
}
/** Uses up the account's attempts from all networks. */
async function guessFromEverywhere(email: string) {
  for (let tried = 0; tried < account; tried += 1) await consume(world.deps, allowances.signInsTo, email)
}

test('whoever guesses from one network has to wait there, while the person signs in from another', async () => {
  const { email } = await somebody()
  expect(await guess(email, accountFromNetwork + 2, '10.6.6.6')).toEqual([
    ...Array.from({ length: accountFromNetwork }, () => 401),
    429,
    429,
  ])
  expect(await signIn(email, { from: '10.6.6.6' })).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
  expect((await signIn(email, { from: '10.7.7.7' })).status).toBe(200)
  expect(await guess(email, 1, '10.6.6.6')).toEqual([429])
})

test('a crowd closes an account for strangers, and not for a browser that was in before', async () => {
  const { email } = await somebody()
  const { email: other } = await somebody()
  const device = deviceOf(await signIn(email))
  const others = deviceOf(await signIn(other))
  await guessFromEverywhere(email)
  const from = '10.8.8.8'
  expect((await signIn(email, { from })).status).toBe(429)
  for (const cookie of [others, 'office_device=made-up', 'office_device=%'])
    expect((await signIn(email, { from, cookie })).status).toBe(429)
  expect((await signIn(email, { from, cookie: device })).status).toBe(200)
  // A stolen device cookie allows no more guesses than its network has.
  const thief = { from: '10.9.9.9', cookie: device }
  for (let done = 0; done < accountFromNetwork; done += 1) expect((await signIn(email, thief, 'a guess')).status).toBe(401)
  expect((await signIn(email, thief)).status).toBe(429)
})

test('guessing is on record once for each stretch, and told by mail once a day; of an unknown address as well, but to nobody', async () => {
  const { email } = await somebody()
  const unknown = 'unknown@lockout.test'
  world.clock.now = Math.ceil(world.clock.now / dayMs) * dayMs
  for (const who of [email, unknown]) {
    await spendTries(who, accountFromNetwork - 1, '10.6.6.6')
    expect(await guess(who, 4, '10.6.6.6')).toEqual([401, 429, 429, 429])
    expect(await entriesAbout(who, 'session.throttled')).toMatchObject([
      { actorId: 'anonymous', decision: 'denied', requestId: expect.any(String) },
    ])
  }
  world.clock.now += limits.signInTries.seconds * 1_000
  await spendTries(email, accountFromNetwork, '10.6.6.6')
  await guess(email, 1, '10.6.6.6')
  expect(await entriesAbout(email, 'session.throttled')).toHaveLength(2)
  world.clock.now += dayMs
  await spendTries(email, accountFromNetwork, '10.6.6.6')
  await guess(email, 1, '10.6.6.6')
  const mails = await mailsTo(world.folder, email, 2)
  expect(mails).toHaveLength(2)
  expect(mails[0]).toContain('guessing your password')
  await expect(mailsTo(world.folder, unknown, 0)).resolves.toEqual([])
})

test('links beyond the allowance are answered as always and not sent; the person gets one from elsewhere', async () => {
  const { email } = await somebody()
  world.clock.now = Math.ceil(world.clock.now / dayMs) * dayMs
  const stranger = '10.6.6.6'
  const first = await ask(email, { from: stranger })
  for (let asked = 1; asked < limits.mailsPerDay + 2; asked += 1)
    expect(await ask(email, { from: stranger })).toMatchObject({ status: 200, body: first.body })
  expect(await post('/sign-up/email', { email, password: 'of a stranger' }, { from: stranger })).toMatchObject({ status: 200 })
  const told = limits.mailsPerDay + 1
  expect((await mailsTo(world.folder, email, told)).filter((mail) => mail.includes('keeps asking'))).toHaveLength(1)
  expect(await entriesAbout(email, 'session.linkThrottled')).toHaveLength(1)
  expect((await ask(email, { from: '10.7.7.7' })).status).toBe(200)
  expect(await mailsTo(world.folder, email, told + 1)).toHaveLength(told + 1)
})

test('a crowd that asks for links uses them up for strangers, and not for a browser that was in before', async () => {
  const { email } = await somebody()
  const device = deviceOf(await signIn(email))
  world.clock.now = Math.ceil(world.clock.now / dayMs) * dayMs
  for (let asked = 0; asked < limits.linksPerDay; asked += 1) await ask(email, { from: addressOf(asked) })
  const links = async (count: number) => (await mailsTo(world.folder, email, count)).filter((mail) => mail.includes('#token=')).length
  expect(await links(limits.linksPerDay)).toBe(limits.linksPerDay)
  expect((await ask(email, { from: '10.8.8.8' })).status).toBe(200)
  // A mail about the limit replaces the link.
  expect(await links(limits.linksPerDay + 1)).toBe(limits.linksPerDay)
  await ask(email, { from: '10.8.8.8', cookie: device })
  expect(await links(limits.linksPerDay + 2)).toBe(limits.linksPerDay + 1)
})

test('of a person’s devices the latest fifty are kept, as hashes, for as long as the person is there', async () => {
  const { id, email } = await somebody()
  const { db } = world.deps.database
  const at = new Date(world.clock.now - 1)
  const rows = Array.from({ length: limits.knownDevicesPerPerson }, (_, index) => ({ userId: id, key: `old-${index}`, seenAt: at }))
  await db.insert(knownDevices).values(rows)
  const device = deviceOf(await signIn(email))
  const kept = await db.select().from(knownDevices).where(eq(knownDevices.userId, id))
  expect(kept).toHaveLength(limits.knownDevicesPerPerson)
  expect(kept.filter(({ key }) => !key.startsWith('old-'))).toHaveLength(2)
  expect(JSON.stringify(kept)).not.toContain(device.split('=')[1])
  await db.delete(users).where(eq(users.id, id))
  expect(await db.$count(knownDevices, eq(knownDevices.userId, id))).toBe(0)
})
