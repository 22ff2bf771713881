import { covers, type Viewer } from '#shared/access.ts'
import type { Role } from '#shared/profile.ts'
import { needsStores } from '#shared/users.ts'

/** Whether the viewer may give the role in this store (`null`: in all stores). */
export const mayGive = (viewer: Viewer, action: 'users.invite' | 'users.update', { level, permissions }: Role, storeId: string | null) =>
  covers(viewer, action, { storeId, level, permissions })

/** The roles that the viewer may invite people with. Roles that always apply to all stores need the right for all stores. */
export const invitable = (viewer: Viewer, roles: readonly Role[]): Role[] =>
  roles.filter((role) => needsStores(role) || mayGive(viewer, 'users.invite', role, null))

/** The options of a role select: roles that the viewer may give in at least one store, and the chosen role. */
export function roleChoices(viewer: Viewer, action: 'users.invite' | 'users.update', roles: readonly Role[], chosen = '') {
  const isGivable = (role: Role) => viewer.grants.some(({ storeId }) => mayGive(viewer, action, role, storeId))
  const choices = roles.filter((role) => role.id === chosen || isGivable(role))
  return [{ value: '', label: 'Select a role' }, ...choices.map(({ id, display_name }) => ({ value: id, label: display_name }))]
}
