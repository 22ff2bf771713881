import { can, type Viewer } from '#shared/access.ts'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/profile.ts'
import { needsStores, UserUpdateRequest, type Member } from '#shared/users.ts'

/** One assignment in the edit form. An empty `role_id` is not chosen yet. An empty `store_id` means all stores. `key` names its row. */
export type AssignmentDraft = { key: string; role_id: string; store_id: string }
export type EditDraft = { full_name: string; department: string; is_active: boolean; roles: readonly AssignmentDraft[] }

export const memberDraftOf = ({ full_name, department, is_active, user_roles }: Member): EditDraft => ({
  full_name: full_name ?? '',
  department: department ?? '',
  is_active,
  roles: user_roles.map(({ id, role, store_id }) => ({ key: id, role_id: role?.id ?? '', store_id: store_id ?? '' })),
})

/** Starts at the current time: a draft can outlive a reload, and its rows already have numbers. */
let added = Date.now()

/** An empty assignment for all stores. A viewer who may not give roles in all stores gets their first store instead. */
export function newAssignment(viewer: Viewer): AssignmentDraft {
  const own = viewer.grants.find(({ storeId }) => can(viewer, 'users.update', storeId))
  return { key: `new-${(added += 1)}`, role_id: '', store_id: can(viewer, 'users.update', null) ? '' : (own?.storeId ?? '') }
}

/** Removes an assignment. `null` if it is the last one, which cannot be removed. */
export const without = (roles: readonly AssignmentDraft[], key: string): AssignmentDraft[] | null =>
  roles.length > 1 ? roles.filter((assignment) => assignment.key !== key) : null

/** Whether the role needs a store. */
export const isForStore = (roleId: string, roles: readonly Role[]): boolean => roles.some((role) => role.id === roleId && needsStores(role))

type Whole = Required<UserUpdateRequest>

const wholeRequestOf = (id: string, { full_name, department, is_active, roles }: EditDraft): Whole => ({
  id,
  full_name,
  department: department.trim() || null,
  is_active,
  roles: roles.map(({ role_id, store_id }) => ({ role_id, store_id: store_id || null })),
})

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * The request for a draft. It has the state and the roles only if this form changed them: another person may have changed them since
 * the form opened, and saving must not undo that. `before` is the draft at opening.
 */
export function updateRequestOf(id: string, before: EditDraft, draft: EditDraft): UserUpdateRequest {
  const { is_active, roles, ...always } = wholeRequestOf(id, draft)
  return {
    ...always,
    ...(is_active === before.is_active ? {} : { is_active }),
    ...(isSame(roles, wholeRequestOf(id, before).roles) ? {} : { roles }),
  }
}

/** The draft's mistakes by field, from the server's schema. All mistakes in assignments are reported under `roles`. */
export function mistakesInEdit(id: string, draft: EditDraft): Record<string, string> {
  if (draft.roles.some(({ role_id }) => role_id === '')) return { roles: messages.users.roleMissing }
  const issues = UserUpdateRequest.safeParse(wholeRequestOf(id, draft)).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}
