// People with rights in one store only change nothing outside it, whatever the calls and their order.
import fc from 'fast-check'
import { inArray, isNull, ne, or } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeys, mailLinks, roleAssignments, sessions, settings, stores, users } from '#drizzle/schema.ts'
import { newApiKey } from '#tests/support/belongings.ts'
import {
  Calls,
  emailOf,
  people,
  permittedCalls,
  type CallerName,
  type Names,
  type PersonName,
  type Place,
} from '#tests/support/confined-calls.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

const cases = Number(process.env['CASES'] ?? 100)
/** People whose roles are all in the store. */
const inside: PersonName[] = ['adminOfNorth', 'ownerOfNorth', 'staffOfNorth', 'pendingInNorth']

let world: World
const ids = new Map<string, string>()
const keys = new Map<string, string>()
const by = new Map<CallerName, Caller>()
const called = (name: CallerName) => by.get(name) ?? world.caller(null)
const names: Names = {
  person: (name) => ids.get(name) ?? '',
  keyOf: (name) => keys.get(name) ?? '',
  place: (place: Place) => (place === 'gone' ? 'gone' : world.stores[place]),
}

async function addPeople() {
  for (const [name, held] of Object.entries(people)) {
    const assignments = held.map(([role, place]) => ({ role, storeId: place && names.place(place) }))
    const isActive = !name.startsWith('deactivated')
    const id = await world.person({ email: emailOf(name), assignments, isActive, isConfirmed: !name.startsWith('pending') })
    ids.set(name, id)
    keys.set(name, await newApiKey(world.deps.database.db, id))
  }
}

async function keyOf(owner: Caller, store_ids: string[] | null): Promise<Caller> {
  const held = ((await owner.rest('GET', '/users/me/profile')).body as { data: { permissions: string[] } }).data.permissions
  const { body } = await owner.rest('POST', '/users/me/api-keys', { name: 'All', permissions: held, store_ids })
  return world.caller((body as { data: { token: string } }).data.token)
}

async function addCallers() {
  const session = async (name: PersonName) => world.caller((await world.signIn(emailOf(name))).token, names.person(name))
  const [admin, owner] = [await session('adminOfNorth'), await session('ownerOfNorth')]
  by.set('adminSession', admin).set('ownerSession', owner)
  by.set('adminKey', await keyOf(admin, null)).set('ownerKey', await keyOf(owner, null))
  by.set('narrowedKey', await keyOf(await session('globalOwner'), [world.stores.north]))
}

/** All data outside the store, including new data. */
async function outside() {
  const { db } = world.deps.database
  const strangers = [...ids].flatMap(([name, id]) => (inside.some((one) => one === name) ? [] : [id]))
  const isElsewhere = or(isNull(roleAssignments.storeId), ne(roleAssignments.storeId, world.stores.north))
  return {
    people: await db.select().from(users).where(inArray(users.id, strangers)).orderBy(users.id),
    roles: await db.select().from(roleAssignments).where(isElsewhere).orderBy(roleAssignments.id),
    stores: await db.select().from(stores).where(ne(stores.id, world.stores.north)).orderBy(stores.id),
    settings: await db.select().from(settings).orderBy(settings.key),
    keys: await db.select({ id: apiKeys.id }).from(apiKeys).where(inArray(apiKeys.userId, strangers)).orderBy(apiKeys.id),
    links: await db.select().from(mailLinks).where(inArray(mailLinks.userId, strangers)).orderBy(mailLinks.tokenHash),
    sessions: await db.select({ id: sessions.id }).from(sessions).where(inArray(sessions.userId, strangers)).orderBy(sessions.id),
  }
}

/** Restores what the callers may remove from themselves, for the next case. */
async function keptForEachCase() {
  const { db } = world.deps.database
  const kept = [await db.select().from(roleAssignments), await db.select().from(stores), await db.select().from(apiKeys)] as const
  return async () => {
    await db.delete(roleAssignments)
    await db.insert(roleAssignments).values(kept[0])
    await db.delete(stores)
    await db.insert(stores).values(kept[1])
    await db.delete(apiKeys)
    await db.insert(apiKeys).values(kept[2])
  }
}

let restore: () => Promise<void>
beforeAll(async () => {
  world = await createWorld()
  await world.deps.database.db.insert(settings).values({ key: 'logo_url', value: 'data:image/png;base64,AAAA' })
  await addPeople()
  await addCallers()
  restore = await keptForEachCase()
})
afterAll(() => world[Symbol.asyncDispose]())

test.each(permittedCalls)('$by may call $path inside the store', async ({ by: name, path, inputOf }) => {
  await restore()
  const before = await outside()
  expect(await called(name).trpc(path, inputOf(names))).toMatchObject({ status: 200 })
  expect(await outside()).toEqual(before)
})

test(`in ${cases} random sequences`, { timeout: 3_600_000, retry: 0 }, async () => {
  const before = await outside()
  await fc.assert(
    fc.asyncProperty(Calls, async (calls) => {
      await restore()
      for (const { by: name, path, inputOf } of calls) await called(name).trpc(path, inputOf(names))
      expect(await outside()).toEqual(before)
    }),
    { numRuns: cases },
  )
})

test('they see who has a role in the store, and holders of roles for all stores by name', async () => {
  // The random calls may have left other roles.
  await restore()
  const { body } = await called('adminSession').rest('GET', '/users')
  const { users: seen } = (body as { data: { users: { id: string; email: string | null; user_roles: unknown[] }[] } }).data
  const emailSeen = (name: PersonName) => seen.find(({ id }) => id === names.person(name))?.email
  expect(emailSeen('staffOfNorth')).toBe(emailOf('staffOfNorth'))
  expect([emailSeen('globalOwner'), emailSeen('globalViewer')]).toEqual([null, null])
  const hidden: PersonName[] = ['adminOfHarbor', 'viewerOfHarbor', 'pendingInHarbor', 'deactivatedInHarbor', 'staffOfGone', 'withoutRole']
  expect(hidden.map(emailSeen)).toEqual(hidden.map(() => undefined))
  expect(seen.find(({ id }) => id === names.person('staffOfBoth'))?.user_roles).toMatchObject([{ store_id: world.stores.north }])
  for (const name of hidden) expect(await called('adminSession').rest('GET', `/users/${names.person(name)}`)).toMatchObject({ status: 404 })
})
