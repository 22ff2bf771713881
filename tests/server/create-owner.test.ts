// `npm run create-owner`: an owner from the shell, for an installation whose owner is lost.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleAssignments, users } from '#drizzle/schema.ts'
import { makeOwner } from '#server/auth/shell-owner.ts'
import { StartRefused } from '#shared/start-refused.ts'
import { authCall } from '#tests/support/auth-call.ts'
import { createWorld, password, type Caller, type World } from '#tests/support/world.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

const make = (email: string) => makeOwner(world.deps, email, 'root')
const tokenIn = (link: string) => /^http:\/\/localhost:3000\/reset-password#token=([\w-]+)$/.exec(link)?.[1] ?? ''
const choose = (link: string) => authCall(world.app, '/reset-password', { token: tokenIn(link), password: 'chosen by shell 1' })

/** Signs in with the chosen password. Returns the roles that the person has. */
async function rolesOf(email: string): Promise<string[]> {
  expect(await authCall(world.app, '/sign-in/email', { email, password: 'chosen by shell 1' })).toMatchObject({ status: 200 })
  const rows = await world.deps.database.db
    .select({ role: roleAssignments.roleId, store: roleAssignments.storeId })
    .from(roleAssignments)
    .innerJoin(users, eq(users.id, roleAssignments.userId))
    .where(eq(users.email, email))
  return rows.map(({ role, store }) => `${role} in ${store ?? 'all'}`)
}

test('a new address becomes an owner, who chooses a password by the link, once', async () => {
  const made = await make('Lost@Owners.test')
  expect(made).toMatchObject({ email: 'lost@owners.test', did: 'added', others: ['owner-1@world.test'], hasSecondFactor: false })
  expect(await choose(made.link)).toMatchObject({ status: 200 })
  expect(await choose(made.link)).toMatchObject({ status: 400 })
  expect(await rolesOf('lost@owners.test')).toEqual(['owner in all'])
})

test('a person keeps their roles and becomes an owner; whoever is one already gets a link', async () => {
  const { north } = world.stores
  await world.person({ email: 'raised@owners.test', password, assignments: [{ role: 'staff', storeId: north }] })
  expect(await make('raised@owners.test')).toMatchObject({ did: 'raised' })
  const again = await make('raised@owners.test')
  expect(again.did).toBe('was one')
  await choose(again.link)
  expect((await rolesOf('raised@owners.test')).toSorted()).toEqual(['owner in all', `staff in ${north}`])
  expect(await world.deps.database.db.$count(roleAssignments, eq(roleAssignments.roleId, 'owner'))).toBe(3)
})

test('who was invited and has not answered is let in', async () => {
  await world.person({ email: 'invited@owners.test', isConfirmed: false, assignments: [{ role: 'viewer', storeId: null }] })
  await choose((await make('invited@owners.test')).link)
  expect((await rolesOf('invited@owners.test')).toSorted()).toEqual(['owner in all', 'viewer in all'])
})

test('what cannot be an owner is refused in one sentence, and nothing is changed', async () => {
  const answer = await owner.rest('POST', '/service-accounts', { name: 'Robot', roles: [{ role_id: 'viewer', store_id: null }] })
  expect(answer.status).toBeLessThan(300)
  await world.person({ email: 'gone@owners.test', isActive: false, assignments: [] })
  const [robot] = await world.deps.database.db.select({ email: users.email }).from(users).where(eq(users.name, 'Robot'))
  const before = await world.deps.database.db.$count(roleAssignments)
  await expect(make('nobody')).rejects.toThrow(new StartRefused('nobody is not an e-mail address.'))
  await expect(make('gone@owners.test')).rejects.toThrow('gone@owners.test was deactivated.')
  await expect(make(robot?.email ?? '')).rejects.toThrow(/is a service account|is not an e-mail address/)
  expect(await world.deps.database.db.$count(roleAssignments)).toBe(before)
})

test('the audit log tells that it was done from the shell, by whom and to whom', async () => {
  world.clock.now += 1_000
  await make('noted@owners.test')
  const { body } = await owner.rest('GET', '/audit?action=users.createOwner&limit=1')
  expect((body as { data: { entries: unknown[] } }).data.entries).toEqual([
    expect.objectContaining({
      actor_id: 'shell',
      actor_name: 'root',
      target_name: 'noted@owners.test',
      transport: 'shell',
      decision: 'allowed',
      details: { did: 'added' },
    }),
  ])
})

test('the command makes an owner, and refuses a database without an installation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'create-owner-'))
  await using empty = await freshDatabase(folder)
  const run = (given: string[], url = world.databaseUrl) =>
    spawnSync(process.execPath, ['scripts/create-owner.ts', ...given], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: url, DATA_DIR: folder, APP_URL: 'http://localhost:3000' },
    })
  expect(run([])).toMatchObject({ status: 2, stderr: expect.stringMatching(/^An argument is missing\./) })
  expect(run(['one@owners.test'], empty.url)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^This database has no installation yet.*\n$/),
  })
  expect(readdirSync(folder)).toEqual([])
  const { status, stdout } = run(['one@owners.test'])
  expect(status).toBe(0)
  const [said = '', link = '', others = ''] = stdout.split('\n')
  expect(said).toBe('one@owners.test was added as an owner. A password can be chosen here, once, within 2 hours:')
  expect(await choose(link)).toMatchObject({ status: 200 })
  expect(others).toMatch(/^The other owners: .*owner-1@world\.test/)
  rmSync(folder, { recursive: true })
})
