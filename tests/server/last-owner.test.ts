// After any concurrent changes of the team, at least one owner remains.
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleAssignments, users } from '#drizzle/schema.ts'
import { getUser, removeUser, updateUser, deactivateUser } from '#server/users/service.ts'
import type { Viewer } from '#shared/access.ts'
import { permissions } from '#shared/access.ts'
import { isProving } from '#tests/support/proving.ts'
import { createWorld, type World } from '#tests/support/world.ts'

/** Rounds for each of the three kinds of changes. */
const rounds = isProving ? 334 : 10
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const viewer = (id: string): Viewer => ({ id, grants: [{ storeId: null, level: 100, permissions }] })
const newOwner = () =>
  world.person({ email: `${crypto.randomUUID()}@owners.test`, password: null, assignments: [{ role: 'owner', storeId: null }] })

async function activeOwners(): Promise<string[]> {
  const rows = await world.deps.database.db
    .select({ id: users.id })
    .from(users)
    .innerJoin(roleAssignments, eq(roleAssignments.userId, users.id))
    .where(and(eq(roleAssignments.roleId, 'owner'), eq(users.isActive, true)))
  return rows.map(({ id }) => id)
}

async function onlyOwners(count: number): Promise<string[]> {
  await world.deps.database.db.delete(users)
  const ids = []
  while (ids.length < count) ids.push(await newOwner())
  return ids
}

type Blow = (by: string, on: string) => Promise<unknown>
const demote: Blow = (by, on) => updateUser(world.deps, viewer(by), { id: on, roles: [{ role_id: 'staff', store_id: null }] })
const blows: Record<string, Blow> = {
  delete: (by, on) => removeUser(world.deps, viewer(by), on),
  deactivate: (by, on) => deactivateUser(world.deps, viewer(by), on),
  demote,
}

test.each(Object.keys(blows))('two owners %s each other at once: one of them stays', { timeout: 300_000, retry: 0 }, async (name) => {
  for (let round = 0; round < rounds; round += 1) {
    const [one = '', other = ''] = await onlyOwners(2)
    const results = await Promise.allSettled([blows[name]?.(one, other), blows[name]?.(other, one)])
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await activeOwners()).toHaveLength(1)
  }
})

test('all owners chosen for deletion in parallel, one call each: one is left', async () => {
  const ids = await onlyOwners(6)
  const [first = ''] = ids
  await Promise.allSettled(ids.map((id) => removeUser(world.deps, viewer(id === first ? (ids[1] ?? '') : first), id)))
  expect((await activeOwners()).length).toBeGreaterThanOrEqual(1)
})

test('the last owner cannot step down, and neither pending owners nor owners of one store count as another', async () => {
  const [last = ''] = await onlyOwners(1)
  const assignments = [{ role: 'owner' as const, storeId: null }]
  await world.person({ email: 'pending@owners.test', password: null, isConfirmed: false, assignments })
  await world.person({ email: 'local@owners.test', password: null, assignments: [{ role: 'owner', storeId: world.stores.north }] })
  await expect(demote(last, last)).rejects.toMatchObject({ code: 'LAST_OWNER' })
  await newOwner()
  await demote(last, last)
  expect((await getUser(world.deps, viewer(last), last)).user_roles).toMatchObject([{ role: { id: 'staff' } }])
})

test('a change decided on roles that somebody else has changed meanwhile is not carried out', async () => {
  const [owner = ''] = await onlyOwners(1)
  const id = await world.person({ email: 'moving@owners.test', password: null, assignments: [{ role: 'staff', storeId: null }] })
  const changes = ['owner', 'viewer'].map((role_id) => updateUser(world.deps, viewer(owner), { id, roles: [{ role_id, store_id: null }] }))
  const results = await Promise.allSettled(changes)
  expect(results.filter((result) => result.status === 'rejected')).toMatchObject([{ reason: { code: 'CONFLICT' } }])
})
