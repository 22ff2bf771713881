// Who calls in the access matrix, and how they stand to stores and to each other.
import type { RoleName } from '#shared/roles.ts'

export const principals = [
  'anonymous',
  'pending',
  'deactivated',
  'viewer',
  'staff',
  'managerElsewhere',
  'manager',
  'admin',
  'owner',
  'ownerKey',
  'narrowKey',
] as const
export type Principal = (typeof principals)[number]
export const relations = ['own', 'foreign', 'inactive', 'missing'] as const
export type Relation = (typeof relations)[number]
/** How somebody on the team stands to the person who calls: by the level of their roles, or nobody at all. */
export const standings = ['self', 'lower', 'equal', 'higher', 'nobody'] as const
export type Standing = (typeof standings)[number]

export const roleOf: Record<Exclude<Principal, 'anonymous'>, RoleName> = {
  pending: 'owner',
  deactivated: 'owner',
  viewer: 'viewer',
  staff: 'staff',
  managerElsewhere: 'manager',
  manager: 'manager',
  admin: 'admin',
  owner: 'owner',
  ownerKey: 'owner',
  narrowKey: 'owner',
}
const managers: Principal[] = ['managerElsewhere', 'manager']
export const owners: Principal[] = ['owner', 'ownerKey']
export const leaders: Principal[] = ['admin', ...owners]
export const everybody: Principal[] = ['viewer', 'staff', ...managers, ...leaders]
/** Who is somebody at all: also a key that reaches every store and may do nothing there. */
export const anybody: Principal[] = [...everybody, 'narrowKey']
/** Everybody but programs with a key: what is done in person only. */
export const inPerson = everybody.filter((principal) => principal !== 'ownerKey')
export const exporters: Principal[] = ['staff', ...managers, ...leaders]
/** Who may make and change products. */
export const editors: Principal[] = [...managers, ...leaders]
export const storeReaders: Principal[] = [...managers, ...leaders]
