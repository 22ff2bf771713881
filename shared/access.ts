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

/** Role levels with a meaning of their own (SPEC 6). */
export const levels = { owner: 100, admin: 90 } as const

/** A rule holds when all its parts do; a policy holds when any of its rules does. `inPerson` rules never hold for API keys. */
type Rule = { permission?: Permission; alsoPermission?: Permission; level?: number; inPerson?: true }

/** SPEC 6 as data: who may do what. A policy is a list of alternatives. */
export const policies = {
  'session.any': [{}],
  'profile.update': [{ inPerson: true }],
  'profile.access': [{ inPerson: true }],
  'settings.read': [{}],
  'settings.update': [{ level: levels.owner, inPerson: true }],
  'audit.read': [{ level: levels.admin, inPerson: true }],
  'tracking.read': [{ permission: 'tracking:read' }],
  'users.read': [{ permission: 'users:read' }],
  'users.invite': [{ permission: 'users:create', level: levels.admin }],
  'users.update': [{ permission: 'users:update' }],
  'users.deactivate': [{ permission: 'users:delete', level: levels.owner }],
  'users.remove': [{ permission: 'users:delete', level: levels.owner }],
  'stores.list': [{ permission: 'settings:read' }],
  'stores.get': [{ permission: 'settings:read' }],
  'stores.test': [{ permission: 'settings:read' }],
  'stores.create': [
    { level: levels.owner, inPerson: true },
    { permission: 'stores:create', level: levels.admin },
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
  'sheets.check': [
    { permission: 'products:read', alsoPermission: 'products:export' },
    { permission: 'orders:read', alsoPermission: 'orders:export' },
  ],
} as const satisfies Record<string, readonly Rule[]>
export type Action = keyof typeof policies

/** One role assignment, boiled down: where it holds (`null`: in all stores), how high, and which permissions it carries. */
export type Grant = { storeId: string | null; level: number; permissions: readonly Permission[] }
/** Who is calling, and by what: a session, or an API key that the person gave to a program. */
export type Viewer = { id: string; grants: readonly Grant[]; sessionId?: string; keyId?: string }

function grantsFor(viewer: Viewer, storeId?: string) {
  return viewer.grants.filter((grant) => storeId === undefined || grant.storeId === null || grant.storeId === storeId)
}

const highest = (grants: readonly Grant[]) => Math.max(0, ...grants.map((grant) => grant.level))

/**
 * The only judge of rights, on the server and in the browser. Without `storeId` it asks whether the viewer may act anywhere;
 * with it, only assignments for that store or for all stores count.
 */
export function can(viewer: Viewer, action: Action, storeId?: string): boolean {
  const grants = grantsFor(viewer, storeId)
  const held = new Set(grants.flatMap((grant) => grant.permissions))
  const isHeld = (permission?: Permission) => permission === undefined || held.has(permission)
  const rules: readonly Rule[] = policies[action]
  return rules.some(
    (rule) =>
      isHeld(rule.permission) &&
      isHeld(rule.alsoPermission) &&
      highest(grants) >= (rule.level ?? 0) &&
      !(rule.inPerson && viewer.keyId !== undefined),
  )
}

/** Somebody on the team as the rules see them. */
export type Teammate = { id: string; level: number }
const neverOnOneself: readonly Action[] = ['users.deactivate', 'users.remove']

/** Whether the viewer may do this to that person: never to somebody above, and not everything to oneself. */
export function canActOn(viewer: Viewer, action: Action, { id, level }: Teammate): boolean {
  if (id === viewer.id && neverOnOneself.includes(action)) return false
  return can(viewer, action) && level <= highest(viewer.grants)
}

/** Whether the viewer may give a role of this level in the store (`null`: in all stores): nobody hands out more than they have. */
export function canAssign(viewer: Viewer, level: number, storeId: string | null): boolean {
  const grants = storeId === null ? viewer.grants.filter((grant) => grant.storeId === null) : grantsFor(viewer, storeId)
  return grants.length > 0 && level <= highest(grants)
}

/** Whether the viewer holds exactly this permission in the store. */
export function holds(viewer: Viewer, permission: Permission, storeId: string): boolean {
  return grantsFor(viewer, storeId).some((grant) => grant.permissions.includes(permission))
}

/** Whether any assignment of the viewer covers the store; what is out of reach is answered like what does not exist. */
export const reaches = (viewer: Viewer, storeId: string): boolean => grantsFor(viewer, storeId).length > 0

/** The viewer's highest level and the union of the permissions, as the profile call reports them. */
export function summary(viewer: Viewer): { level: number; permissions: Permission[] } {
  const held = new Set(viewer.grants.flatMap((grant) => grant.permissions))
  return { level: highest(viewer.grants), permissions: permissions.filter((permission) => held.has(permission)) }
}

function describeRule({ permission, alsoPermission, level, inPerson }: Rule): string {
  const rights = [permission, alsoPermission].filter((right) => right !== undefined).join(' and ')
  if (level === undefined) return rights || (inPerson ? 'somebody signed in, not an API key' : '')
  return rights ? `${rights} with role level ${level}` : `role level ${level}`
}

/** The sentence of a refusal: it names the right that is missing. */
export const missingRight = (action: Action): string =>
  `Access denied. This needs ${policies[action].map(describeRule).filter(Boolean).join(', or ')}.`

const SpelledPermission = z.union([z.string(), z.object({ name: z.string() }), z.object({ resource: z.string(), action: z.string() })])
type SpelledPermission = z.infer<typeof SpelledPermission>

/** A permission may come as a string, an object with a name, or one with resource and action (SPEC 3); all compare as `resource:action`. */
export function permissionName(spelled: SpelledPermission): string {
  if (typeof spelled === 'string') return spelled
  return 'name' in spelled ? spelled.name : `${spelled.resource}:${spelled.action}`
}
