import { z } from 'zod'

export const permissions = [
  'settings:read',
  'settings:create',
  'settings:update',
  'settings:delete',
  'products:read',
  'products:create',
  'products:update',
  'products:delete',
  'products:export',
  'orders:read',
  'orders:create',
  'orders:update',
  'orders:delete',
  'orders:export',
  'tracking:read',
  'tracking:create',
  'tracking:update',
  'tracking:delete',
  'users:read',
  'users:create',
  'users:update',
  'users:delete',
  'stores:read',
  'stores:create',
  'stores:update',
  'stores:delete',
] as const
export const Permission = z.enum(permissions)
export type Permission = z.infer<typeof Permission>

/** The role levels that rules refer to. */
export const levels = { owner: 100, admin: 90 } as const

/**
 * A rule holds if all its parts hold. A policy holds if any of its rules holds. `inPerson` rules never hold for API keys.
 * `everywhere` rules concern the whole company, so only grants for all stores count.
 */
type Rule = { permission?: Permission; alsoPermission?: Permission; level?: number; inPerson?: true; everywhere?: true }

/** The policy of each action. A policy is a list of alternatives, and one of them is enough. */
export const policies = {
  'session.any': [{}],
  'profile.update': [{ inPerson: true }],
  'profile.access': [{ inPerson: true }],
  'settings.read': [{}],
  'settings.update': [{ level: levels.owner, inPerson: true, everywhere: true }],
  'system.read': [{ level: levels.owner, inPerson: true, everywhere: true }],
  'webhooks.manage': [{ permission: 'settings:update', level: levels.admin }],
  'destinations.manage': [{ permission: 'settings:update', level: levels.admin, everywhere: true }],
  'audit.read': [{ level: levels.admin, inPerson: true, everywhere: true }],
  'keys.ofOthers': [{ level: levels.admin, inPerson: true }],
  'schedules.ofOthers': [{ level: levels.admin }],
  'views.ofOthers': [{ level: levels.admin }],
  'templates.ofOthers': [{ level: levels.admin, everywhere: true }],
  'serviceAccounts.manage': [{ permission: 'users:create', level: levels.admin, inPerson: true }],
  'tracking.read': [{ permission: 'tracking:read' }],
  'users.read': [{ permission: 'users:read' }],
  'users.invite': [{ permission: 'users:create', level: levels.admin }],
  'users.update': [{ permission: 'users:update' }],
  'users.resetSecondFactor': [{ permission: 'users:update', inPerson: true }],
  'users.passwordLink': [{ permission: 'users:update', level: levels.admin, inPerson: true }],
  'users.deactivate': [{ permission: 'users:delete', level: levels.owner, everywhere: true }],
  'users.remove': [{ permission: 'users:delete', level: levels.owner, everywhere: true }],
  'stores.list': [{ permission: 'settings:read' }],
  'stores.get': [{ permission: 'settings:read' }],
  'stores.test': [{ permission: 'settings:read' }],
  'stores.create': [
    { level: levels.owner, inPerson: true, everywhere: true },
    { permission: 'stores:create', level: levels.admin, everywhere: true },
  ],
  // An approval ends in a browser, so an API key cannot have one.
  'stores.connect': [
    { level: levels.owner, inPerson: true, everywhere: true },
    { permission: 'stores:create', level: levels.admin, inPerson: true, everywhere: true },
  ],
  'stores.reconnect': [
    { level: levels.owner, inPerson: true },
    { permission: 'stores:update', inPerson: true },
  ],
  'stores.finishConnect': [
    { level: levels.owner, inPerson: true },
    { permission: 'stores:create', level: levels.admin, inPerson: true, everywhere: true },
    { permission: 'stores:update', inPerson: true },
  ],
  'stores.update': [{ level: levels.owner, inPerson: true }, { permission: 'stores:update' }],
  'stores.remove': [
    { level: levels.owner, inPerson: true },
    { permission: 'stores:delete', level: levels.admin },
  ],
  'products.read': [{ permission: 'products:read' }],
  'products.create': [{ permission: 'products:create' }],
  'products.update': [{ permission: 'products:update' }],
  'products.export': [{ permission: 'products:read', alsoPermission: 'products:export' }],
  'jobs.list': [{ permission: 'settings:read' }],
  'orders.read': [{ permission: 'orders:read' }],
  'orders.export': [{ permission: 'orders:read', alsoPermission: 'orders:export' }],
  'templates.read': [{ permission: 'products:read' }, { permission: 'orders:read' }],
  'views.use': [{ permission: 'products:read' }, { permission: 'orders:read' }],
  'schedules.use': [
    { permission: 'products:read', alsoPermission: 'products:export' },
    { permission: 'orders:read', alsoPermission: 'orders:export' },
  ],
  'destinations.use': [
    { permission: 'settings:update', level: levels.admin, everywhere: true },
    { permission: 'products:read', alsoPermission: 'products:export' },
    { permission: 'orders:read', alsoPermission: 'orders:export' },
  ],
  'sheets.check': [
    { permission: 'products:read', alsoPermission: 'products:export' },
    { permission: 'orders:read', alsoPermission: 'orders:export' },
  ],
} as const satisfies Record<string, readonly Rule[]>
export type Action = keyof typeof policies

/** A role assignment reduced to its store (`null`: all stores), level and permissions. */
export type Grant = { storeId: string | null; level: number; permissions: readonly Permission[] }
/** The caller: a person with a session, or a program with the API key of a person or a service account. */
export type Viewer = {
  id: string
  grants: readonly Grant[]
  sessionId?: string
  keyId?: string
  /** The last time the person of a session proved their identity. API keys have none. */
  authenticatedAt?: Date
  /** The team requires a second factor that this person has not set up yet. API keys keep working without it. */
  needsSecondFactor?: boolean
}

