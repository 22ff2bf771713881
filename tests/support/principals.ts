// The principals of the access matrix, and their relations to stores and people.
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
 * A team member's relation to the caller: by the level of a role in the caller's store; by the scope of a low role (all stores, another
 * store, or both); or a person who does not exist.
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
/** Admin and owner of single stores. */
export const localLeaders: Principal[] = ['adminOfOne', 'ownerOfOne']
/** Admins and owners, of all or of single stores. */
export const anyLeader: Principal[] = [...leaders, ...localLeaders]
export const everybody: Principal[] = ['viewer', 'staff', ...managers, ...anyLeader]
/** All authenticated principals, including a key for every store whose permission no call requires. */
export const anybody: Principal[] = [...everybody, 'narrowKey']
/** All except API keys, for calls that only people may make. */
export const inPerson = everybody.filter((principal) => principal !== 'ownerKey')
export const exporters: Principal[] = ['staff', ...managers, ...anyLeader]
/** Principals who may create and change products. */
export const editors: Principal[] = [...managers, ...anyLeader]
export const storeReaders: Principal[] = [...managers, ...anyLeader]
/** People who may revoke the keys of others. */
export const overseers: Principal[] = ['admin', 'owner', ...localLeaders]
