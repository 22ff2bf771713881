import { can, type Action, type Viewer } from '#shared/access.ts'
import type { Role, RoleAssignment } from '#shared/profile.ts'
import { needsStores, type Assignment } from '#shared/users.ts'

/** One assignment in a form. An empty `role_id` is not chosen yet. An empty `store_id` means all stores. `key` names its row. */
export type AssignmentDraft = { key: string; role_id: string; store_id: string }

export const assignmentDraftOf = ({ id, role, store_id }: RoleAssignment): AssignmentDraft => ({
  key: id,
  role_id: role?.id ?? '',
  store_id: store_id ?? '',
})

/** The assignment as calls take it. */
export const assignmentOf = ({ role_id, store_id }: AssignmentDraft): Assignment => ({ role_id, store_id: store_id || null })

/** Starts at the current time: a draft can outlive a reload, and its rows already have numbers. */
let added = Date.now()

/**
 * An empty assignment for all stores. A viewer who may not give roles in all stores gets their first store instead.
 * @param action by which the roles are given
 */
export function newAssignment(viewer: Viewer, action: Action): AssignmentDraft {
  const own = viewer.grants.find(({ storeId }) => can(viewer, action, storeId))
  return { key: `new-${(added += 1)}`, role_id: '', store_id: can(viewer, action, null) ? '' : (own?.storeId ?? '') }
}

/** Removes an assignment. `null` if it is the last one, which cannot be removed. */
export const without = (roles: readonly AssignmentDraft[], key: string): AssignmentDraft[] | null =>
  roles.length > 1 ? roles.filter((assignment) => assignment.key !== key) : null

/** Whether the role needs a store. */
export const isForStore = (roleId: string, roles: readonly Role[]): boolean => roles.some((role) => role.id === roleId && needsStores(role))