/** The grants that apply in the store (`null`: only grants for all stores). Without `storeId`: all grants. */
function grantsFor(viewer: Viewer, storeId?: string | null) {
  return viewer.grants.filter((grant) => storeId === undefined || grant.storeId === null || grant.storeId === storeId)
}

const highest = (grants: readonly Grant[]) => Math.max(0, ...grants.map((grant) => grant.level))
const permissionsOf = (grants: readonly Grant[]) => new Set(grants.flatMap((grant) => grant.permissions))

function isMet({ permission, alsoPermission, level = 0, inPerson }: Rule, viewer: Viewer, grants: readonly Grant[]): boolean {
  const isHeld = (wanted?: Permission) => wanted === undefined || grants.some(({ permissions: held }) => held.includes(wanted))
  return isHeld(permission) && isHeld(alsoPermission) && highest(grants) >= level && !(inPerson && viewer.keyId !== undefined)
}

/**
 * The only check of rights, on the server and in the browser. Without `storeId` it says whether the viewer may act in at least one store.
 * With it, only assignments for that store or for all stores count (`null`: only those for all stores).
 */
export function can(viewer: Viewer, action: Action, storeId?: string | null): boolean {
  const rules: readonly Rule[] = policies[action]
  return rules.some((rule) => isMet(rule, viewer, grantsFor(viewer, rule.everywhere ? null : storeId)))
}

/**
 * Whether the viewer covers a role: in the role's store, at its level or above, the viewer holds all its permissions and may do the action.
 * Nobody gives, changes or ends a role that they do not cover.
 */
export function covers(viewer: Viewer, action: Action, role: Grant): boolean {
  const grants = grantsFor(viewer, role.storeId).filter(({ level }) => level >= role.level)
  const held = permissionsOf(grants)
  return can({ ...viewer, grants }, action, role.storeId) && role.permissions.every((permission) => held.has(permission))
}

/** A member of the team or a service account, reduced to what the rules need. */
export type Teammate = Pick<Viewer, 'id' | 'grants'>
const neverOnOneself: readonly Action[] = ['users.deactivate', 'users.remove', 'users.resetSecondFactor', 'users.passwordLink']

/**
 * Whether the viewer may do the action to that person. Nobody acts on a person of a higher level, and some actions on oneself are
 * forbidden. The viewer must cover every affected role (by default all of the person's roles). For oneself this does not apply, unless an
 * API key is used: a role may belong to a deleted store, where only grants for all stores cover anything.
 */
export function canActOn(viewer: Viewer, action: Action, { id, grants }: Teammate, affected: readonly Grant[] = grants): boolean {
  if (id === viewer.id && neverOnOneself.includes(action)) return false
  if (!can(viewer, action) || highest(grants) > highest(viewer.grants)) return false
  const isOneself = id === viewer.id && viewer.keyId === undefined
  return isOneself || affected.every((role) => covers(viewer, action, role))
}

/** Whether the viewer holds exactly this permission in the store. */
export function holds(viewer: Viewer, permission: Permission, storeId: string): boolean {
  return grantsFor(viewer, storeId).some((grant) => grant.permissions.includes(permission))
}

/** Whether any assignment of the viewer applies to the store. The answer for a store out of reach is the same as for a missing one. */
export const reaches = (viewer: Viewer, storeId: string): boolean => grantsFor(viewer, storeId).length > 0

/** The viewer's highest level and the union of the permissions, as the profile call reports them. */
export function summary(viewer: Viewer): { level: number; permissions: Permission[] } {
  const held = permissionsOf(viewer.grants)
  return { level: highest(viewer.grants), permissions: permissions.filter((permission) => held.has(permission)) }
}

function describeRule({ permission, alsoPermission, level, inPerson, everywhere }: Rule): string {
  const rights = [permission, alsoPermission].filter((right) => right !== undefined).join(' and ')
  if (level === undefined) return rights || (inPerson ? 'somebody signed in, not an API key' : '')
  const rank = `role level ${level}${everywhere ? ' for all stores' : ''}`
  return rights ? `${rights} with ${rank}` : rank
}

/** The right that an action needs, in words. Empty if being signed in is enough. */
export const neededRight = (action: Action): string => policies[action].map(describeRule).filter(Boolean).join(', or ')

/** The message of a refusal, with the missing right. */
export const missingRight = (action: Action): string => `Access denied. This needs ${neededRight(action)}.`

/** Whether no API key may do this, regardless of its permissions. */
export const isInPersonOnly = (action: Action): boolean => policies[action].every((rule: Rule) => rule.inPerson === true)

export const personNeeded = 'Access denied. This needs somebody signed in, not an API key.'

/** The message of a refusal to this viewer. An API key is not told of rights that would not help it. */
export const refusalTo = ({ keyId }: Viewer, action: Action): string =>
  keyId !== undefined && isInPersonOnly(action) ? personNeeded : missingRight(action)

const SpelledPermission = z.union([z.string(), z.object({ name: z.string() }), z.object({ resource: z.string(), action: z.string() })])
type SpelledPermission = z.infer<typeof SpelledPermission>

/** A permission is a string, an object with a name, or an object with resource and action. All of them compare as `resource:action`. */
export function permissionName(spelled: SpelledPermission): string {
  if (typeof spelled === 'string') return spelled
  return 'name' in spelled ? spelled.name : `${spelled.resource}:${spelled.action}`
}
