// A production server without an owner: its first account needs the setup code that the start printed.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { users } from '#drizzle/schema.ts'
import { announceSetup } from '#server/auth/owner-setup.ts'
import { limits } from '#shared/limits.ts'
import { addressOf, authCall } from '#tests/support/auth-call.ts'
import { secondServer } from '#tests/support/second-server.ts'
import { appUrl, createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeEach(async () => {
  await world?.[Symbol.asyncDispose]()
  world = await createWorld({ ownerSetup: { given: null } })
})
afterAll(() => world[Symbol.asyncDispose]())

const first = { email: 'first@world.test', password: 'a fine password' }
const signUp = (setupCode?: string, from = '10.1.1.1') =>
  authCall(world.app, '/sign-up/email', { ...first, ...(setupCode === undefined ? {} : { setup_code: setupCode }) }, { from })
const setup = async () => (await world.app.inject('/api/auth/setup')).json()
const printedBy = async (deps: World['deps']) => {
  const before = world.logged.length
  await announceSetup(deps)
  const [line = '{}'] = world.logged.slice(before)
  return String(JSON.parse(line).register)
}
const codeIn = (link: string) => decodeURIComponent(new URL(link).hash.replace('#setup=', ''))

test('the printed code makes the owner, once; without it nobody becomes one', async () => {
  expect(await setup()).toEqual({ owner_needed: true, code_needed: true })
  const link = await printedBy(world.deps)
  expect(link).toContain(`${appUrl}/register#setup=`)
  for (const wrong of [undefined, '', 'x', `${codeIn(link)}x`, codeIn(link).toLowerCase()])
    expect(await signUp(wrong)).toMatchObject({ status: 403, body: { error: { code: 'SETUP_CODE_WRONG' } } })
  expect(await world.deps.database.db.$count(users)).toBe(0)
  expect(await signUp(codeIn(link))).toMatchObject({ status: 200 })
  expect(await setup()).toEqual({ owner_needed: false, code_needed: false })
  const second = { email: 'second@world.test', password: first.password, setup_code: codeIn(link) }
  expect(await authCall(world.app, '/sign-up/email', second)).toMatchObject({ status: 403, body: { error: { code: 'ACCESS_RESTRICTED' } } })
  expect(await printedBy(world.deps)).toBe('undefined')
  const decisions = (await world.deps.database.db.select().from(auditEntries)).map(({ action, decision }) => `${action} ${decision}`)
  expect(decisions).toEqual(expect.arrayContaining(['session.signUp denied', 'session.signUp allowed']))
})

test('all machines print the same code; another database has another', async () => {
  const code = codeIn(await printedBy(world.deps))
  await using machine = await secondServer(world, { ownerSetup: { given: null } })
  expect(codeIn(await printedBy(machine.deps))).toBe(code)
  await using other = await createWorld({ ownerSetup: { given: null } })
  await announceSetup(other.deps)
  expect(other.logged.join('')).toContain('#setup=')
  expect(other.logged.join('')).not.toContain(code)
})

test('a code that the environment gives takes its place', async () => {
  await using machine = await secondServer(world, { ownerSetup: { given: 'given by hand, once' } })
  const own = codeIn(await printedBy(world.deps))
  expect(await authCall(machine.app, '/sign-up/email', { ...first, setup_code: own })).toMatchObject({ status: 403 })
  expect(await authCall(machine.app, '/sign-up/email', { ...first, setup_code: 'given by hand, once' })).toMatchObject({ status: 200 })
})

test('wrong codes are counted by address: whoever guesses keeps nobody else out', async () => {
  const code = codeIn(await printedBy(world.deps))
  for (let tries = 0; tries < limits.setupCodeTries.address; tries += 1) await signUp('wrong', addressOf(1))
  const refused = await signUp(code, addressOf(1))
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
  expect(await signUp(code, addressOf(2))).toMatchObject({ status: 200 })
})

test('in development no code is asked for, and the log says that there is no owner', async () => {
  await using open = await createWorld()
  expect((await open.app.inject('/api/auth/setup')).json()).toEqual({ owner_needed: true, code_needed: false })
  await announceSetup(open.deps)
  expect(open.logged.join('')).toContain('There is no owner yet')
  expect(await authCall(open.app, '/sign-up/email', first)).toMatchObject({ status: 200 })
})
