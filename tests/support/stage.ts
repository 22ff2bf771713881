// The world of the access matrix: the callers, and the stores and people in each relation to them.
import { eq } from 'drizzle-orm'
import { roleAssignments, users } from '#drizzle/schema.ts'
import { saveStore } from '#server/stores/service.ts'
import { permissions, type Permission } from '#shared/access.ts'
import type { RoleName } from '#shared/roles.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import { leaders, localLeaders, principals, roleOf, type Principal, type Relation, type Standing } from './principals.ts'
import { createWorld, password, storeRequest, type Caller, type World } from './world.ts'

export type Stage = {
  world: World
  /** A store that is not active. */
  inactive: string
  callers: Map<Principal, Caller>
  /** An owner's keys for all stores, with one permission each. */
  keys: Map<Permission, Caller>
}
type Person = Exclude<Principal, 'anonymous'>

const newStore = async ({ deps }: World, active: boolean) =>
  (await saveStore(deps, StoreCreateRequest.parse(storeRequest('north', { name: crypto.randomUUID(), active })))).id

/** The store of the person's role, and another one. */
const ownStore = ({ stores }: World, principal: Principal) => (principal === 'managerElsewhere' ? stores.harbor : stores.north)
const otherStore = ({ stores }: World, principal: Principal) => (principal === 'managerElsewhere' ? stores.north : stores.harbor)

/** An owner's key for all stores. */
async function keyOf(world: World, owner: Caller, held: readonly Permission[]): Promise<Caller> {
  const { body } = await owner.rest('POST', '/users/me/api-keys', { name: 'Script', permissions: held })
  return world.caller((body as { data: { token: string } }).data.token, owner.userId)
}

/** The key with all permissions, and one whose permission no call requires. */
const heldBy: Partial<Record<Principal, readonly Permission[]>> = { ownerKey: permissions, narrowKey: ['tracking:read'] }

async function addPrincipal({ world, inactive, callers }: Stage, principal: Person) {
  const role = roleOf[principal]
  const everywhere = (role === 'owner' || role === 'admin') && !localLeaders.includes(principal)
  const storeIds = everywhere ? [null] : [ownStore(world, principal), inactive]
  const email = `${principal}@matrix.test`
  const userId = await world.person({ email, password, assignments: storeIds.map((storeId) => ({ role, storeId })) })
  const caller = world.caller((await world.signIn(email)).token, userId)
  const held = heldBy[principal]
  callers.set(principal, held ? await keyOf(world, caller, held) : caller)
}

export async function createStage(): Promise<Stage> {
  // The matrix advances its clock by minutes, which also counts for our use of Google's quota.
  const world: World = await createWorld({ waiting: { now: () => world.clock.now } })
  // Google counts real minutes, and the matrix writes more than sixty sheets in one.
  world.sandbox.sheets.tune({ quota: false })
  const stage: Stage = { world, inactive: await newStore(world, false), callers: new Map(), keys: new Map() }
  stage.callers.set('anonymous', world.caller(null))
  for (const principal of principals) if (principal !== 'anonymous') await addPrincipal(stage, principal)
  const owner = stage.callers.get('owner')
  for (const permission of owner ? permissions : []) if (owner) stage.keys.set(permission, await keyOf(world, owner, [permission]))
  const { db } = world.deps.database
  await db.update(users).set({ confirmedAt: null }).where(eq(users.email, 'pending@matrix.test'))
  await db.update(users).set({ isActive: false }).where(eq(users.email, 'deactivated@matrix.test'))
  return stage
}

/** A removable store. Admins and owners of single stores have their role in it too. */
async function newOwnStore({ world, callers }: Stage, principal: Principal, active: boolean): Promise<string> {
  const storeId = await newStore(world, active)
  const userId = callers.get(principal)?.userId
  if (userId && principal !== 'anonymous' && localLeaders.includes(principal))
    await world.deps.database.db.insert(roleAssignments).values({ id: crypto.randomUUID(), userId, roleId: roleOf[principal], storeId })
  return storeId
}

const reachesAll = (principal: Principal) => leaders.includes(principal) || principal === 'narrowKey'

/** The store in this relation to the person. A removal needs a removable one. null: no such store exists. */
export async function storeFor(stage: Stage, principal: Principal, relation: Relation, isRemoved: boolean): Promise<string | null> {
  if (relation === 'missing') return crypto.randomUUID()
  if (relation === 'foreign') return reachesAll(principal) ? null : otherStore(stage.world, principal)
  if (isRemoved) return newOwnStore(stage, principal, relation === 'own')
  return relation === 'inactive' ? stage.inactive : ownStore(stage.world, principal)
}

const below: Partial<Record<RoleName, RoleName>> = { owner: 'admin', admin: 'manager', manager: 'staff', staff: 'viewer' }
const above: Partial<Record<RoleName, RoleName>> = { viewer: 'staff', staff: 'manager', manager: 'admin', admin: 'owner' }

/** A new person in this relation to the caller. null: no such role exists. */
export async function somebody({ world, callers }: Stage, principal: Principal, standing: Standing): Promise<string | null> {
  if (standing === 'nobody') return crypto.randomUUID()
  if (standing === 'self') return callers.get(principal)?.userId || null
  const own = principal === 'anonymous' ? 'viewer' : roleOf[principal]
  const [here, there] = [ownStore(world, principal), otherStore(world, principal)]
  const held = { lower: below[own], equal: own, higher: above[own], global: 'viewer', elsewhere: 'viewer', mixed: 'viewer' } as const
  const storeIds = { lower: [here], equal: [here], higher: [here], global: [null], elsewhere: [there], mixed: [here, there] }[standing]
  const role = held[standing]
  if (!role) return null
  const email = `${crypto.randomUUID()}@matrix.test`
  return world.person({ email, password: null, assignments: storeIds.map((storeId) => ({ role, storeId })) })
}
