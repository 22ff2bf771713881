import { covers, type Action, type Viewer } from '#shared/access.ts'
import type { Role } from '#shared/profile.ts'

/** Whether the viewer may give the role by this action in this store (`null`: in all stores). */
export const mayGive = (viewer: Viewer, action: Action, { level, permissions }: Role, storeId: string | null) =>
  covers(viewer, action, { storeId, level, permissions })

/** The options of a role select: roles that the viewer may give in at least one store, and the chosen role. */
export function roleChoices(viewer: Viewer, action: Action, roles: readonly Role[], chosen = '') {
  const isGivable = (role: Role) => viewer.grants.some(({ storeId }) => mayGive(viewer, action, role, storeId))
  const choices = roles.filter((role) => role.id === chosen || isGivable(role))
  return [{ value: '', label: 'Select a role' }, ...choices.map(({ id, display_name }) => ({ value: id, label: display_name }))]
}
