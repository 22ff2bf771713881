import { canAssign, type Viewer } from '#shared/access.ts'
import type { Role } from '#shared/profile.ts'

/** Roles for a select box: those that the viewer may give somewhere, and the one that is chosen already. */
export function roleChoices(viewer: Viewer, roles: readonly Role[], chosen = '') {
  const mayGive = ({ level }: Role) => viewer.grants.some(({ storeId }) => canAssign(viewer, level, storeId))
  const choices = roles.filter((role) => role.id === chosen || mayGive(role))
  return [{ value: '', label: 'Select a role' }, ...choices.map(({ id, display_name }) => ({ value: id, label: display_name }))]
}
