import { covers, type Viewer } from '#shared/access.ts'
import type { Role } from '#shared/profile.ts'
import { needsStores } from '#shared/users.ts'

/** Whether the viewer may give the role in this place (`null`: in all stores). */
export const mayGive = (viewer: Viewer, action: 'users.invite' | 'users.update', { level, permissions }: Role, storeId: string | null) =>
  covers(viewer, action, { storeId, level, permissions })

/** Without the roles that an invitation gives in all stores, where the viewer may not give them there. */
export const invitable = (viewer: Viewer, roles: readonly Role[]): Role[] =>
  roles.filter((role) => needsStores(role) || mayGive(viewer, 'users.invite', role, null))

/** Roles for a select box: those that the viewer may give somewhere, and the one that is chosen already. */
export function roleChoices(viewer: Viewer, action: 'users.invite' | 'users.update', roles: readonly Role[], chosen = '') {
  const isGivable = (role: Role) => viewer.grants.some(({ storeId }) => mayGive(viewer, action, role, storeId))
  const choices = roles.filter((role) => role.id === chosen || isGivable(role))
  return [{ value: '', label: 'Select a role' }, ...choices.map(({ id, display_name }) => ({ value: id, label: display_name }))]
}
