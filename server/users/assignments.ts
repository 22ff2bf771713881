import { covers, reaches, type Action, type Grant, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Role, RoleAssignment, User } from '#shared/profile.ts'
import { grantOf, type Assignment } from '#shared/users.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/procedure/not-found.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'
import { findStore } from '#server/stores/service.ts'
import { listRoles, type NewAssignment } from '#server/users/repo.ts'

function roleOf(roles: readonly Role[], id: string, at: number): Role {
  const role = roles.find((known) => known.id === id)
  if (!role) refuseField(`roles.${at}.role_id`, messages.users.roleUnknown)
  return role
}

/**
 * The wanted assignments, where the viewer may give each of them by this action. Throws INVALID_INPUT for an unknown role, NOT_FOUND for a
 * store out of reach, and ACCESS_DENIED.
 */
export async function assignable(deps: Deps, viewer: Viewer, action: Action, wanted: readonly Assignment[]): Promise<NewAssignment[]> {
  const roles = await listRoles(deps.database.db)
  const assignments = wanted.map(({ role_id, store_id }, index) => ({ role: roleOf(roles, role_id, index), storeId: store_id }))
  for (const { role, storeId } of assignments) {
    const isThere = storeId === null || (reaches(viewer, storeId) && (await findStore(deps, storeId)) !== null)
    if (!isThere) throw notFound('Store')
    if (!covers(viewer, action, { storeId, ...role })) throw new AppError('ACCESS_DENIED', messages.users.roleAboveYou)
  }
  return assignments.map(({ role, storeId }) => ({ roleId: role.id, storeId }))
}

type Held = Pick<User, 'user_roles'>

const isSame = ({ role, store_id }: RoleAssignment, wanted: Assignment) => role?.id === wanted.role_id && store_id === wanted.store_id

type RolesAfter = { kept: NewAssignment[]; ended: Grant[]; added: Assignment[] }

/** The result of replacing the roles that the viewer sees by the wanted ones. All other roles are kept. */
export function rolesAfter({ user_roles }: Held, { user_roles: seen }: Held, wanted: readonly Assignment[]): RolesAfter {
  const ended = seen.filter((held) => !wanted.some((assignment) => isSame(held, assignment)))
  const endedIds = new Set(ended.map(({ id }) => id))
  return {
    kept: user_roles.flatMap(({ id, role, store_id }) => (role && !endedIds.has(id) ? { roleId: role.id, storeId: store_id } : [])),
    ended: ended.flatMap(grantOf),
    added: wanted.filter((assignment) => !seen.some((held) => isSame(held, assignment))),
  }
}
