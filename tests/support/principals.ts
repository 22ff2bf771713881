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
  'adminOfOne',
  'ownerOfOne',
  'ownerKey',
  'narrowKey',
] as const
export type Principal = (typeof principals)[number]
export const relations = ['own', 'foreign', 'inactive', 'missing'] as const
export type Relation = (typeof relations)[number]
/**
 * How somebody on the team stands to the person who calls: by the level of a role in that person's store; by where a low one holds
 * (in all stores, in another one, there and here); or nobody at all.
 */
export const standings = ['self', 'lower', 'equal', 'higher', 'global', 'elsewhere', 'mixed', 'nobody'] as const
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
  adminOfOne: 'admin',
  ownerOfOne: 'owner',
  ownerKey: 'owner',
  narrowKey: 'owner',
}
const managers: Principal[] = ['managerElsewhere', 'manager']
export const owners: Principal[] = ['owner', 'ownerKey']
export const leaders: Principal[] = ['admin', ...owners]
/** Admin and owner, but in their stores alone. */
export const localLeaders: Principal[] = ['adminOfOne', 'ownerOfOne']
/** Whoever leads somewhere. */
export const anyLeader: Principal[] = [...leaders, ...localLeaders]
export const everybody: Principal[] = ['viewer', 'staff', ...managers, ...anyLeader]
/** Who is somebody at all: also a key that reaches every store and may do nothing there. */
export const anybody: Principal[] = [...everybody, 'narrowKey']
/** Everybody but programs with a key: what is done in person only. */
export const inPerson = everybody.filter((principal) => principal !== 'ownerKey')
export const exporters: Principal[] = ['staff', ...managers, ...anyLeader]
/** Who may make and change products. */
export const editors: Principal[] = [...managers, ...anyLeader]
export const storeReaders: Principal[] = [...managers, ...anyLeader]
/** Who may revoke the keys of others, in person. */
export const overseers: Principal[] = ['admin', 'owner', ...localLeaders]
