// The part of the team that people with rights in some stores see.
import { can, type Action, type Viewer } from '#shared/access.ts'
import type { User } from '#shared/profile.ts'
import type { Member } from '#shared/users.ts'

/**
 * The person as this viewer sees them: with the roles for all stores, and those in stores where the viewer may do this. A person with only
 * roles for all stores is known by name. null: the person is out of reach. A viewer who may do this in all stores sees everything.
 */
export function inSight(viewer: Viewer, action: Action, user: User): Member | null {
  if (can(viewer, action, null)) return user
  const user_roles = user.user_roles.filter(({ store_id, store }) => store_id === null || (store !== null && can(viewer, action, store.id)))
  if (user_roles.length === 0) return null
  const isNear = user_roles.some(({ store_id }) => store_id !== null)
  return isNear ? { ...user, user_roles } : { ...user, user_roles, email: null, department: null, avatar_url: null }
}
