import { canAssign, reaches, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/profile.ts'
import type { Assignment } from '#shared/users.ts'
import type { Deps } from '#server/deps.ts'
import { findStore } from '#server/stores/service.ts'
import { listRoles, type NewAssignment } from '#server/users/repo.ts'

function roleOf(roles: readonly Role[], id: string, at: number): Role {
  const role = roles.find((known) => known.id === id)
  const message = messages.users.roleUnknown
  if (!role) throw new AppError('INVALID_INPUT', message, { issues: [{ path: `roles.${at}.role_id`, message }] })
  return role
}

/** The assignments, if the viewer may give each. Throws INVALID_INPUT, NOT_FOUND for a store out of reach, and ACCESS_DENIED. */
export async function assignable(deps: Deps, viewer: Viewer, wanted: readonly Assignment[]): Promise<NewAssignment[]> {
  const roles = await listRoles(deps.database.db)
  const assignments = wanted.map(({ role_id, store_id }, at) => ({ role: roleOf(roles, role_id, at), storeId: store_id }))
  for (const { role, storeId } of assignments) {
    const isThere = storeId === null || (reaches(viewer, storeId) && (await findStore(deps, storeId)) !== null)
    if (!isThere) throw new AppError('NOT_FOUND', 'Store not found')
    if (!canAssign(viewer, role.level, storeId)) throw new AppError('ACCESS_DENIED', messages.users.roleAboveYou)
  }
  return assignments.map(({ role, storeId }) => ({ roleId: role.id, storeId }))
}
